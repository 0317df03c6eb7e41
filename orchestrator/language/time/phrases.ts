import type { Locale } from "#shared/contracts/names.ts";
import { phraseList } from "#shared/language/words.ts";

/** Phrases of folded words, found by their first word, the longest first. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Phrases written with commas between them: "por volta das, la pelas". */
export function phrasesOf(...written: readonly string[]): Phrases {
  const found = new Map<string, string[][]>();
  for (const each of written.flatMap((some) => some.split(","))) {
    const words = each.trim().split(/\s+/);
    const [first] = words;
    if (first === undefined || first === "") continue;
    const known = found.get(first);
    if (known === undefined) found.set(first, [words]);
    else known.push(words);
  }
  for (const each of found.values()) each.sort((a, b) => b.length - a.length);
  return found;
}

/** The phrases of a class, in all languages or in one. */
export const phrasesIn = (key: string, locale?: Locale): Phrases =>
  phrasesOf(...phraseList(key, locale));

type Word = { readonly word: string };
/** The word after the longest phrase that begins at a place; undefined: none does. */
export function endOf(phrases: Phrases, words: readonly Word[], at: number): number | undefined {
  const found = phrases
    .get(words[at]?.word ?? "")
    ?.find((phrase) => phrase.every((word, offset) => words[at + offset]?.word === word));
  return found === undefined ? undefined : at + found.length;
}

/** The same, or the place itself where the phrase may be absent. */
export const after = (phrases: Phrases, words: readonly Word[], at: number): number =>
  endOf(phrases, words, at) ?? at;
