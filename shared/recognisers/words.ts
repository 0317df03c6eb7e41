import type { Word, Words } from "#shared/language/time/chart.ts";
import { fold } from "#shared/plain-text/fold.ts";

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
