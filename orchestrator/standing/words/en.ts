import type { TimeLexicon } from "./lexicon.ts";
import { phrasesOf } from "./phrases.ts";
import { type Movement, moving, movingTo, standing } from "./verb-forms.ts";

const BEHIND = { perfect: "has, have, has already, has just", progressive: "is, are, keeps" };
const UP: Movement = {
  plain:
    "rises, rise, rose, goes up, go up, climbs, climb, gains, gain, jumps, jump, increases, increase, surges, surge, moves up, move up, grows, grow, appreciates, advances, advance, gets up, rallies, rally, soars, soar, spikes, spike, shoots up, adds, is up, are up",
  done: "risen, climbed, gained, jumped, increased, gone up, surged, soared, grown, appreciated, advanced, rallied, spiked, moved up, shot up, added",
  going: "rising, climbing, gaining, jumping, going up, surging, soaring",
  ...BEHIND,
};
const DOWN: Movement = {
  plain:
    "falls, fall, fell, drops, drop, goes down, go down, declines, decline, decreases, decrease, loses, lose, is down, are down, dips, dip, sinks, sink, moves down, slides, slide, slips, slip, depreciates, plunges, plunge, tumbles, tumble, sheds, shed, crashes, crash, comes down, gets down",
  done: "fallen, dropped, declined, decreased, lost, dipped, sunk, slid, slipped, gone down, plunged, tumbled, crashed, come down, shed",
  going: "falling, dropping, sinking, sliding, slipping, going down, losing",
  ...BEHIND,
};
const STANDS =
  "goes, go, gets, get, moves, move, is, are, be, trades, trade, is trading, closes, close, opens, comes, come, stays, stay, crosses, cross, breaks, break, sits, has gone, have gone, has moved, has broken, costs, is worth, sells for, is selling for";
const ABOVE =
  "above, over, past, beyond, back above, back over, higher than, more than, up past, up above, to more than, to over, to above, north of";
const BELOW =
  "below, under, beneath, underneath, back below, back under, lower than, less than, down below, to less than, to under, to below, south of, sub";
const ONTO = "to, back to, as far as, all the way to";

