import { MONTHS } from "#shared/calendar/names.ts";
import { recogniseNumber } from "../../understanding/recognisers/number.ts";
import { namedDateAt } from "./named-dates.ts";
import { after, endOf } from "./phrases.ts";
import type { Piece, Said } from "./piece.ts";
import { wordAt } from "./piece.ts";
import { amountAt } from "./read-amount.ts";
import { bareClockAt, clockAt } from "./read-clock.ts";
import { dayAt, weekdayNamed as dayNamed } from "./read-day.ts";

/** "até sexta às 18h", "por uma semana", "a partir de amanhã", "das 9 às 18", "3 vezes": where something begins and ends. */
export const boundAt = (said: Said, at: number): Piece | undefined =>
  untilAt(said, at) ??
  during(said, at) ??
  starting(said, at) ??
  between(said, at) ??
  times(said, at);

function untilAt(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const led = endOf(lexicon.until, words, at);
  if (led === undefined) return undefined;
  for (const begin of [
    led,
    ["o", "a", "as", "no", "na", "the", "dia"].includes(wordAt(said, led - 1)) ? led - 1 : led,
  ]) {
    const month = endOf(lexicon.endOfMonth, words, begin);
    if (month !== undefined) return { is: "until", pieces: [], end: "month", from: at, to: month };
    const year = endOf(lexicon.endOfYear, words, begin);
    if (year !== undefined) return { is: "until", pieces: [], end: "year", from: at, to: year };
    const ofMonth = endOf(lexicon.endOf, words, begin);
    const month2 = ofMonth === undefined ? undefined : MONTHS.get(wordAt(said, ofMonth));
    if (ofMonth !== undefined && month2 !== undefined)
      return {
        is: "until",
        pieces: [{ is: "date", month: month2, from: ofMonth, to: ofMonth + 1 }],
        from: at,
        to: ofMonth + 1,
      };
    const feast = namedDateAt(said, begin, true);
    const found = feast === undefined ? pointsAt(said, begin) : { pieces: [feast], to: feast.to };
    if (found !== undefined) return { is: "until", pieces: found.pieces, from: at, to: found.to };
  }
  const named = MONTHS.get(wordAt(said, led));
  if (named === undefined) return undefined;
  return {
    is: "until",
    pieces: [{ is: "date", month: named, from: led, to: led + 1 }],
    from: at,
    to: led + 1,
  };
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

/** Behind "até" a weekday is one: "até sexta". */
function loneWeekday(said: Said, at: number): Piece | undefined {
  const found = dayNamed(said, at);
  return found && { is: "weekday", weekday: found.weekday, next: false, from: at, to: found.to };
}

function during(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const led = endOf(lexicon.during, words, at);
  if (led === undefined) return undefined;
  const isNext = wordAt(said, led - 1).startsWith("proxim") || wordAt(said, led - 1) === "next";
  const unit = isNext ? lexicon.units.get(wordAt(said, led)) : undefined;
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
  const found = pointsAt(said, led);
  // "from 9 to 18" and "from monday to friday" are no beginnings.
  if (found === undefined || endOf(lexicon.betweenTo, words, found.to) !== undefined)
    return undefined;
  return { is: "starting", pieces: found.pieces, from: at, to: found.to };
}

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

function times(said: Said, at: number): Piece | undefined {
  const { lexicon, words } = said;
  const once = endOf(lexicon.once, words, at);
  if (once !== undefined) return { is: "times", count: 1, from: at, to: once };
  const number = recogniseNumber(said, after(lexicon.during, words, at));
  const to = number && endOf(lexicon.times, words, number.to);
  if (
    number === undefined ||
    to === undefined ||
    !Number.isInteger(number.value) ||
    number.value < 2
  )
    return undefined;
  // "2 vezes por dia" says how often and not when.
  if (["por", "ao", "a", "per", "no", "na"].includes(wordAt(said, to))) {
    const unit = lexicon.units.get(wordAt(said, to + 1));
    if (unit !== undefined) return { is: "vague", from: at, to: to + 2 };
  }
  return { is: "times", count: number.value, from: at, to };
}
