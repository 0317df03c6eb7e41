import { NAMED_DAYS, SHORT_WEEKDAYS, WEEKDAYS } from "#shared/calendar/names.ts";
import { dateAt } from "#shared/recognisers/read-date.ts";
import { namedDateAt } from "./named-dates.ts";
import { endOf } from "./phrases.ts";
import { type Piece, type PieceOf, pauseBefore, type Said, wordAt } from "./piece.ts";
import { clockAt } from "./read-clock.ts";

/** "amanhã", "na sexta", "sexta que vem", "dia 5", "25 de dezembro", "next monday", "on the 5th". */
export function dayAt(said: Said, at: number): Piece | undefined {
  return (
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
  const weekday =
    WEEKDAYS.get(word) ??
    (said.lexicon.bareWeekdays.has(word)
      ? (SHORT_WEEKDAYS.get(word) ?? LONGER_SHORTS.get(word))
      : undefined);
  if (weekday === undefined) return undefined;
  const to = endOf(said.lexicon.weekdayAfter, said.words, at + 1);
  return { weekday, to: to ?? at + 1, isFull: to !== undefined };
}
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
    (wordAt(said, at - 1) !== "a" &&
      (at === 0 ||
        found.to === words.length ||
        endOf(lexicon.at, words, found.to) !== undefined ||
        clockAt(said, found.to)?.isExact === true ||
        pauseBefore(said, found.to)));
  if (!isSure) return undefined;
  const isNext =
    next !== undefined || (follows !== undefined && wordAt(said, follows - 1) !== "agora");
  return { is: "weekday", weekday: found.weekday, next: isNext, from: at, to: follows ?? found.to };
}

function datePiece(said: Said, at: number): PieceOf<"date"> | undefined {
  const { lexicon, words, locale } = said;
  const led = endOf(lexicon.on, words, at);
  for (const begin of led === undefined ? [at] : [led, led - 1, at]) {
    const found = dateAt(said, begin, locale);
    if (found === undefined) continue;
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
