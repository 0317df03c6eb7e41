import { daysInMonth, type IsoDate, shift, startOf } from "#shared/calendar/days.ts";
import { MONTHS } from "#shared/calendar/names.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { wordSet } from "#shared/language/words.ts";
import { ordinalAt } from "#shared/recognisers/counts.ts";
import { isDayOf } from "../calendar/days-of-rule.ts";
import { after, endOf } from "./phrases.ts";
import { type Piece, type PieceOf, pauseBefore, type Said, wordAt } from "./piece.ts";
import { weekdayNamed } from "./read-day.ts";

/** Which working day it is depends on holidays, which are not known here. */
const NO_HOLIDAYS = { nameOf: () => undefined };
const OF = wordSet("words.of-a-month");

/**
 * A place in one month as the day that comes next: "no \u00faltimo dia do m\u00eas", "the first Monday of March". undefined: it may
 * recur, as "na primeira segunda do m\u00eas" may. Pure.
 */
function dayOfMonthPlace(
  said: Said,
  rule: DayRule,
  from: number,
  end: number,
): PieceOf<"date"> | undefined {
  if (rule.on === "nth_working_day") return undefined;
  const { lexicon, words } = said;
  const month = endOf(lexicon.ofTheMonth, words, end);
  const isThis = endOf(lexicon.ofThisMonth, words, end) !== undefined;
  const named = OF.has(words[end]?.word ?? "") ? MONTHS.get(words[end + 1]?.word ?? "") : undefined;
  if (named === undefined && !(month !== undefined && (isThis || rule.on === "month_days")))
    return undefined;
  const [date, then] = comingPlaces(rule, said.here.date, named);
  const [year, at, day] = date?.split("-").map(Number) ?? [];
  if (year === undefined || at === undefined || day === undefined) return undefined;
  const to = named === undefined ? (month ?? end) : end + 2;
  return { is: "date", day, month: at, year, ...(then !== undefined && { then }), from, to };
}

/** Two years of a place in each month, or in the months of one name. */
const MOST_MONTHS = 25;

/** The next day from today on that is such a place, and the one after it. */
function comingPlaces(rule: DayRule, today: IsoDate, named: number | undefined): IsoDate[] {
  const found: IsoDate[] = [];
  const first = startOf(today, "month");
  for (let ahead = 0; ahead < MOST_MONTHS && found.length < 2; ahead++) {
    const begins = shift(first, ahead, "month");
    if (named !== undefined && Number(begins.slice(5, 7)) !== named) continue;
    const date = inMonth(rule, begins);
    if (date !== undefined && date >= today) found.push(date);
  }
  return found;
}

function inMonth(rule: DayRule, begins: IsoDate): IsoDate | undefined {
  const last = daysInMonth(Number(begins.slice(0, 4)), Number(begins.slice(5, 7)));
  for (let day = 0; day < last; day++) {
    const date = shift(begins, day, "day");
    if (isDayOf(rule, date, NO_HOLIDAYS)) return date;
  }
  return undefined;
}

const one = (piece: Piece): Piece[] => [piece];

const isFigures = (word: string): boolean => /^\d{1,2}$/.test(word);

/** "*5* e 20", "*15th*": no hour ("todo dia 9h"), and no place ("the first Monday"). */
function monthDayAt(said: Said, at: number): { value: number; to: number } | undefined {
  const { lexicon, words } = said;
  const day = ordinalAt(said, at);
  if (day === undefined || isHour(said, at) || day.value < 1 || day.value > 31) return undefined;
  if (isFigures(wordAt(said, at))) return day;
  const isPlace =
    weekdayNamed(said, day.to) !== undefined ||
    endOf(lexicon.workingDay, words, day.to) !== undefined;
  return day.marked && !isPlace ? day : undefined;
}

/** "5 e 20", "1st and the 15"; undefined: there is none, or they are a range. */
function listedDays(said: Said, from: number): { days: number[]; to: number } | undefined {
  const days: number[] = [];
  let to = from;
  for (let at: number | undefined = from; at !== undefined; ) {
    const day = monthDayAt(said, at);
    to = at;
    if (day === undefined) break;
    days.push(day.value);
    to = day.to;
    const joint = wordAt(said, to);
    const led = ["dia", "the"].includes(wordAt(said, to + 1)) ? to + 2 : to + 1;
    const goesOn = ["e", "and", "a"].includes(joint) && isFigures(wordAt(said, led));
    if (goesOn && joint === "a") return undefined;
    at = goesOn ? led : undefined;
  }
  return days.length === 0 ? undefined : { days, to };
}

