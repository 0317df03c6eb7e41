import { readFileSync } from "node:fs";
import type { Locale } from "#shared/contracts/names.ts";
import { yamlOf } from "#shared/plain-text/kept-yaml.ts";
import { CONVENTIONS } from "../../contracts/names.ts";
import { Chart, type Node, type Word, type Words } from "./chart.ts";
import { CLOCKS } from "./clocks.ts";
import { grammarOf, type Language, LanguageError, phrasesSchema, waysToSay } from "./grammar.ts";
import { NUMBERS } from "./numbers.ts";
import { PERIODS, POINTS } from "./points.ts";
import { RECURRENCES } from "./recurrences.ts";

/**
 * All that the words of a text say of time. The words may be of any language, or only of the locale's `own`; it decides
 * whether 03/04 is in March or in April. Kept as long as the words are.
 * Errors: LanguageError for a phrase in a file of a language that cannot be read
 */
export function chartOf({ text, words }: Words, locale: Locale, scope: Scope = "any"): Chart {
  const known = charts.get(words) ?? [];
  const kept = known.find((each) => each.locale === locale && each.scope === scope);
  if (kept !== undefined) return kept.chart;
  const chart = new Chart(text, words, grammarFor(locale, scope));
  charts.set(words, [...known, { locale, scope, chart }]);
  return chart;
}
type Scope = "any" | "own";
type Kept = { readonly locale: Locale; readonly scope: Scope; readonly chart: Chart };
const charts = new WeakMap<readonly Word[], readonly Kept[]>();

/** The productions of all languages, by the names under which a language says its phrases. */
const PRODUCTIONS = { ...NUMBERS, ...POINTS, ...PERIODS, ...CLOCKS, ...RECURRENCES };

/** Where phrases stand: what figures say in any language, then each language. */
const FIGURES = "language/times.yaml";
const FILES: Readonly<Record<Locale, string>> = {
  "pt-BR": "language/pt-BR/times.yaml",
  en: "language/en/times.yaml",
};

/** Made when first something is read. */
function grammarFor(locale: Locale, scope: Scope): Node {
  const key = `${locale} ${scope}`;
  const made =
    grammars.get(key) ??
    grammarOf(
      PRODUCTIONS,
      [FIGURES, ...(scope === "own" ? [FILES[locale]] : Object.values(FILES))].map(languageIn),
      CONVENTIONS[locale],
    );
  grammars.set(key, made);
  return made;
}
const grammars = new Map<string, Node>();

function languageIn(file: string): Language {
  const language = languages.get(file) ?? { file, phrases: phrasesIn(file) };
  languages.set(file, language);
  return language;
}

function phrasesIn(file: string): Language["phrases"] {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  try {
    return phrasesSchema.parse(yamlOf(text));
  } catch (cause) {
    throw new LanguageError(`${file}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
const languages = new Map<string, Language>();

/** The single words that all languages say for some productions. */
export function wordsUnder(...productions: readonly string[]): ReadonlySet<string> {
  const key = productions.join(" ");
  const found =
    vocabulary.get(key) ??
    new Set(
      Object.values(FILES)
        .map(languageIn)
        .flatMap(({ phrases }) => productions.flatMap((name) => waysToSay(phrases[name] ?? []))),
    );
  vocabulary.set(key, found);
  return found;
}
const vocabulary = new Map<string, ReadonlySet<string>>();
