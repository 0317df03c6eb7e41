import { randomFrom } from "../../understanding/classifier/random.ts";
import type { Labelled } from "./labelled.ts";

const SEED = 11;
const TYPOS = 2;
/** In shorter words a slip is another word. */
const LONG_WORDS = /(?<=^|\s)\p{L}{4,}(?=[?!.,:;]*(?:$|\s))/gu;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A slip at the letter `at`, which is not the last one. */
const SLIPS: readonly ((text: string, at: number, letter: string) => string)[] = [
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => text.slice(0, at + 1) + text.slice(at),
  (text, at) => text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  (text, at, letter) => text.slice(0, at) + letter + text.slice(at + 1),
];

/**
 * The same sentences with two slips each, in words of four letters or more: one letter is missing, doubled, another,
 * or changes places with the next. The same labels always give the same slips; a sentence of short words stays.
 */
export function withTypos(labels: readonly Labelled[]): Labelled[] {
  const random = randomFrom(SEED);
  const below = (count: number) => Math.floor(random() * count);
  const slip = (text: string): string => {
    const words = text.matchAll(LONG_WORDS).toArray();
    const word = words[below(words.length)];
    if (word === undefined) return text;
    const at = word.index + below(word[0].length - 1);
    return SLIPS[below(SLIPS.length)]?.(text, at, LETTERS.charAt(below(LETTERS.length))) ?? text;
  };
  return labels.map((label) => {
    let { text } = label;
    for (let typo = 0; typo < TYPOS; typo++) text = slip(text);
    return { ...label, text };
  });
}
