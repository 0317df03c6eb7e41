import type { Words } from "#shared/language/time/chart.ts";
import { wordMap, wordSet } from "#shared/language/words.ts";
import { wordsIn } from "./words.ts";

/** An ISO 4217 code. */
type Currency = string;

/** Their names in both languages, folded, longest first where one begins another. "peso" and "coroa" alone are several. */
const PHRASES = [...wordMap("numbers.currencies")]
  .flatMap(([code, names]) => names.map((name) => [wordsOf(name), code] as const))
  .toSorted(([a], [b]) => b.length - a.length);
const PREPOSITIONS = wordSet("numbers.before-currencies");

/** The word at a place; "" outside the text. */
const wordAt = ({ words }: Words, at: number): string => words[at]?.word ?? "";

/** A currency that is named at a word, and where its name ends: before word `to`. */
export function currencyAt(
  said: Words,
  at: number,
): { readonly to: number; readonly value: Currency } | undefined {
  const found = PHRASES.find(([phrase]) =>
    phrase.every((word, offset) => wordAt(said, at + offset) === word),
  );
  return found && { to: at + found[0].length, value: found[1] };
}

/**
 * The currency that something is wanted in, at a word of a sentence. Without the preposition it may be what the sentence is
 * about.
 */
export function currencyFrom(said: Words, at: number): ReturnType<typeof currencyAt> {
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
