import type { Locale } from "#shared/contracts/names.ts";
import { phraseList } from "#shared/language/words.ts";

/** Phrases of folded words, found by their first word, the longest first. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Phrases written with commas between them: "por volta das, la pelas". */
export const phrasesOf = (...written: readonly string[]): Phrases =>
  Map.groupBy(
    written
      .flatMap((some) => some.split(","))
      .map((phrase) => phrase.trim().split(/\s+/))
      .filter(([first]) => first !== "")
      .sort((a, b) => b.length - a.length),
    ([first = ""]) => first,
  );

/** The phrases of a class, in all languages or in one. */
export const phrasesIn = (key: string, locale?: Locale): Phrases =>
  phrasesOf(...phraseList(key, locale));

type Word = { readonly word: string };
/** The words at a place are exactly these. */
export const saysAt = (words: readonly Word[], at: number, phrase: readonly string[]): boolean =>
  phrase.every((word, offset) => words[at + offset]?.word === word);

/** The word after the longest phrase that begins at a place, and ends before or at another; undefined: none does. */
export function endOf(
  phrases: Phrases,
  words: readonly Word[],
  at: number,
  most = words.length,
): number | undefined {
  const found = phrases
    .get(words[at]?.word ?? "")
    ?.find((phrase) => at + phrase.length <= most && saysAt(words, at, phrase));
  return found && at + found.length;
}

/** One of these phrases begins there. */
export const isAnyAt = (phrases: readonly Phrases[], words: readonly Word[], at: number): boolean =>
  phrases.some((each) => endOf(each, words, at) !== undefined);

/** The word after the longest such phrase, or the place itself where the phrase may be absent. */
export const after = (phrases: Phrases, words: readonly Word[], at: number): number =>
  endOf(phrases, words, at) ?? at;

/** The words behind all such phrases that they begin with. Pure. */
export function behindAll<W extends Word>(phrases: Phrases, words: readonly W[]): readonly W[] {
  let at = 0;
  for (let to = endOf(phrases, words, at); to !== undefined; to = endOf(phrases, words, at))
    at = to;
  return at === 0 ? words : words.slice(at);
}
