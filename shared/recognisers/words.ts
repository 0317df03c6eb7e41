import type { Word, Words } from "#shared/language/time/chart.ts";
import { fold } from "#shared/plain-text/fold.ts";

export type { Words } from "#shared/language/time/chart.ts";

/** Something that begins at the word asked about and ends before word `to`. */
export type Read<T> = { readonly to: number; readonly value: T };

/** No sentence that is read for a value is longer. */
const MOST_WORDS = 400;
const TOKEN = /(?:R|US|U)\$|\d+(?:\.\d+)*|\p{L}[\p{L}\p{M}\p{N}]*|[$€£¥]/giu;

/** The words of a text, where nothing has read it yet: "até 10/03" gives ate, 10, 03. */
export function wordsIn(text: string): Words {
  const words: Word[] = [];
  for (const match of text.matchAll(TOKEN)) {
    if (words.length >= MOST_WORDS) break;
    words.push({ word: fold(match[0]), start: match.index, end: match.index + match[0].length });
  }
  return { text, words };
}

/** The word at a place; "" outside the text. */
export const wordAt = ({ words }: Words, at: number): string => words[at]?.word ?? "";

/** The first of these phrases that stands at a place, by where it ends. */
export function phraseAt(
  said: Words,
  at: number,
  phrases: readonly (readonly string[])[],
): number | undefined {
  const found = begunBy(phrases)
    .get(wordAt(said, at))
    ?.find((phrase) => phrase.every((word, offset) => wordAt(said, at + offset) === word));
  return found === undefined ? undefined : at + found.length;
}

/** Lists of phrases by their first words: hardly a word begins one of them. */
const byFirst = new WeakMap<
  readonly (readonly string[])[],
  ReadonlyMap<string, readonly (readonly string[])[]>
>();
function begunBy(phrases: readonly (readonly string[])[]) {
  const known = byFirst.get(phrases) ?? Map.groupBy(phrases, ([first = ""]) => first);
  byFirst.set(phrases, known);
  return known;
}
