import { readFileSync } from "node:fs";
import { z } from "zod";
import { CONVENTIONS, type Locale } from "#shared/contracts/names.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";
import { yamlOf } from "#shared/plain-text/kept-yaml.ts";
import { Chart, type Gap, type Make, type Node, type Word, type Words } from "./chart.ts";
import { CLOCKS } from "./clocks.ts";
import type { Args, Manner, Meant, Production, Strength } from "./meaning.ts";
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

const list = z.union([z.string(), z.array(z.string())]);
/** What a language says for each production: phrases, or phrases by a key. */
const phrasesSchema = z.record(z.string(), z.union([list, z.record(z.string(), list)]));
type Phrases = z.infer<typeof phrasesSchema>;
type Language = { readonly file: string; readonly phrases: Phrases };

/** A phrase that cannot be read; the message says where it stands and what to write. */
class LanguageError extends Error {
  readonly code = "LANGUAGE_PHRASE";
}

const MARKS: Readonly<Record<string, Strength>> = { "?": "led", "~": "articled", "!": "alone" };
/** A phrase has no more ways to be written. */
const MOST_WAYS = 400;

/**
 * One grammar of the phrases of some languages.
 * Errors: LanguageError for a phrase that cannot be read, or that names a category which no phrase gives
 */
export function grammarOf(
  productions: Readonly<Record<string, Production>>,
  languages: readonly Language[],
  manner: Manner,
): Node {
  const root = emptyNode();
  const given = new Set(["n", "d", "dd", "yyyy"]);
  const used = new Map<string, string>();
  for (const { file, phrases } of languages)
    for (const [name, said] of Object.entries(phrases)) {
      const production = productions[name];
      if (production === undefined)
        throw new LanguageError(
          `${file}: there is no production "${name}"; there are ${Object.keys(productions).join(", ")}`,
        );
      for (const [key, texts] of byKey(said)) {
        given.add(production.gives ?? key);
        for (const phrase of phrasesOf(texts)) {
          const where = `${file}, ${name}: "${phrase}"`;
          const categories = addPhrase({ root, production, manner, key, where }, phrase);
          for (const category of categories) used.set(category, where);
        }
      }
    }
  for (const [category, where] of used)
    if (!given.has(category)) throw new LanguageError(`${where}: nothing is a <${category}>`);
  return root;
}

const emptyNode = (): Node => ({ after: new Map(), makes: [] });

/** All that a language says for a production, in each way in which it may be written. */
const waysToSay = (said: Phrases[string]): string[] =>
  byKey(said)
    .flatMap(([, texts]) => phrasesOf(texts))
    .flatMap((phrase) => waysOf(phrase, phrase))
    .map(foldLetters);

const byKey = (said: Phrases[string]): (readonly [string, string | string[]])[] =>
  typeof said === "string" || Array.isArray(said) ? [["", said]] : Object.entries(said);

const phrasesOf = (texts: string | readonly string[]): string[] =>
  (typeof texts === "string" ? [texts] : texts)
    .flatMap((each) => each.split(/,\s+/))
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "");

type Into = { root: Node; production: Production; manner: Manner; key: string; where: string };

/** Puts a phrase into the grammar, in all ways in which it may be written; gives the categories that it names. */
function addPhrase(into: Into, phrase: string): Set<string> {
  const { root, production, manner, key, where } = into;
  const marked = MARKS[phrase[0] ?? ""];
  const [pattern = "", ...not] = (marked === undefined ? phrase : phrase.slice(1)).split(" !");
  const stops = not.map((each) => each.replace(/[<>]/g, ""));
  const category = production.gives ?? key;
  const seen = new Set(stops);
  for (const way of waysOf(pattern.trim(), where)) {
    const elements = elementsOf(way);
    if (elements.length === 0) throw new LanguageError(`${where} may be nothing at all`);
    const parts = elements.filter((element) => element.is === "category");
    for (const { symbol } of parts) seen.add(symbol);
    const names = parts.map(({ name }) => name);
    const make: Make = (edges) => {
      const args: Args = { key, edges: new Map(edges.map((edge, at) => [names[at] ?? "", edge])) };
      const meaning = production.make(args, manner);
      if (meaning === undefined) return undefined;
      const isSame =
        production.passes === "always" || (production.passes === "alone" && edges.length === 1);
      const strength = marked ?? (isSame ? weakestOf(edges) : "named");
      const size = edges.reduce((sum, edge) => sum + edge.size, isSame ? 0 : 1);
      return { category, meaning, strength, size };
    };
    const end = elements.reduce(nodeAfter, root);
    end.makes.push({ make, not: stops });
  }
  return seen;
}

const STRENGTHS: readonly Strength[] = ["alone", "articled", "led", "named"];
const weakestOf = (edges: readonly Meant[]): Strength =>
  STRENGTHS.find((each) => edges.some(({ strength }) => strength === each)) ?? "named";

function nodeAfter(node: Node, { is, gap, symbol }: Element): Node {
  const after = node.after.get(gap) ?? {
    words: new Map<string, Node>(),
    categories: new Map<string, Node>(),
  };
  node.after.set(gap, after);
  const children = is === "word" ? after.words : after.categories;
  const next = children.get(symbol) ?? emptyNode();
  children.set(symbol, next);
  return next;
}

/** "[a] (b|c)" is "b", "c", "a b", "a c". */
function waysOf(pattern: string, where: string): string[] {
  const from = pattern.search(/[[(]/);
  if (from < 0) return [pattern];
  const to = closingOf(pattern, from);
  if (to === undefined) throw new LanguageError(`${where} opens what it does not close`);
  const inner = alternativesOf(pattern.slice(from + 1, to));
  if (pattern[from] === "[") inner.push("");
  const [before, behind] = [pattern.slice(0, from), pattern.slice(to + 1)];
  const ways = inner.flatMap((each) => waysOf(before + each + behind, where));
  if (ways.length > MOST_WAYS) throw new LanguageError(`${where} may be written in too many ways`);
  return [...new Set(ways)];
}

function closingOf(pattern: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < pattern.length; at++) {
    if ("[(".includes(pattern[at] ?? "")) depth++;
    if ("])".includes(pattern[at] ?? "")) depth--;
    if (depth === 0) return at;
  }
  return undefined;
}

function alternativesOf(text: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if ("[(".includes(text[at] ?? "")) depth++;
    if ("])".includes(text[at] ?? "")) depth--;
    if (text[at] !== "|" || depth > 0) continue;
    found.push(text.slice(from, at));
    from = at + 1;
  }
  return [...found, text.slice(from)];
}

const GAPS: ReadonlyMap<string, Gap> = new Map<string, Gap>([
  ["+", "touch"],
  ["_", "_"],
  ["-", "-"],
  ["/", "/"],
  [":", ":"],
  [".", "."],
  [",", ","],
]);
const PART = /<(?:([\w-]+):)?([\w-]+)>|(\d+|\p{L}+)|([-+/:.,_])/gu;

/** A word, or a category with the name that the production takes it by. */
type Element = { is: "word" | "category"; gap: Gap; symbol: string; name: string };

function elementsOf(way: string): Element[] {
  const found: Element[] = [];
  let gap: Gap = "any";
  for (const [, name, category, word = "", mark] of way.matchAll(PART)) {
    if (mark !== undefined) gap = GAPS.get(mark) ?? "any";
    else if (category !== undefined)
      found.push({ is: "category", gap, symbol: category, name: name ?? category });
    else found.push({ is: "word", gap, symbol: foldLetters(word), name: "" });
    if (mark === undefined) gap = "any";
  }
  return found;
}
