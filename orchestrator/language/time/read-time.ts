import { type Holidays, nationalHolidays } from "#shared/calendar/holidays.ts";
import { MONTHS, NAMED_DAYS, WEEKDAYS } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordList, wordMap, wordSet } from "#shared/language/words.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { rememberTexts } from "../remember-texts.ts";
import { slipsBetween } from "../spelling/slips.ts";
import { isCovered, joined, type Token, tokens } from "../text.ts";
import { SMALL_NUMBERS } from "../values/number.ts";
import { isCommonWord } from "../words/common-words.ts";
import type { TimeBeside } from "./beside.ts";
import { CALENDAR_WORDS, TIME_LEXICONS } from "./lexicon.ts";
import { opensReminder } from "./own-text-in.ts";
import { endIn, hereAt, type Piece, type Said } from "./piece.ts";
import type { Now } from "./place-times.ts";
import { asking, type TimeReading } from "./reading.ts";
import { readingOf } from "./reading-of.ts";

/** Shorter words are too near to others. */
const SHORTEST = 6;
/** Two slips are taken back in words that are so long. */
const LONG = 8;

const named = [...MONTHS.keys(), ...WEEKDAYS.keys(), ...NAMED_DAYS.map(([phrase]) => phrase[0])]
  .filter((word) => word !== undefined)
  .filter((word) => word.length >= SHORTEST);
const known = (locale: Locale): readonly string[] => [
  ...new Set([...named, ...wordList("schedule-times.spelled-right", locale)]),
];
const WORDS = byLocale(known);
const ALL = new Set(Object.values(WORDS).flat());
/** As people write them in haste. */
const SHORT = new Map(
  [...wordMap("schedule-times.shorthand")].map(([short, word]) => [short, word.join(" ")]),
);
const MOST_SEEN = 5000;
const RIGHT = byLocale((locale) =>
  rememberTexts(MOST_SEEN, (word) =>
    isCommonWord(word) ? word : (nearest(word, WORDS[locale]) ?? word),
  ),
);

/** Words with slips in words of time put right. What may be another word stays. */
function timeWordsRight(words: readonly Token[], locale: Locale): readonly Token[] {
  return words.map((token) => {
    const right = SHORT.get(token.word) ?? rightOf(token.word, locale);
    return right === token.word ? token : { ...token, word: right };
  });
}

const rightOf = (word: string, locale: Locale): string =>
  word.length < SHORTEST - 1 || ALL.has(word) || !/^[a-z]+$/.test(word)
    ? word
    : RIGHT[locale](word);

/** Letters that are missing, doubled or have changed places, and no other letters at its edges. */
function nearest(word: string, among: readonly string[]): string | undefined {
  let best: { meant: string; cost: number } | undefined;
  for (const meant of among) {
    if (meant[0] !== word[0]) continue;
    const most = meant.length >= LONG ? 2 : 1;
    const slips = slipsBetween(word, meant, most);
    if (slips === undefined || slips.atAnEdge || slips.cost > 0.95 * most) continue;
    if (best === undefined || slips.cost < best.cost) best = { meant, cost: slips.cost };
  }
  return best?.meant;
}

/** Holds words of time together. */
const BETWEEN = wordSet("schedule-times.around-times");
const LENGTHS = wordSet("nouns.lengths-of-time");
const MOST_BETWEEN = 2;
const BRAZIL = nationalHolidays();

export type ReadTimeOptions = {
  holidays?: Holidays;
  words?: readonly Token[];
  /** Called when what the text says depends on the instant at which it is said. */
  onClock?: (() => void) | undefined;
  beside?: TimeBeside | undefined;
};

/**
 * What a text says about when, how often, until when or on what condition. Pure: the same text at the same instant, zone
 * and language says the same.
 * Errors: RangeError for an unknown zone
 * Cost:  about 50 us without words of time; with a recurrence some milliseconds for its instants
 */
