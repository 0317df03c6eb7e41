import type { Locale } from "#shared/contracts/names.ts";
import { FUNCTION_WORDS, REQUEST_WORDS } from "./lexicons/common-words.ts";
import { type Token, tokens } from "./text.ts";

/** Words of one language that the other does not use. */
const ENGLISH = exclusive("en", "pt-BR");
const PORTUGUESE = exclusive("pt-BR", "en");
/** Letters that Portuguese has and English does not, and endings of its words. */
const PORTUGUESE_LETTERS = /[ãõçáéíóúâêôà]/i;
const PORTUGUESE_ENDING = /(?:cao|coes|mente|inho|inha|ndo|eiro|eira|dade|agem)$/;
const ENGLISH_ENDING = /(?:ing|tion|ness|ment|ould|ight|'s)$/;
/** Enough of a long text to tell. */
const MOST_WORDS = 60;
const ENDING_WEIGHT = 0.5;
const LETTERS_WEIGHT = 1;

type Known = {
  byEndings?: boolean /** The text's, where they are known: at most 60. */;
  words?: readonly Token[];
};

/**
 * The language of a sentence by its small words, its letters and its endings.
 * Shape: undefined when nothing tells, as in "PETR4" or "ok"
 * Cost:  one pass over at most 60 words
 */
export function detectLocale(
  text: string,
  { byEndings = true, words = tokens(text, MOST_WORDS) }: Known = {},
): Locale | undefined {
  let english = 0;
  let portuguese = PORTUGUESE_LETTERS.test(text.slice(0, 1000)) ? LETTERS_WEIGHT : 0;
  for (const { word } of words) {
    if (ENGLISH.has(word)) english++;
    else if (PORTUGUESE.has(word)) portuguese++;
    else if (!byEndings || word.length < 5) continue;
    else if (PORTUGUESE_ENDING.test(word)) portuguese += ENDING_WEIGHT;
    else if (ENGLISH_ENDING.test(word)) english += ENDING_WEIGHT;
  }
  if (english === portuguese) return undefined;
  return english > portuguese ? "en" : "pt-BR";
}

function exclusive(locale: Locale, other: Locale): ReadonlySet<string> {
  const others = new Set<string>([...FUNCTION_WORDS[other], ...REQUEST_WORDS[other]]);
  return new Set(
    [...FUNCTION_WORDS[locale], ...REQUEST_WORDS[locale]].filter((word) => !others.has(word)),
  );
}
