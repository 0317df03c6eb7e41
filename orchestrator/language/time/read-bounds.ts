import { MONTHS } from "#shared/calendar/names.ts";
import { wordNumbers, wordSet } from "#shared/language/words.ts";
import { recogniseNumber } from "../values/number.ts";
import { wordAt } from "../values/recogniser.ts";
import { after, endOf } from "../words/phrases.ts";
import type { TimeUnit } from "./lexicon.ts";
import { endIn, type Piece, type PieceOf, type Said, saidAt } from "./piece.ts";
import { amountAt } from "./read-amount.ts";
import { bareClockAt, clockAt } from "./read-clock.ts";
import { dayAt, weekdayNamed as dayNamed, namedDateAt } from "./read-day.ts";

/** Where something begins and ends. */
export const boundAt = (said: Said, at: number): Piece | undefined =>
  untilAt(said, at) ??
  during(said, at) ??
  starting(said, at) ??
  between(said, at) ??
  times(said, at);

function untilAt(said: Said, at: number): Piece | undefined {
  const led = endOf(said.lexicon.until, said.words, at);
  if (led === undefined) return undefined;
  const begins = ARTICLES.has(wordAt(said, led - 1)) ? [led - 1, led] : [led];
  const found = begins.flatMap((begin) => endAt(said, begin) ?? []);
  const [longest] = found.toSorted((a, b) => b.to - a.to);
  return longest && { is: "until", ...longest, from: at };
}
const ARTICLES = wordSet("words.articles-before-days");

type End = Pick<PieceOf<"until">, "pieces" | "end" | "to">;

function endAt(said: Said, begin: number): End | undefined {
  const { lexicon, words } = said;
  const month = endOf(lexicon.endOfMonth, words, begin);
  if (month !== undefined) return { pieces: [], end: "month", to: month };
  const year = endOf(lexicon.endOfYear, words, begin);
  if (year !== undefined) return { pieces: [], end: "year", to: year };
  const feast = namedDateAt(said, begin, true);
  const points = feast === undefined ? pointsAt(said, begin) : { pieces: [feast], to: feast.to };
  if (points !== undefined) return points;
  const at = after(lexicon.endOf, words, begin);
  const named = MONTHS.get(wordAt(said, at));
  return named === undefined
    ? undefined
    : { pieces: [{ is: "date", month: named, from: at, to: at + 1 }], to: at + 1 };
}

/** Days and a time that stand together, in either order. */
function pointsAt(said: Said, at: number): { pieces: Piece[]; to: number } | undefined {
  const first = dayAt(said, at) ?? loneWeekday(said, at) ?? clockIn(said, at);
  if (first === undefined) return undefined;
  const pieces = [first];
  let to = first.to;
  for (;;) {
    const isDay = pieces.some(({ is }) => is === "clock");
    const next = isDay ? dayAt(said, to) : clockAt(said, to);
    if (next === undefined || pieces.length > 2) break;
    pieces.push(next);
    to = next.to;
  }
  return { pieces, to };
}

function clockIn(said: Said, at: number): Piece | undefined {
  const clock = clockAt(said, at) ?? bareClockAt(said, at);
  return clock && { ...clock, is: "clock", from: at };
}

function loneWeekday(said: Said, at: number): Piece | undefined {
  const found = dayNamed(said, at);
  return found && { is: "weekday", weekday: found.weekday, next: false, from: at, to: found.to };
}

function during(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const led = endOf(lexicon.during, words, at);
  if (led === undefined) return undefined;
  const isNext = wordAt(said, led - 1).startsWith("proxim") || wordAt(said, led - 1) === "next";
  const unit = isNext ? unitAt(said, led) : undefined;
  const amount =
    unit === "week" || unit === "month"
      ? {
          amount: { months: unit === "month" ? 1 : 0, days: unit === "week" ? 7 : 0, ms: 0 },
          to: led + 1,
        }
      : amountAt(said, led);
  return amount && { is: "until", pieces: [], amount: amount.amount, from: at, to: amount.to };
}

function starting(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const now = endOf(lexicon.fromNowOn, words, at);
  if (now !== undefined) return { is: "nothing", from: at, to: now };
  const led = endOf(lexicon.starting, words, at);
  if (led === undefined) return undefined;
  const tonight = endIn(said, led, "tonight");
  if (tonight !== undefined) {
    const today: Piece = { is: "away", days: 0, from: led, to: tonight };
    return { is: "starting", pieces: [today], from: at, to: tonight };
  }
  const begin = NOW.has(wordAt(said, led)) ? led + 1 : led;
  const found = pointsAt(said, begin) ?? pointsAt(said, led);
  if (found === undefined || endOf(lexicon.betweenTo, words, found.to) !== undefined)
    return undefined;
  return { is: "starting", pieces: found.pieces, from: at, to: found.to };
}

const NOW = wordSet("words.now");

function between(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const led = endOf(lexicon.between, words, at);
  const start = led === undefined ? undefined : bareClockAt(said, led);
  const joint = start && endOf(lexicon.betweenTo, words, start.to);
  const end = joint === undefined ? undefined : bareClockAt(said, joint);
  if (start === undefined || end === undefined) return undefined;
  const clock = ({ hour, minute, isExact }: typeof start) => ({ hour, minute, isExact });
  return { is: "between", start: clock(start), end: clock(end), from: at, to: end.to };
}

const TWICE = wordNumbers("schedule-times.how-often");
/** The unit of time that a word names. */
function unitAt(said: Said, at: number): TimeUnit | undefined {
  const [found] = [...saidAt(said, at, "unit"), ...saidAt(said, at, "units")];
  return found?.meaning.is === "unit" && found.meaning.part.count === 1
    ? found.meaning.part.unit
    : undefined;
}

function times(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const once = endOf(lexicon.once, words, at);
  if (once !== undefined) return { is: "times", count: 1, from: at, to: once };
  const twice = TWICE.get(wordAt(said, at));
  const number =
    twice === undefined
      ? recogniseNumber(said, after(lexicon.during, words, at))
      : { value: twice, to: at + 1 };
  const to = twice === undefined ? number && endOf(lexicon.times, words, number.to) : at + 1;
  if (
    number === undefined ||
    to === undefined ||
    !Number.isInteger(number.value) ||
    number.value < 2
  )
    return undefined;
  const [daily, weekly] = ["daily", "weekly"].map((category) => endIn(said, to, category));
  const often = daily ?? weekly;
  if (twice !== undefined && often !== undefined) {
    const unit = daily === undefined ? "week" : "day";
    return { is: "often", count: twice, unit, from: at, to: often };
  }
  if (["por", "ao", "a", "per", "no", "na"].includes(wordAt(said, to))) {
    const unit = unitAt(said, to + 1);
    if (unit !== undefined) return { is: "often", count: number.value, unit, from: at, to: to + 2 };
  }
  return twice === undefined
    ? { is: "times", count: number.value, from: at, to }
    : { is: "vague", from: at, to };
}
