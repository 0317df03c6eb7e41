import type { Locale } from "#shared/contracts/names.ts";
import { phraseList } from "#shared/language/words.ts";
import type { ComparingVerb } from "./lexicon.ts";
import { phrasesOf } from "./phrases.ts";

/** The comparisons of a language: what it has words for, and verbs of movement with where they lead. */
export function verbsOf(locale: Locale): readonly ComparingVerb[] {
  const words = (name: string) => phraseList(`schedule-times.${name}`, locale);
  const up = formsOf("movement-up", words);
  const down = formsOf("movement-down", words);
  const built: Readonly<Record<string, readonly string[]>> = {
    above: [...beside(up, words("above")), ...beside(words("being-at"), words("above"))],
    below: [...beside(down, words("below")), ...beside(words("being-at"), words("below"))],
    reaches: [...beside(up, words("onto")), ...beside(down, words("onto"))],
    rises: up,
    falls: down,
  };
  return COMPARISONS.map(({ name, ...comparison }) => ({
    ...comparison,
    says: phrasesOf(...words(`verbs.${name}`), ...(built[name] ?? [])),
  }));
}

const COMPARISONS = [
  { name: "outside", is: "outside", takes: "band" },
  { name: "inside", is: "inside", takes: "band" },
  { name: "above", is: "above", takes: "value" },
  { name: "below", is: "below", takes: "value" },
  { name: "reaches", is: "reaches", takes: "value" },
  { name: "rises", is: "rises", takes: "amount" },
  { name: "falls", is: "falls", takes: "amount" },
  { name: "moves", is: "moves", takes: "amount" },
  { name: "doubles", is: "rises", takes: "nothing", percent: 100 },
  { name: "halves", is: "falls", takes: "nothing", percent: 50 },
  { name: "changes", is: "changes", takes: "nothing" },
  { name: "becomes", is: "becomes", takes: "tail" },
] as const;

/** Every form of verbs of going up, or down, by how they are said: alone, behind "tiver", and behind "estiver". */
function formsOf(movement: string, words: (name: string) => readonly string[]): string[] {
  return [
    ...words(`${movement}.plain`),
    ...beside(words("movement-behind.perfect"), words(`${movement}.done`)),
    ...beside(words("movement-behind.progressive"), words(`${movement}.going`)),
  ];
}

const beside = (first: readonly string[], second: readonly string[]): string[] =>
  first.flatMap((one) => second.map((other) => `${one} ${other}`));
