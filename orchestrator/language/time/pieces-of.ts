import { CONVENTIONS } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { quotesIn } from "../quotes.ts";
import { isCovered, pauseBefore, slice } from "../text.ts";
import { recognisePercent } from "../values/number.ts";
import { wordAt } from "../values/recogniser.ts";
import { actionOf } from "../words/deeds.ts";
import { endOf, isAnyAt } from "../words/phrases.ts";
import { endIn, type Piece, type Said, saidAt } from "./piece.ts";
import { amountAt, offsetAt } from "./read-amount.ts";
import { boundAt } from "./read-bounds.ts";
import { bareClockAt, clockAt, furtherClock } from "./read-clock.ts";
import { conditionAt, endInCondition } from "./read-condition.ts";
import { dayAt, weekdayNamed } from "./read-day.ts";
import { recurrenceAt } from "./read-recurrence.ts";
import { beginsRequest, REQUEST_LEXICONS } from "./request-lexicon.ts";

/** More words than these are prose; time is said at its ends. */
const MOST_WORDS = 80;

/**
 * Every word of time of a text, from left to right: at each place the reading that takes most words. What is quoted, or
 * stands behind a colon, is not read.
 */
export function piecesOf(said: Said, isPayload: (at: number) => boolean = () => false): Piece[] {
  const quotes = quotesIn(said);
  const colon = said.text.search(/:\s/);
  const pieces: Piece[] = [];
  const isSaid = (at: number): boolean =>
    !isCovered(quotes, at) &&
    !(colon >= 0 && (said.words[at]?.start ?? 0) > colon && !announces(said, pieces, colon)) &&
    !isPayload(at);
  for (let at = 0; at < Math.min(said.words.length, MOST_WORDS); ) {
    const further = isSaid(at) ? furtherClock(said, pieces.at(-1), at) : undefined;
    const found = further ? [further] : isSaid(at) ? readAt(said, at) : undefined;
    if (found === undefined) at++;
    else {
      pieces.push(...found);
      at = Math.max(at + 1, ...found.map(({ to }) => to));
    }
  }
  return pieces;
}

function announces(said: Said, pieces: readonly Piece[], colon: number): boolean {
  const { words, locale } = said;
  const after = words.findIndex(({ start }) => start > colon);
  const { remind, tellMe } = REQUEST_LEXICONS[locale];
  const isCall = Array.from({ length: after }, (_, from) => from).some(
    (from) => endOf(remind, words, from) === after || endOf(tellMe, words, from) === after,
  );
  const timed = pieces.filter(({ to }) => to <= after);
  const isOfTime = (at: number) => isCovered(timed, at);
  return isCall || words.slice(0, after).every((_, at) => isOfTime(at));
}

function readAt(said: Said, at: number): Piece[] | undefined {
  const alone =
    courtesyAt(said, at) ?? slackAt(said, at) ?? lateAt(said, at) ?? clockOfMoment(said, at);
  if (alone !== undefined) return [alone];
  const recurrence = recurrenceAt(said, at);
  const single = [
    vagueAt(said, at),
    boundAt(said, at),
    offsetAt(said, at),
    grantedAt(said, at),
    dayAt(said, at),
    clockAt(said, at),
    partAt(said, at),
    aroundAt(said, at, (place) => isTimeAt(said, place)),
  ].filter((piece) => piece !== undefined);
  const condition = conditionAt(said, at);
  const bounded = condition === undefined ? undefined : endInCondition(said, at);
  const tonight = tonightAt(said, at);
  const isClear = condition?.comparison !== undefined;
  const isAlone = recurrence === undefined && single.length === 0;
  if (condition !== undefined && (isClear || isAlone)) single.push(condition);
  const both = condition && bounded && [condition, bounded];
  const readings = [recurrence, tonight, both, ...single.map((piece) => [piece])];
  const [longest] = readings
    .filter((reading) => reading !== undefined)
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
  return longest;
}

/** A day, a clock or a length of time stands there. */
const isTimeAt = (said: Said, at: number): boolean =>
  dayAt(said, at) !== undefined ||
  clockAt(said, at) !== undefined ||
  amountAt(said, at) !== undefined ||
  recurrenceAt(said, at) !== undefined ||
  partAt(said, at) !== undefined;

const lengthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + piece.to - piece.from, 0);

