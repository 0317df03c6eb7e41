import { shift } from "#shared/calendar/days.ts";
import { NAMED_DAYS, SHORT_WEEKDAYS, WEEKDAYS } from "#shared/calendar/names.ts";
import { dateAt } from "#shared/recognisers/read-date.ts";
import { touchesNext } from "#shared/recognisers/words.ts";
import { namedDateAt } from "./named-dates.ts";
import { endOf } from "./phrases.ts";
import { type Piece, type PieceOf, pauseBefore, type Said, wordAt } from "./piece.ts";
import { placeDays } from "./place-days.ts";
import { amountAt } from "./read-amount.ts";
import { clockAt } from "./read-clock.ts";

/** "amanhã", "na sexta", "sexta que vem", "dia 5", "25 de dezembro", "next monday", "on the 5th". */
export function dayAt(said: Said, at: number): Piece | undefined {
  return (
    countedFrom(said, at) ??
    namedDateAt(said, at) ??
    named(said, at) ??
    weekdayPiece(said, at) ??
    datePiece(said, at) ??
    farAway(said, at)
  );
}

function named(said: Said, at: number): PieceOf<"away"> | undefined {
  const { words } = said;
  const on = endOf(said.lexicon.on, words, at) ?? at;
  for (const begin of on === at ? [at] : [at, on])
    for (const [phrase, days] of NAMED_DAYS)
      if (
        days >= 0 &&
        phrase.every((word, offset) => words[begin + offset]?.word === word) &&
        phrase[0] !== "tonight"
      )
        return { is: "away", days, from: at, to: begin + phrase.length };
  return undefined;
}

/** The day of the week that a word names; 0 is Sunday. */
export function weekdayNamed(
  said: Said,
  at: number,
): { weekday: number; to: number; isFull: boolean } | undefined {
  const word = wordAt(said, at);
  const counted = numberedWeekday(said, at);
  const weekday =
    counted ??
    WEEKDAYS.get(word) ??
    said.lexicon.shortWeekdays.get(word) ??
    (said.lexicon.bareWeekdays.has(word)
      ? (SHORT_WEEKDAYS.get(word) ?? LONGER_SHORTS.get(word))
      : undefined);
  if (weekday === undefined) return undefined;
  const end = counted === undefined ? at + 1 : at + 2;
  const to = endOf(said.lexicon.weekdayAfter, said.words, end);
  return { weekday, to: to ?? end, isFull: to !== undefined };
}

/** "2a", "6ª": Monday to Friday by their numbers. */
const numberedWeekday = (said: Said, at: number): number | undefined =>
  wordAt(said, at + 1) === "a" && touchesNext(said, at)
    ? said.lexicon.weekdayNumbers.get(wordAt(said, at))
    : undefined;
const LONGER_SHORTS = new Map([
  ["tues", 2],
  ["thur", 4],
  ["thurs", 4],
]);

function weekdayPiece(said: Said, at: number): PieceOf<"weekday"> | undefined {
  const { lexicon, words } = said;
  const next = endOf(lexicon.weekdayNext, words, at);
  const led = next ?? endOf(lexicon.weekdayBefore, words, at);
  const found = weekdayNamed(said, led ?? at);
  if (found === undefined) return undefined;
  const follows = endOf(lexicon.weekdayNextAfter, words, found.to);
  const isSure =
    led !== undefined ||
    found.isFull ||
    follows !== undefined ||
    lexicon.bareWeekdays.has(wordAt(said, at)) ||
    (isShort(said, led ?? at) && beginsClock(said, found.to)) ||
    (wordAt(said, at - 1) !== "a" &&
      !isShort(said, led ?? at) &&
      (at === 0 ||
        found.to === words.length ||
        endOf(lexicon.at, words, found.to) !== undefined ||
        clockAt(said, found.to)?.isExact === true ||
        datePiece(said, found.to) !== undefined ||
        pauseBefore(said, found.to)));
  if (!isSure) return undefined;
  const isNext =
    next !== undefined || (follows !== undefined && wordAt(said, follows - 1) !== "agora");
  return { is: "weekday", weekday: found.weekday, next: isNext, from: at, to: follows ?? found.to };
}

