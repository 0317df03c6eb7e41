import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { CONVENTIONS } from "#shared/contracts/locale-conventions.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { Chart, type Node, type Word, type Words } from "./chart.ts";
import { grammarOf, phrasesSchema } from "./grammar.ts";
import { PRODUCTIONS } from "./productions.ts";

/**
 * All that the words of a text say of time. The words may be of any language; the locale decides whether 03/04 is in March
 * or in April. Kept as long as the words are.
 * Errors: LanguageError for a phrase in a file of a language that cannot be read
 */
export function chartOf({ text, words }: Words, locale: Locale): Chart {
  const known = charts.get(words) ?? new Map<Locale, Chart>();
  charts.set(words, known);
  const chart = known.get(locale) ?? new Chart(text, words, grammarFor(locale));
  known.set(locale, chart);
  return chart;
}
const charts = new WeakMap<readonly Word[], Map<Locale, Chart>>();

/** Where phrases stand: what figures say in any language, then each language. */
const FIGURES = "language/times.yaml";
const FILES: Readonly<Record<Locale, string>> = {
  "pt-BR": "language/pt-BR/times.yaml",
  en: "language/en/times.yaml",
};

/** Made when first something is read. */
function grammarFor(locale: Locale): Node {
  const known = grammars.get(locale);
  if (known !== undefined) return known;
  const languages = [FIGURES, ...Object.values(FILES)].map((file) => ({
    file,
    phrases: phrasesSchema.parse(
      parse(readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8")),
    ),
  }));
  const made = grammarOf(PRODUCTIONS, languages, CONVENTIONS[locale]);
  grammars.set(locale, made);
  return made;
}
const grammars = new Map<Locale, Node>();