function courtesyAt(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const always = endOf(lexicon.courtesy, words, at);
  if (always !== undefined) return { is: "nothing", from: at, to: always };
  const alone = endOf(lexicon.courtesyAlone, words, at);
  const isAlone =
    alone !== undefined &&
    (alone === words.length ||
      pauseBefore(said, alone) ||
      beginsRequest(said, alone) ||
      actionOf(words[alone]?.word ?? "") !== undefined);
  return isAlone ? { is: "nothing", from: at, to: alone } : undefined;
}

function vagueAt(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const to = endOf(lexicon.vague, words, at);
  const later = endOf(lexicon.later, words, at);
  if (later !== undefined && later >= (to ?? 0))
    return { is: "vague", later: true, from: at, to: later };
  if (to !== undefined) return { is: "vague", from: at, to };
  const relative = endOf(lexicon.relative, words, at);
  const clock = relative === undefined ? undefined : bareClockAt(said, relative);
  const day =
    relative === undefined || dayAt(said, at) !== undefined
      ? undefined
      : (dayAt(said, relative) ?? weekdayNamed(said, relative));
  const placed = day ?? (offsetAt(said, at) === undefined ? clock : undefined);
  const open = placed?.to ?? bareNumberAt(said, at) ?? impossibleAt(said, at);
  if (open !== undefined) return { is: "vague", from: at, to: open };
  const amount = amountAt(said, at);
  if (amount === undefined) return undefined;
  const ahead = endOf(lexicon.ahead, words, amount.to);
  const named = ahead === undefined ? undefined : nameBehind(said, ahead);
  if (named !== undefined) {
    const { to, of } = named;
    return { is: "vague", ahead: { amount: amount.amount, ...(of && { of }) }, from: at, to };
  }
  const beside = endOf(lexicon.relativeAfter, words, amount.to);
  return beside === undefined ? undefined : { is: "vague", from: at, to: beside };
}

/** What something is to be so long before, where that is named; undefined: a time is. */
function nameBehind(
  said: Said,
  from: number,
): { readonly to: number; readonly of?: string } | undefined {
  const { text, words } = said;
  if (from === words.length || pauseBefore(said, from)) return { to: from };
  let to = from + 1;
  while (to < words.length && !pauseBefore(said, to)) to++;
  const isTime =
    (dayAt(said, from) ?? bareClockAt(said, from) ?? bareNumberAt(said, from)) !== undefined;
  return isTime || to - from > LONGEST_NAME ? undefined : { to, of: slice(text, words, from, to) };
}

const LONGEST_NAME = 6;

function grantedAt(said: Said, at: number): Piece | undefined {
  const led = endOf(said.lexicon.grants, said.words, at);
  if (led === undefined && clockAt(said, at) !== undefined) return undefined;
  const found = amountAt(said, led ?? at);
  return found !== undefined && thenAsks(said, found.to)
    ? { is: "offset", amount: found.amount, from: at, to: found.to }
    : undefined;
}

function thenAsks(said: Said, at: number): boolean {
  const { words, locale } = said;
  let begin = at;
  while (THEN.has(words[begin]?.word ?? "")) begin++;
  const { remind, tellMe } = REQUEST_LEXICONS[locale];
  const asks = endOf(remind, words, begin) ?? endOf(tellMe, words, begin);
  return asks !== undefined && (begin > at || pauseBefore(said, at));
}
const THEN = wordSet("schedules.then");

function bareNumberAt(said: Said, at: number): number | undefined {
  const { words } = said;
  const led = endIn(said, at, "in");
  if (led === undefined || endIn(said, at, "spans") === led) return undefined;
  const isBare = /^\d{1,3}$/.test(words[led]?.word ?? "") && led + 1 === words.length;
  return isBare ? led + 1 : undefined;
}

function impossibleAt(said: Said, at: number): number | undefined {
  const { words } = said;
  const led = endIn(said, at, "at");
  const begin = led ?? at;
  const word = words[begin]?.word ?? "";
  const written = /^(\d{1,2})[:.](\d{2})$/.exec(word);
  if (written !== null && (word.includes(":") || led !== undefined))
    return Number(written[1]) > 24 || Number(written[2]) > 59 ? begin + 1 : undefined;
  if (!/^\d{1,2}$/.test(word)) return undefined;
  const hour = Number(word);
  const glued = /^h(\d{2})$/.exec(words[begin + 1]?.word ?? "");
  if (glued !== null) return hour > 24 || Number(glued[1]) > 59 ? begin + 2 : undefined;
  const half = endIn(said, begin + 1, "am", "pm");
  if (half !== undefined)
    return hour > 12 && (hour > 23 || !CONVENTIONS[said.locale].counts24) ? half : undefined;
  const mark = led === undefined ? undefined : endIn(said, begin + 1, "hour-mark", "hour-words");
  return mark !== undefined && hour > 24 ? mark : undefined;
}

