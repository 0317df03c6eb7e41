import { wordMap, wordSet } from "#shared/language/words.ts";
import { phraseAt, type Read, type Words, wordAt, wordsIn } from "./words.ts";

/** An ISO 4217 code. */
export type Currency = string;

/** Their names in both languages, folded, longest first where one begins another. "peso" and "coroa" alone are several. */
const PHRASES = [...wordMap("numbers.currencies")]
  .flatMap(([code, names]) => names.map((name) => [wordsOf(name), code] as const))
  .toSorted(([a], [b]) => b.length - a.length);
const PREPOSITIONS = wordSet("numbers.before-currencies");

/** A currency that is named at a word. */
export function currencyAt(said: Words, at: number): Read<Currency> | undefined {
  for (const [phrase, code] of PHRASES) {
    const to = phraseAt(said, at, [phrase]);
    if (to !== undefined) return { to, value: code };
  }
  return undefined;
}

/**
 * The currency that something is wanted in, at a word of a sentence. Without the preposition it may be what the sentence is
 * about.
 */
export function currencyFrom(said: Words, at: number): Read<Currency> | undefined {
  return PREPOSITIONS.has(wordAt(said, at - 1)) ? currencyAt(said, at) : undefined;
}

/** The currency that a text names, with nothing else but its preposition. */
export function readCurrency(text: string): Currency | undefined {
  const said = wordsIn(text);
  const from = PREPOSITIONS.has(wordAt(said, 0)) ? 1 : 0;
  const found = currencyAt(said, from);
  return found?.to === said.words.length ? found.value : undefined;
}

function wordsOf(name: string): string[] {
  return name.split(" ");
}