/** "ter", "2a": other words as well. */
const isShort = (said: Said, at: number): boolean =>
  said.lexicon.shortWeekdays.has(wordAt(said, at)) || numberedWeekday(said, at) !== undefined;

const beginsClock = (said: Said, at: number): boolean =>
  endOf(said.lexicon.at, said.words, at) !== undefined || clockAt(said, at) !== undefined;

/** "a week from friday", "uma semana depois de amanhã": a day that is counted from another. */
function countedFrom(said: Said, at: number): PieceOf<"date"> | undefined {
  const amount = amountAt(said, at);
  if (amount === undefined || amount.amount.ms > 0) return undefined;
  const back = endOf(said.lexicon.beforeDay, said.words, amount.to);
  const isWeeks = amount.unit === "week";
  // "a week today"
  const beside = isWeeks && named(said, amount.to) !== undefined ? amount.to : undefined;
  const joint = endOf(said.lexicon.fromDay, said.words, amount.to) ?? back ?? beside;
  if (joint === undefined) return undefined;
  const from =
    named(said, joint) ??
    namedDateAt(said, joint) ??
    weekdayAfter(said, joint) ??
    datePiece(said, joint) ??
    (back === joint ? datePiece(said, joint - 1) : undefined);
  const placed = from && placeDays([from], said);
  if (from === undefined || placed === undefined || "unclear" in placed) return undefined;
  const { months, days } = amount.amount;
  const sign = joint === back ? -1 : 1;
  const date = shift(shift(placed.date, sign * months, "month"), sign * days, "day");
  const [year, month, day] = date.split("-").map(Number);
  return day === undefined || month === undefined || year === undefined
    ? undefined
    : { is: "date", day, month, year, from: at, to: from.to };
}

function weekdayAfter(said: Said, at: number): PieceOf<"weekday"> | undefined {
  const found = weekdayNamed(said, at);
  return found && { is: "weekday", weekday: found.weekday, next: false, from: at, to: found.to };
}

function datePiece(said: Said, at: number): PieceOf<"date"> | undefined {
  const { lexicon, words, locale } = said;
  const led = endOf(lexicon.on, words, at);
  for (const begin of led === undefined ? [at] : [led, led - 1, at]) {
    const found = dateAt(said, begin, locale);
    if (found === undefined) continue;
    // "Bom *dia! 14h* ..." greets, and says an hour.
    if (wordAt(said, begin) === "dia" && pauseBefore(said, begin + 1)) continue;
    const { day, month, year } = found.value;
    // A month or a year alone is no day, nor is a figure that nothing calls one.
    if (
      day === undefined ||
      (found.strength === "led" &&
        begin === at &&
        wordAt(said, at) !== "the" &&
        wordAt(said, at) !== "dia")
    )
      continue;
    if (
      month === undefined &&
      wordAt(said, begin) !== "dia" &&
      wordAt(said, begin) !== "the" &&
      led === undefined
    )
      continue;
    return {
      is: "date",
      ...(isEitherWay(said, begin) && { isUnclear: true }),
      day,
      ...(month !== undefined && { month }),
      ...(year !== undefined && { year }),
      from: at,
      to: found.to,
    };
  }
  return undefined;
}

/** "on 10/12": people who write English put the day first or the month first. */
function isEitherWay({ lexicon, words, text }: Said, at: number): boolean {
  const first = words[at];
  const second = words[at + 1];
  if (lexicon.counts24 || first === undefined || second === undefined) return false;
  const isFigures = /^\d{1,2}$/.test(first.word) && /^\d{1,2}$/.test(second.word);
  return (
    isFigures &&
    text.slice(first.end, second.start) === "/" &&
    Number(first.word) <= 12 &&
    Number(second.word) <= 12 &&
    Number(first.word) !== Number(second.word)
  );
}

function farAway({ lexicon, words }: Said, at: number): Piece | undefined {
  const week = endOf(lexicon.nextWeek, words, at);
  if (week !== undefined) return { is: "next_week", from: at, to: week };
  const month = endOf(lexicon.nextMonth, words, at);
  return month === undefined ? undefined : { is: "next_month", from: at, to: month };
}