export function readTime(
  text: string,
  now: number,
  zone: string,
  locale: Locale,
  { holidays = BRAZIL, words: written = tokens(text), onClock, beside }: ReadTimeOptions = {},
): TimeReading {
  const words = timeWordsRight(written, locale);
  let here: Said["here"] | undefined;
  const said: Said = {
    text,
    words,
    locale,
    today: () => undefined,
    lexicon: TIME_LEXICONS[locale],
    get here() {
      onClock?.();
      here ??= hereAt(now, zone);
      return here;
    },
  };
  const at: Now = {
    zone,
    holidays,
    get now() {
      onClock?.();
      return now;
    },
  };
  const { combined, pieces, own } = readingOf(said, at, beside);
  const isOwn = (at: number): boolean => isCovered(own, at);
  if (combined.kind === "none") {
    const isClock = words.some(
      ({ word, start }, at) => /^\d{1,2}:\d{2}$/.test(word) && !isOwn(at) && !isQuoted(text, start),
    );
    const none = opensReminder(said) ? asking("no_time") : combined;
    return { ...(isClock ? asking("unread") : none), rest: text, words: "" };
  }
  const { rest, taken } = without(said, pieces);
  const counts = (at: number) => !isOwn(at) && !isQuoted(text, words[at]?.start ?? 0);
  const isLeft =
    combined.kind !== "ask" &&
    (saysMoreBeside(said, pieces, counts) ||
      words.some(({ word }, at) => isOfTime(word) && !isCovered(pieces, at) && counts(at)));
  const { condition } = combined;
  const checked = isLeft ? { ...asking("unread"), ...(condition && { condition }) } : combined;
  return { ...checked, rest, words: taken };
}

const isOfTime = (word: string): boolean =>
  /^\d{1,2}:\d{2}$/.test(word) ||
  (CALENDAR_WORDS.has(word) && !LENGTHS.has(word) && !AMBIGUOUS.has(word));
/** Numbers of things, a verb, a name: words that name a day or a month only beside another. */
const AMBIGUOUS = wordSet("schedule-times.ambiguous");
const isQuoted = (text: string, at: number): boolean =>
  /["\u201c\u00ab]|:\s/.test(text.slice(0, at));

/** The text without what says when, and these words. */
function without({ text, words }: Said, pieces: readonly Piece[]): { rest: string; taken: string } {
  const isTaken = words.map((_, at) => isCovered(pieces, at));
  for (let at = 0; at < words.length; at++) {
    if (isTaken[at] !== false || isTaken[at - 1] !== true) continue;
    let to = at;
    while (to < words.length && to - at < MOST_BETWEEN && BETWEEN.has(words[to]?.word ?? "")) to++;
    if (isTaken[to] === true) isTaken.fill(true, at, to);
  }
  const kept: string[] = [];
  const taken: string[] = [];
  let run: { start: number; isTaken: boolean } = { start: 0, isTaken: isTaken[0] === true };
  const close = (end: number) => {
    const piece = text.slice(run.start, end);
    (run.isTaken ? taken : kept).push(piece);
  };
  for (let at = 1; at < words.length; at++) {
    if ((isTaken[at] === true) === run.isTaken) continue;
    const start = words[at]?.start ?? text.length;
    close(start);
    run = { start, isTaken: isTaken[at] === true };
  }
  close(text.length);
  return { rest: tidy(kept.join(" ")), taken: tidy(taken.join(" ")) };
}

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/\s+([,.;!?])/g, "$1")
    .replace(/,(?=[,.!?])/g, "")
    .replace(/^[\s,;.:\u2013\u2014-]+/, "")
    .replace(/[\s,;:\u2013\u2014-]+$/, "");

const SMALL = wordSet("schedule-times.small");
const MOST_SMALL = 2;
/** Of another zone. */
const ZONE = wordSet("schedule-times.zones");
/** Of what is over. */
const PAST = wordSet("schedule-times.past-words");
const YEAR = /^(19|20|21|[3-9]\d)\d{2}$/;

/**
 * Right beside what was read as a time, do words say that it is not this one, that it is over, a year of its own, or
 * another zone's? A date that is none counts wherever it stands.
 */
function saysMoreBeside(
  said: Said,
  pieces: readonly Piece[],
  counts: (at: number) => boolean,
): boolean {
  const { text, words } = said;
  const isTaken = (at: number) => isCovered(pieces, at);
  const isOpen = (at: number) => at >= 0 && at < words.length && !isTaken(at) && counts(at);
  const wordAt = (at: number) => words[at]?.word ?? "";
  const isOfTime = (at: number): boolean =>
    isTaken(at) || CALENDAR_WORDS.has(wordAt(at)) || isNumber(wordAt(at));
  const wordsFrom = (at: number, length: number): string => joined(words.slice(at, at + length));
  for (const { is, from, to } of pieces) {
    const before = overSmall(from - 1, -1, wordAt, isTaken);
    if (isOpen(before) && endOfAny("negators", words, before) === before + 1) return true;
    if (isOpen(before) && YEAR.test(wordAt(before))) return true;
    const after = overSmall(to, 1, wordAt, isTaken);
    if (isOpen(after) && [ZONE, PAST].some((some) => some.has(wordAt(after)))) return true;
    if (
      isOpen(from - 1) &&
      AND.has(wordAt(from - 1)) &&
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
const AND = wordSet("words.and");
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