function slackAt(said: Said, at: number): Piece | undefined {
  const led = endOf(said.lexicon.slack, said.words, at);
  const percent = led === undefined ? undefined : recognisePercent(said, led);
  return percent !== undefined && percent.value > 0 && percent.value <= 100
    ? { is: "slack", percent: percent.value, from: at, to: percent.to }
    : undefined;
}

function lateAt({ lexicon, words }: Said, at: number): Piece | undefined {
  const done = endOf(lexicon.lateDo, words, at);
  if (done !== undefined) return { is: "late", does: "do", from: at, to: done };
  const skipped = endOf(lexicon.lateSkip, words, at);
  return skipped === undefined ? undefined : { is: "late", does: "skip", from: at, to: skipped };
}

function clockOfMoment(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const led = endOf(lexicon.whenItIs, words, at);
  const clock = led === undefined ? undefined : bareClockAt(said, led);
  if (clock !== undefined) return { is: "clock", ...clock, from: at };
  const to = endOf(lexicon.sameTime, words, at);
  if (to === undefined) return undefined;
  const besideDay =
    dayAt(said, to) !== undefined ||
    Array.from({ length: MOST_DAY_WORDS }, (_, back) => at - back - 1).some(
      (from) => from >= 0 && (dayAt(said, from)?.to === at || offsetAt(said, from)?.to === at),
    );
  const [hour, minute] = said.here.time.split(":").map(Number);
  return besideDay && hour !== undefined && minute !== undefined
    ? { is: "clock", hour, minute, isExact: true, from: at, to }
    : undefined;
}
const MOST_DAY_WORDS = 5;

function tonightAt(said: Said, at: number): Piece[] | undefined {
  const to = endIn(said, at, "tonight");
  if (to === undefined) return undefined;
  return [
    { is: "away", days: 0, from: at, to },
    { is: "part", part: "evening", from: to, to },
  ];
}

function partAt(said: Said, at: number): Piece | undefined {
  const [found] = saidAt(said, at, "part");
  return found?.meaning.is === "part"
    ? { is: "part", part: found.meaning.part, from: at, to: found.to }
    : undefined;
}

/** More words than these are a clause of their own. */
const MOST_AROUND_WORDS = 9;
/** No one reminds with so few words before it. */
const MOST_BACK = 6;

/**
 * Something that is no time, around which something is to be told. At the beginning of what is said it goes up to the
 * request, behind the words that ask for a reminder up to what is told.
 * When that is, is for the person to say.
 */
function aroundAt(said: Said, at: number, isTime: (at: number) => boolean): Piece | undefined {
  const opened = endOf(said.lexicon.around, said.words, at);
  if (opened === undefined || opened >= said.words.length || isTime(opened)) return undefined;
  const { from } = withoutCourtesy(said.words);
  const to = at === from ? upToRequest(said, opened, isTime) : behindReminder(said, at, opened);
  return to === undefined ? undefined : { is: "vague", from: at, to };
}

/** Where the request begins behind it; undefined: nowhere near. */
function upToRequest(
  said: Said,
  from: number,
  isTime: (at: number) => boolean,
): number | undefined {
  const { remind, tellMe } = REQUEST_LEXICONS[said.locale];
  for (let at = from + 1; at < Math.min(said.words.length, from + MOST_AROUND_WORDS); at++) {
    const asks =
      isAnyAt([remind, tellMe], said.words, at) ||
      beginsRequest(said, at) ||
      (pauseBefore(said, at) && actionOf(wordAt(said, at)) !== undefined);
    if (asks || isTime(at)) return at;
  }
  return undefined;
}

/** Up to what joins the text that is told: "to", "de". */
function behindReminder(said: Said, at: number, opened: number): number | undefined {
  const { remind, remindJoints } = REQUEST_LEXICONS[said.locale];
  const isBehind = Array.from({ length: MOST_BACK }, (_, back) => at - back - 1).some(
    (place) => place >= 0 && endOf(remind, said.words, place) === at,
  );
  if (!isBehind) return undefined;
  for (let to = opened + 1; to < Math.min(said.words.length, opened + MOST_AROUND_WORDS); to++)
    if (pauseBefore(said, to) || endOf(remindJoints, said.words, to) !== undefined) return to;
  return said.words.length;
}
