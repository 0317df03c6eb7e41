import type { IsoDate } from "#shared/calendar/days.ts";
import { MONTHS, SHORT_MONTHS, STRETCHES, WEEKDAYS } from "#shared/calendar/names.ts";
import type { Period } from "#shared/calendar/period.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { SMALL_NUMBERS } from "./number-words.ts";
import { periodAt, type ReadPeriod } from "./period-at.ts";
import { type Leaning, resolvePeriod } from "./resolve-period.ts";
import { type Words, wordAt, wordsIn } from "./words.ts";

export type { Leaning } from "./resolve-period.ts";

/** What a period is read with, beside its words. */
export type PeriodReading = {
  /** Decides whether 03/04 is in March or in April. The words may be of either language. */
  readonly locale: Locale;
  /** The day of the person who speaks; undefined: relative words ("ontem") are not read. */
  readonly today: () => IsoDate | undefined;
  readonly leaning?: Leaning | undefined;
};

/** A period in a sentence: from word `from` up to, not including, word `to`. */
export type FoundPeriod = { readonly from: number; readonly to: number; readonly value: Period };

/** Longer than anyone speaks of a period. */
const MAX_CHARS = 200;
const OPENINGS = wordSet("periods.openings");
const LEADS = wordSet("periods.leads");
const CONTRACTED = wordSet("periods.contracted");
const ARTICLES = wordSet("periods.articles");
const JOINTS = wordSet("periods.joints");
/** Words that relate a period to another time: a reading that leaves one of them out is not certain. */
const RELATIONS = wordSet("periods.relations");
const SENTENCE_END = /[.!?;:()\n]/;

/**
 * The period that a text is, or that stands in it where the rest says nothing of time: the words of a `*_text` entity.
 * Shape: "últimos 6 meses" on 2026-11-18 gives "P6M/2026-11-18"; undefined where nothing certain is said, and for days
 *        that no calendar has
 */
export function readPeriod(text: string, reading: PeriodReading): Period | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const said = wordsIn(text);
  const whole = wholePeriod(said, reading);
  if (whole !== undefined) return resolved(whole, reading);
  const [only, ...others] = periodsIn(said, reading);
  if (only === undefined || others.length > 0) return undefined;
  const rest = said.words.filter((_, at) => at < only.from || at >= only.to);
  return rest.some(({ word }) => saysWhen(word)) ? undefined : only.value;
}

/** All words are one period, openings aside: "nos últimos 6 meses". */
function wholePeriod(said: Words, { locale }: PeriodReading): ReadPeriod | undefined {
  const last = said.words.length;
  for (let at = 0; at < last; at++) {
    const found = periodAt(said, at, locale);
    if (found?.to === last) return found;
    if (!OPENINGS.has(wordAt(said, at))) return undefined;
  }
  return undefined;
}

/** A word that would change a period which stands beside it. */
const saysWhen = (word: string): boolean =>
  /^\d/.test(word) ||
  [MONTHS, SHORT_MONTHS, WEEKDAYS, STRETCHES, SMALL_NUMBERS].some((names) => names.has(word)) ||
  RELATIONS.has(word);

/** The periods of a sentence, from left to right, each the longest there. */
export function periodsIn(said: Words, reading: PeriodReading): FoundPeriod[] {
  const found: FoundPeriod[] = [];
  let inside = said;
  for (let at = 0; at < said.words.length; ) {
    // Looked for once in a sentence, and not from each of its words on.
    if (at === 0 || at >= inside.words.length) inside = within(said, at);
    const joins = found.at(-1)?.to === at - 1 && JOINTS.has(wordAt(said, at - 1));
    const one = certainAt(inside, at, joins, reading);
    const value = one && resolved(one, reading);
    if (one !== undefined && value !== undefined) found.push({ from: at, to: one.to, value });
    // "30 de fevereiro" is no day, and not February either.
    at = one?.to ?? at + 1;
  }
  return found;
}

/**
 * The period that begins at a word of a sentence, where the words cannot be anything else; `joins`: it is joined to
 * another one, as the second year of "em 2024 e 2025".
 */
function certainAt(
  said: Words,
  at: number,
  joins: boolean,
  { locale }: PeriodReading,
): ReadPeriod | undefined {
  const found = periodAt(said, at, locale);
  if (found === undefined) return undefined;
  const before = wordAt(said, at - 1);
  switch (found.strength) {
    case "named":
      return found;
    case "led":
      return joins || LEADS.has(before) ? found : undefined;
    case "articled":
      return CONTRACTED.has(before) || (ARTICLES.has(wordAt(said, at)) && LEADS.has(before))
        ? found
        : undefined;
    case "alone":
      return undefined;
  }
}

const resolved = ({ value }: ReadPeriod, { today, leaning = "past" }: PeriodReading) =>
  resolvePeriod(value, today, leaning);

/** The longest period that begins at a word, where something else says that one does. */
export function periodFrom(
  said: Words,
  at: number,
  reading: PeriodReading,
): FoundPeriod | undefined {
  const found = periodAt(within(said, at), at, reading.locale);
  const value = found && resolved(found, reading);
  return found === undefined || value === undefined ? undefined : { from: at, to: found.to, value };
}

/** The words up to the end of the sentence that word `at` is in. */
function within(said: Words, at: number): Words {
  const { text, words } = said;
  for (let next = at; next + 1 < words.length; next++)
    if (SENTENCE_END.test(text.slice(words[next]?.end, words[next + 1]?.start)))
      return { text, words: words.slice(0, next + 1) };
  return said;
}