export const EN_TIME: TimeLexicon = {
  whenItIs: phrasesOf(
    "when it is, once it is, when it hits, when it gets to, when the clock strikes, as soon as it is",
  ),
  sameTime: phrasesOf(
    "this time, at this time, same time, the same time, at the same time, this same time, about this time, around this time",
  ),
  corrects: phrasesOf(
    "no, no wait, wait no, wait, oops, sorry, actually, i mean, i meant, make that, make it, scratch that, rather, or rather, correction, no sorry, no actually, sorry i mean, hang on, no hang on, no no, no make it, no make that",
  ),
  nextIsUnclear: true,
  except: phrasesOf(
    "except, except on, except for, except for on, excluding, but, but not, but not on, bar, barring, not on, other than, other than on, apart from, apart from on, save, save on, save for, minus",
  ),
  until: phrasesOf(
    "by, by the, by next, until, till, til, through, up to, up until, until the, ending, ending on, until next, thru",
  ),
  during: phrasesOf(
    "for, for the next, during, during the next, over the next, for the following, for another, for about",
  ),
  endOfMonth: phrasesOf("end of the month, the end of the month, end of month"),
  endOfYear: phrasesOf("end of the year, the end of the year, end of year"),
  times: phrasesOf("times, time, x"),
  once: phrasesOf("just once, only once"),
  starting: phrasesOf(
    "starting, starting on, starting from, starting at, beginning, beginning on, beginning at, from, as of, starting in",
  ),
  fromNowOn: phrasesOf("from now on, from today on, starting now, starting today, going forward"),
  endOf: phrasesOf("the end of, end of"),
  between: phrasesOf("between, from"),
  betweenTo: phrasesOf("and, to, until, till, through"),
  courtesy: phrasesOf(
    "when you can, when you could, whenever you can, if you can, if you could, if possible, if it is possible, when possible, whenever possible, as soon as possible, as soon as you can, asap, when you have a moment, when you have a minute, when you have a second, when you have a sec, when you have time, when you get a chance, when you get the chance, when you get a moment, when you get a minute, when you get a sec, when you have a chance, when you get time, when you are free, when convenient, when it is convenient, whenever you get a chance, whenever you have time, whenever you have a moment, whenever you are free, whenever it is convenient, once you have a moment, once you get a chance, once you have time, if you have a moment, if you have a minute, if you have a second, if you have a sec, if you have time, if you get a chance, if you get the chance, if you get a moment, if you do not mind, if it is not too much trouble, if it is no trouble, if it is not a bother, if you would, if you please, if you like, if you want, if it is ok, if it is okay, if that is ok, if that is okay, if that is possible, if you are able to, if you are able, if you are free, if you are not busy, if convenient",
  ),
  courtesyAlone: phrasesOf(""),
  vague: phrasesOf(
    "the day before, the night before, the evening before, the week before, a day early, the morning of, eod, by eod, at eod, before eod, cob, by cob, at cob, eob, by eob, eow, by eow, eom, by eom, close of business, by close of business, close of play, by close of play, end of business, the end of the day, by the end of the day, by end of the day, by the end of the week, by end of week, every couple hours, every couple minutes, every couple days, every couple weeks, every couple of minutes, every couple of weeks, in a couple hours, in a couple minutes, in a couple days, new year, on new year, on my birthday, my birthday, every few hours, every few minutes, every few days, every few weeks, every couple of hours, every couple of days, in a couple of hours, in a couple of minutes, in a couple of days, in a couple of weeks, quarterly, from tomorrow on, on the weekend, over the weekend, at the beginning of every month, at the start of every month, at the end of every month, at the end of each month, every holiday, every so often, every now and then, later, later on, soon, in a bit, in a while, in a moment, in a little while, in a minute or two, some day, someday, one day, sometime, some time, some other time, another time, another day, eventually, shortly, afterwards, later today, later tonight, later this week, later this month, this weekend, next weekend, at the weekend, on the weekend, next year, in a few minutes, in a few hours, in a few days, in some minutes, in a couple of minutes or so, in several minutes, after lunch, before lunch, at lunch, at lunchtime, after dinner, before dinner, at dinner time, after work, before work, before bed, at bedtime, at the end of the day, end of day, by end of day, at the end of the week, at the end of the month, at the end of the year, at the beginning of the month, at the start of the month, from time to time, now and then, once in a while, regularly, periodically, often, frequently, constantly, all the time, always, biweekly, bimonthly, on the holiday, around lunch, first thing, at some point, sometimes, in the future, in the coming days, down the road",
  ),
  later: phrasesOf("later, later on, later today, later tonight"),
  around: phrasesOf(
    "before, after, right after, right before, just after, just before, shortly before, shortly after, straight after, around, near, close to, during, at the end of, at the start of, at the beginning of, by the end of, on my way, on the way, while, halfway through, ahead of, prior to, in time for, in between, between",
  ),
  relative: phrasesOf(
    "before, after, sometime after, some time after, sometime before, anytime after",
  ),
  relativeAfter: phrasesOf("before, after, prior to"),
  ahead: phrasesOf(
    "before, beforehand, ahead, in advance, early, earlier, prior, ahead of time, before it, before that, before then, ahead of it, ahead of that",
  ),
  grants: phrasesOf("give me, give it, wait, hang on, let me have"),
  or: phrasesOf("or, and, but"),
  whenever: phrasesOf(
    "whenever, every time, each time, any time, anytime, every time that, each time that",
  ),
  when: phrasesOf(
    "when, if, once, as soon as, only if, only when, the moment, the moment that, the minute, in case, should, if and when, in the event that, when and if, if ever",
  ),
  verbs: [
    {
      is: "outside",
      takes: "band",
      says: phrasesOf(
        "leaves the range of, leaves the range, leaves the, leaves the band of, leaves, goes outside, goes outside of, goes out of, goes out of the range, goes out of the range of, gets out of, is outside, is outside of, is outside the range of, is out of the range, moves out of, moves outside, breaks out of, drops out of, goes outside the range of, goes outside the, is not between",
      ),
    },
    {
      is: "inside",
      takes: "band",
      says: phrasesOf(
        "is between, gets between, is in the range of, is within, enters the range of, enters the range, enters the, comes back to the range of, moves into the range of, moves into, trades between, goes between, falls between, is in between",
      ),
    },
    {
      is: "above",
      takes: "value",
      says: phrasesOf(
        "goes above, goes over, goes past, goes beyond, goes higher than, go above, go over, rises above, rises over, rises past, rise above, climbs above, climbs over, climbs past, moves above, gets above, gets over, gets past, is above, is over, is higher than, is greater than, is more than, are above, be above, trades above, closes above, is trading above, stays above, exceeds, exceed, crosses, crosses above, passes, passes above, pass, breaks, breaks above, breaks through, surpasses, tops, costs more than, is worth more than, costs over, jumps above, jumps over, hits more than, reaches more than, goes up to more than, goes north of, rises to more than, goes up past, has gone above, goes up above, is bigger than",
        "has passed, has crossed, has exceeded, has topped, has broken, has surpassed, has broken through",
        movingTo(UP, ABOVE),
        standing(STANDS, ABOVE),
      ),
    },
    {
      is: "below",
      takes: "value",
      says: phrasesOf(
        "goes below, goes under, goes lower than, go below, falls below, falls under, falls beneath, fall below, drops below, drops under, drops beneath, drop below, dips below, dips under, gets below, gets under, is below, is under, is less than, is lower than, is cheaper than, are below, be below, sinks below, slips below, moves below, trades below, closes below, stays below, is trading below, crosses below, breaks below, costs less than, is worth less than, costs under, goes down below, falls to less than, drops to less than, is smaller than, declines below, goes south of, falls to below, comes down below",
        movingTo(DOWN, BELOW),
        standing(STANDS, BELOW),
      ),
    },
    {
      is: "reaches",
      takes: "value",
      says: phrasesOf(
        "reaches, reach, hits, hit, gets to, get to, touches, arrives at, goes to, falls to, drops to, rises to, climbs to, goes up to, goes down to, goes down as far as, comes to, is at, is equal to, equals, gets down to, gets up to, comes down to, strikes, trades at, is trading at, is worth, stands at, sells for, costs, makes it to",
        "has hit, has reached, has touched, has got to, has gone to, is back at, is back to",
        movingTo(UP, ONTO),
        movingTo(DOWN, ONTO),
      ),
    },
    {
      is: "rises",
      takes: "amount",
      says: phrasesOf(moving(UP)),
    },
    {
      is: "falls",
      takes: "amount",
      says: phrasesOf(moving(DOWN)),
    },
    {
      is: "moves",
      takes: "amount",
      says: phrasesOf(
        "moves, move, swings, swing, fluctuates, varies, changes by, change by, moves by, swings by",
      ),
    },
    {
      is: "rises",
      takes: "nothing",
      percent: 100,
      says: phrasesOf("doubles, doubles in value, doubles in price, double"),
    },
    {
      is: "falls",
      takes: "nothing",
      percent: 50,
      says: phrasesOf("halves, is cut in half, drops by half, falls by half, loses half its value"),
    },
    {
      is: "changes",
      takes: "nothing",
      says: phrasesOf(
        "changes, change, is updated, gets updated, has changed, is changed, changes price, changes status, changes state, has news, has an update, updates",
      ),
    },
    {
      is: "becomes",
      takes: "tail",
      says: phrasesOf(
        "becomes, become, turns, turns into, is marked as, is marked, gets, is, has been, are, goes into, changes to, moves to, switches to",
      ),
    },
  ],
  beforeAmount: phrasesOf(
    "by, more than, at least, over, about, by more than, by at least, around, by over, some, by about, as much as, by as much as",
  ),
  sinceDay: phrasesOf(
    "in a day, in one day, today, on the day, in a single day, during the day, intraday, since yesterday, from yesterday, compared to yesterday, compared with yesterday, against yesterday, versus yesterday, over yesterday, from the close, since the close, from yesterday 's close, within a day, within one day, from the previous close, in the day",
  ),
  sinceNow: phrasesOf(
    "from where it is now, from where it is, from where it stands, from here, from now, from today, from the current price, from its current price, from the current level, from the price now, compared to today, compared with today, compared to now, relative to today, relative to now, against today, from this point, from its price now, as of now",
  ),
  orLess: phrasesOf("or less, or below, or lower, or under, or fewer, at most, tops"),
  orMore: phrasesOf("or more, or above, or higher, or over, or better, at least, and up"),
  fillers: new Set("back again finally ever just actually once".split(" ")),
  bandTo: phrasesOf("to, and, through"),
  bandEnd: phrasesOf("range, band, dollars, corridor"),
  either: phrasesOf("or"),
  negators: new Set("not never no stops stop fails fail without nor".split(" ")),
  sides: new Set("above below over under more less higher lower greater smaller".split(" ")),
  gradable: new Set(
    "cheap cheaper expensive low lower high higher good better bad worse best worst much more less very really too so quite pretty fairly well up down rising falling green red strong weak attractive interesting stable volatile favourable favorable reasonable affordable near close almost about around than bigger smaller above below over under between worth".split(
      " ",
    ),
  ),
  lateDo: phrasesOf(
    "even if late, even if it is late, even if its late, even if it s late, even late, even if delayed, even if it is delayed, late or not, even if it runs late",
  ),
  lateSkip: phrasesOf(
    "only on time, only if on time, only if it is on time, only if its on time, only if it s on time, skip it if late, skip it if it is late, skip if late, or not at all",
  ),
  slack: phrasesOf(
    "with a band of, with a margin of, with a hysteresis of, with hysteresis of, with slack of, with a slack of, and again only if it goes back, and only again if it goes back, only again if it goes back, and again only after it goes back, and only again after it goes back",
  ),
  currency: phrasesOf(
    "dollars, dollar, euros, euro, reais, real, bucks, points, point, pounds, cents, kronor, shares, units, usd, brl, eur",
  ),
};