/** "todo dia 5", "dias 5 e 20 de cada mês", "on the 5th of every month", "todo mês no dia 5". */
export function monthDays(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const every = endOf(lexicon.every, words, at);
  const monthly = endOf(lexicon.monthly, words, at);
  const led = monthly ?? every ?? at;
  const opened = after(lexicon.on, words, led);
  const isNamed = ["dia", "dias", "the", "day", "days"].includes(wordAt(said, opened));
  const first = isNamed ? opened + 1 : opened;
  const listed = listedDays(said, wordAt(said, first) === "day" ? first + 1 : first);
  if (listed === undefined) return undefined;
  const { days, to: next } = listed;
  const recurs = endOf(lexicon.ofEveryMonth, words, next);
  // "every 15th"; "every 15th day" counts days.
  const isMarked =
    every !== undefined &&
    !lexicon.counts24 &&
    ordinalAt(said, opened)?.marked === true &&
    !lexicon.units.has(wordAt(said, next));
  const isEvery =
    isMarked ||
    recurs !== undefined ||
    monthly !== undefined ||
    (every !== undefined && isNamed && wordAt(said, opened) !== "the");
  const isUnnamed = every !== undefined && monthly === undefined && !isNamed && !isMarked;
  if (!isEvery || isUnnamed) return undefined;
  const to = recurs ?? after(lexicon.ofTheMonth, words, next);
  return one({
    is: "days",
    rule: { on: "month_days", days: days.toSorted((a, b) => a - b) },
    from: at,
    to,
  });
}

/** "no último dia útil do mês", "a primeira segunda de cada mês", "the last friday of every month". */
export function monthPlace(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const every = endOf(lexicon.every, words, at) ?? endOf(lexicon.monthly, words, at);
  const named = nthAt(said, every ?? at, at + 4);
  if (named === undefined) return undefined;
  const { nth } = named;
  const place = placeAt(said, named.to, nth);
  if (place === undefined) {
    // "every first of the month"
    const ofMonth =
      endOf(lexicon.ofTheMonth, words, named.to) ?? endOf(lexicon.ofEveryMonth, words, named.to);
    if (every === undefined || ofMonth === undefined) return undefined;
    return one({ is: "days", rule: { on: "month_days", days: [nth] }, from: at, to: ofMonth });
  }
  const { rule, to } = place;
  const recurs = endOf(lexicon.ofEveryMonth, words, to);
  const month = endOf(lexicon.ofTheMonth, words, to);
  if (every === undefined && recurs === undefined) {
    const once = dayOfMonthPlace(said, rule, at, to);
    if (once !== undefined) return one(once);
    // "a segunda" beside nothing is an item, not a day.
    if (month === undefined) return undefined;
    // "no último dia útil do mês" is when wages are paid and bills are due: in each month.
    if (rule.on === "nth_working_day") return one({ is: "days", rule, from: at, to: month });
    return one({ is: "month_place", rule, recurs: false, from: at, to: month });
  }
  const bare = recurs === undefined && month === undefined ? bareEvery(said, rule, nth) : undefined;
  if (bare !== undefined) return one({ ...bare, from: at, to });
  return one({ is: "days", rule, from: at, to: recurs ?? month ?? to });
}

/** "*no último* dia", "on the *3rd* Friday". */
function nthAt(said: Said, from: number, most: number): { nth: number; to: number } | undefined {
  let at = from;
  while (["no", "na", "o", "a", "on", "the", "em"].includes(wordAt(said, at)) && at < most) at++;
  const named = said.lexicon.ordinals.get(wordAt(said, at));
  if (named !== undefined) return { nth: named, to: at + 1 };
  const marked = /^\d/.test(wordAt(said, at)) ? ordinalAt(said, at) : undefined;
  return marked?.marked === true ? { nth: marked.value, to: marked.to } : undefined;
}

/** "último *dia útil*", "primeira *segunda*", "third *day*". */
function placeAt(said: Said, at: number, nth: number): { rule: DayRule; to: number } | undefined {
  const { lexicon, words } = said;
  const working = endOf(lexicon.workingDay, words, at);
  if (working !== undefined) return { rule: { on: "nth_working_day", nth }, to: working };
  const named = weekdayNamed(said, at);
  if (named !== undefined)
    return nth > 5
      ? undefined
      : { rule: { on: "nth_weekday", nth, weekday: named.weekday }, to: named.to };
  const day = endOf(lexicon.day, words, at);
  return day === undefined ? undefined : { rule: { on: "month_days", days: [nth] }, to: day };
}

/** "every third day" counts days, and "every second Tuesday" may mean every other one. */
function bareEvery({ lexicon, here }: Said, rule: DayRule, nth: number) {
  if (rule.on === "nth_weekday" && nth === 2 && !lexicon.counts24) return { is: "vague" } as const;
  if (rule.on !== "month_days") return undefined;
  if (nth < 2 || lexicon.counts24) return { is: "vague" } as const;
  return { is: "days", rule: { on: "every_n_days", n: nth, from: here.date } } as const;
}

/** "todo dia *9h*" is no day of the month. */
export const isHour = (said: Said, at: number): boolean =>
  pauseBefore(said, at) ||
  Object.values(said.lexicon.parts).some((part) => endOf(part, said.words, at + 1) !== undefined) ||
  wordAt(said, at).includes(":") ||
  /^h\d{2}$/.test(wordAt(said, at + 1)) ||
  endOf(said.lexicon.hourMarks, said.words, at + 1) !== undefined;
