import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, phraseWords, wording, wordSet } from "#shared/language/words.ts";
import { normalised, slice, type Token, tokens, wordsIn } from "../text.ts";
import { recogniseMoney, recogniseNumber, recognisePercent } from "../values/number.ts";
import { sentenceOf } from "../values/recogniser.ts";
import { isCommonWord } from "../words/common-words.ts";
import { after, phrasesIn, saysAt } from "../words/phrases.ts";

/** Before what something is to be about. */
const OF = byLocale((locale) => phrasesIn("schedules.of-a-subject", locale));

/** What something is to be about, without the words that lead to it. Pure. */
export function subjectOf(text: string, locale: Locale): string {
  const said = tokens(text);
  return text.slice(said[after(OF[locale], said, 0)]?.start ?? text.length);
}

/** More is said than such values, words that say nothing apart. Pure. */
export function saysMoreThan(text: string, values: readonly string[]): boolean {
  const known = new Set(values.flatMap((value) => wordsIn(value)));
  return tokens(text).some(({ word }) => !known.has(word) && !isCommonWord(word));
}

const PRONOUNS = wordSet("words.pronouns-of-subjects");
/** Nothing but pronouns for what was spoken of. Pure. */
export function isPronoun(text: string): boolean {
  const said = tokens(text);
  return said.length > 0 && said.every(({ word }) => PRONOUNS.has(word));
}

const BEFORE_A_VALUE = phraseWords("schedules.before-a-value");

/** What a watch is about, and its threshold behind that. undefined: the text does not end with a number. Pure. */
export function readValued(text: string): { subject: string; value: string } | undefined {
  const [, before, value] = /^(.*\p{L}\S*)\s+(\d[\d.,]*\s?%?)$/su.exec(text.trim()) ?? [];
  if (before === undefined || value === undefined) return undefined;
  const said = tokens(before);
  const lead = BEFORE_A_VALUE.filter(
    (phrase) => phrase.length < said.length && endsWith(said, phrase),
  ).map(({ length }) => length);
  return { subject: slice(before, said, 0, said.length - Math.max(0, ...lead)), value };
}

const endsWith = (said: readonly Token[], phrase: readonly string[]): boolean =>
  saysAt(said, said.length - phrase.length, phrase);

const CURRENCIES = wordSet("nouns.units-of-values");

/** Another threshold, and nothing else. undefined: more is said, or an hour. Pure. */
export function readThreshold(
  text: string,
  locale: Locale,
): { value: number; isPercent: boolean } | undefined {
  if (/\d\s?(?:h|:)\d*\b/i.test(text)) return undefined;
  const sentence = sentenceOf(text, locale);
  const percent = recognisePercent(sentence, 0);
  const found = percent ?? recogniseMoney(sentence, 0) ?? recogniseNumber(sentence, 0);
  const isAll =
    found !== undefined &&
    (found.to >= sentence.words.length || CURRENCIES.has(sentence.words[found.to]?.word ?? ""));
  return isAll ? { value: found.value, isPercent: percent !== undefined } : undefined;
}

const SIDES = byLocale((locale) => ({
  over: wordSet("schedules.sides.over", locale),
  under: wordSet("schedules.sides.under", locale),
  of: wordSet("schedules.sides.of", locale),
  before: phraseWords("schedules.sides.before", locale),
}));
const TELL_WHEN = {
  over: wording("wordings.tell-when.over"),
  under: wording("wordings.tell-when.under"),
};
const BEFORE_A_SUBJECT = phrasesIn("schedules.before-a-subject");

/** A threshold with its side, of what is named before it. */
export type Sided = {
  /** Nothing is named. */
  readonly subject: string;
  /** The words of a new watch of this side: of what is named, else of `of`. */
  asks(of: string): string;
};

/** undefined: the text does not end with a side and a value. Pure. */
export function readSided(text: string, locale: Locale): Sided | undefined {
  const { over, under, of, before } = SIDES[locale];
  const words = [...tokens(text)];
  const value = words.pop();
  if (value === undefined || !/^\d[\d.,]*$/.test(value.word)) return undefined;
  if (of.size > 0 && !of.has(words.pop()?.word ?? "")) return undefined;
  const side = words.pop()?.word ?? "";
  if (!over.has(side) && !under.has(side)) return undefined;
  for (const lead of [...before, ...before]) if (endsWith(words, lead)) words.length -= lead.length;
  const subject = slice(text, words, after(BEFORE_A_SUBJECT, words, 0), words.length);
  const when = TELL_WHEN[over.has(side) ? "over" : "under"][locale];
  return {
    subject,
    asks: (own) =>
      when
        .replace("{of}", () => (subject === "" ? own : subject))
        .replace("{value}", () => text.slice(value.start)),
  };
}

/** Two texts are the same name, however they are written. Pure. */
export const isSameName = (one: string, other: string): boolean =>
  normalised(one) === normalised(other);

/** Those of the phrases that stand in a text, plainly written. Pure. */
export function phrasesSaid(text: string, phrases: readonly string[]): string[] {
  const said = ` ${normalised(text)} `;
  return phrases.map(normalised).filter((phrase) => said.includes(` ${phrase} `));
}
