import { wordSet } from "#shared/language/words.ts";
import { SMALL_NUMBERS } from "#shared/recognisers/number-words.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { CALENDAR_WORDS } from "../words/calendar-words.ts";
import type { Piece, Said } from "./piece.ts";
import { endIn } from "./said-at.ts";

const SMALL = wordSet("schedule-times.small");
const MOST_SMALL = 2;
/** Of another zone. */
const ZONE = wordSet("schedule-times.zones");
/** Of what is over. */
const PAST = wordSet("schedule-times.past-words");
const YEAR = /^(19|20|21|[3-9]\d)\d{2}$/;

/**
 * Right beside what was read as a time, do words say that it is not this one, that it is over, a year of its own, or
 * another zone's? "às 23h *não* amanhã", "sexta *passada*", "em *2027* às 23h", "às 23h *UTC*". A date that is none
 * ("31/12/9999", "dia 45") counts wherever it stands.
 */
export function saysMoreBeside(
  said: Said,
  pieces: readonly Piece[],
  counts: (at: number) => boolean,
): boolean {
  const { text, words } = said;
  const isTaken = (at: number) => pieces.some(({ from, to }) => at >= from && at < to);
  const isOpen = (at: number) => at >= 0 && at < words.length && !isTaken(at) && counts(at);
  const wordAt = (at: number) => words[at]?.word ?? "";
  const isOfTime = (at: number): boolean =>
    isTaken(at) || CALENDAR_WORDS.has(wordAt(at)) || isNumber(wordAt(at));
  const wordsFrom = (at: number, length: number): string =>
    words
      .slice(at, at + length)
      .map(({ word }) => word)
      .join(" ");
  for (const { is, from, to } of pieces) {
    const before = overSmall(from - 1, -1, wordAt, isTaken);
    if (isOpen(before) && endOfAny("negators", words, before) === before + 1) return true;
    if (isOpen(before) && YEAR.test(wordAt(before))) return true;
    const after = overSmall(to, 1, wordAt, isTaken);
    if (isOpen(after) && [ZONE, PAST].some((some) => some.has(wordAt(after)))) return true;
    if (
      isOpen(from - 1) &&
      isAnd(wordAt(from - 1)) &&
      endIn(said, from - 2, "ordinal", "last-place") === from - 1
    )
      return true;
    if (isOpen(from - 1) && isEither(wordAt(from - 1)) && isOfTime(from - 2)) return true;
    if (isOpen(to) && isEither(wordAt(to)) && isOfTime(to + 1)) return true;
    if (isOpen(to) && [1, 2].some((length) => ROUGHLY.has(wordsFrom(to, length)))) return true;
    if (is === "offset" && isOpen(to) && isNumber(wordAt(to))) return true;
    if (DAYS.has(is) && isOpen(from - 1) && OTHER.has(wordAt(from - 1))) return true;
    if (DAYS.has(is) && isOpen(to) && wordsFrom(to, 2) === "after next") return true;
    if (isOpen(to) && isOpen(to + 1) && wordAt(to + 1) === "time") return true;
  }
  return words.some(
    ({ word, start }, at) =>
      isOpen(at) &&
      ((word === "dia" && /^\d+$/.test(wordAt(at + 1)) && isOpen(at + 1)) ||
        /^\d{1,2}\/\d{1,2}\b/.test(text.slice(start))),
  );
}

const DAYS: ReadonlySet<Piece["is"]> = new Set(["weekday", "date", "away"]);
const OTHER = wordSet("words.other");
const isAnd = (word: string): boolean => word === "e" || word === "and";
const isEither = (word: string): boolean => word === "ou" || word === "or";
/** Behind a time: about then. */
const ROUGHLY = wordSet("schedule-times.roughly");
const isNumber = (word: string): boolean => /^\d+$/.test(word) || SMALL_NUMBERS.has(word);

function overSmall(
  from: number,
  step: 1 | -1,
  wordAt: (at: number) => string,
  isTaken: (at: number) => boolean,
): number {
  let at = from;
  while (Math.abs(at - from) < MOST_SMALL && !isTaken(at) && SMALL.has(wordAt(at))) at += step;
  return at;
}
