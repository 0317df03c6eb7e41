import type { Locale } from "#shared/contracts/names.ts";
import {
  byLocale,
  classesOf,
  wordList,
  wordMap,
  wordNumbers,
  wordSet,
} from "#shared/language/words.ts";
import { dayParts, PHRASES, type TimeLexicon, type TimeUnit, timeUnits, WORDS } from "./lexicon.ts";
import { type Phrases, phrasesIn, phrasesOf } from "./phrases.ts";
import { verbsOf } from "./verb-forms.ts";

/** Every language's words of time. */
export const TIME_LEXICONS: Readonly<Record<Locale, TimeLexicon>> = byLocale((locale) => ({
  ...classesOf(PHRASES, (name) => phrasesIn(`schedule-times.${name}`, locale)),
  ...classesOf(WORDS, (name) => wordSet(`schedule-times.${name}`, locale)),
  quarters: phrasesByNumber("schedule-times.quarters", locale),
  units: unitsOf(locale),
  minutesBefore: phrasesByNumber("schedule-times.minutes-before", locale),
  parts: classesOf(dayParts, (part) => phrasesIn(`schedule-times.parts.${part}`, locale)),
  counts24: isTrue("schedule-times.counts-24", locale),
  pluralWeekdays: wordNumbers("schedule-times.plural-weekdays", locale),
  shortWeekdays: wordNumbers("schedule-times.short-weekdays", locale),
  weekdayNumbers: wordNumbers("schedule-times.weekday-numbers", locale),
  nextIsUnclear: isTrue("schedule-times.next-is-unclear", locale),
  ordinals: wordNumbers("schedule-times.ordinals", locale),
  verbs: verbsOf(locale),
}));

function isTrue(key: string, locale: Locale): boolean {
  return wordList(key, locale)[0] === "yes";
}

function phrasesByNumber(key: string, locale: Locale): (readonly [number, Phrases])[] {
  return [...wordMap(key, locale)].map(([number, phrases]) => [
    Number(number),
    phrasesOf(...phrases),
  ]);
}

function unitsOf(locale: Locale): ReadonlyMap<string, TimeUnit> {
  return new Map(
    timeUnits.flatMap((unit) =>
      wordList(`schedule-times.units.${unit}`, locale).map((word) => [word, unit] as const),
    ),
  );
}
