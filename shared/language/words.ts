import { existsSync, readFileSync } from "node:fs";
import { type Locale, locales } from "#shared/contracts/names.ts";
import { type Entry, parseWords } from "./parse-words.ts";

/**
 * All phrases that one with alternatives stands for: "(set|add) [me] another" gives "set me another", "set another",
 * "add me another" and "add another". Pure.
 */
export function expandPhrase(phrase: string): string[] {
  if (!/[()[\]]/.test(phrase)) return [phrase];
  const { ways, to } = readWays(phrase, 0);
  if (to < phrase.length) throw new SyntaxError(`"${phrase}" closes what it has not opened`);
  return ways.map((way) => way.replaceAll(/\s+/g, " ").trim());
}

/** What may stand from a place up to what closes it, with "|" between alternatives. */
function readWays(phrase: string, from: number): { ways: string[]; to: number } {
  const done: string[] = [];
  let ways = [""];
  let at = from;
  while (at < phrase.length && !")]".includes(phrase.charAt(at))) {
    const sign = phrase.charAt(at);
    if (sign === "|") {
      done.push(...ways);
      ways = [""];
      at++;
    } else if (sign === "(" || sign === "[") {
      const inside = readWays(phrase, at + 1);
      if (phrase.charAt(inside.to) !== (sign === "(" ? ")" : "]"))
        throw new SyntaxError(`"${phrase}" does not close what it opens`);
      const options = sign === "[" ? [...inside.ways, ""] : inside.ways;
      ways = ways.flatMap((way) => options.map((option) => way + option));
      at = inside.to + 1;
    } else {
      ways = ways.map((way) => way + sign);
      at++;
    }
  }
  return { ways: [...done, ...ways], to: at };
}

// The words of natural languages stand in `language/{locale}/{topic}.yaml`, and are asked for here by topic and class:
// "nouns.texts". A file is read when something in it is first asked for. Without a locale, the words of all languages are
// meant; with one, its own, and the English ones where it has no such class.

/** The words or phrases of a class, in the order in which they are written. */
export const wordList = (key: string, locale?: Locale): readonly string[] =>
  entriesOf(key, locale).flatMap((entry) => wordsUnder(entry));

/** The same, to look words up in. */
export const wordSet = (key: string, locale?: Locale): ReadonlySet<string> =>
  new Set(wordList(key, locale));

/** The phrases of a class, with every alternative of "(set|add) another" as one of its own. */
export const phraseList = (key: string, locale?: Locale): readonly string[] =>
  wordList(key, locale).flatMap(expandPhrase);

/** The same, each as its words. */
export const phraseWords = (key: string, locale?: Locale): readonly (readonly string[])[] =>
  phraseList(key, locale).map((phrase) => phrase.split(" "));

/** A class whose words stand under names of their own, by name. */
export function wordMap(key: string, locale?: Locale): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const entry of entriesOf(key, locale))
    for (const [name, below] of namesUnder(key, entry))
      found.set(name, [...(found.get(name) ?? []), ...wordsUnder(below)]);
  return found;
}

/** A class whose names are numbers: what each of its words counts for. */
export const wordNumbers = (key: string, locale?: Locale): ReadonlyMap<string, number> =>
  new Map(
    entriesOf(key, locale).flatMap((entry) =>
      [...namesUnder(key, entry)].flatMap(([name, below]) =>
        wordsUnder(below).map((word) => [word, Number(name)] as const),
      ),
    ),
  );

/** A value for each of the names that the code has for classes: `lastButOne` and `last_but_one` are "last-but-one". */
export function classesOf<K extends string, T>(
  names: readonly K[],
  read: (name: string) => T,
): Readonly<Record<K, T>> {
  const found: Partial<Record<K, T>> = {};
  for (const name of names)
    found[name] = read(name.replaceAll(/_|(?=[A-Z])|(?<=[a-z])(?=\d)/g, "-").toLowerCase());
  return found as Record<K, T>;
}

/** One value for each language. */
export function byLocale<T>(read: (locale: Locale) => T): Readonly<Record<Locale, T>> {
  const rows: Partial<Record<Locale, T>> = {};
  for (const locale of locales) rows[locale] = read(locale);
  return rows as Record<Locale, T>;
}

/** What the core itself puts into a text, in each language: the first phrase of a class. */
export const wording = (key: string): Readonly<Record<Locale, string>> =>
  byLocale((locale) => wordList(key, locale)[0] ?? "");

/** A file of a language that holds something else than classes of words; the English one where a language has none. */
export function languageFile(locale: Locale, topic: string): { file: string; text: string } {
  const files = [locale, ELSE].map((each) => `${WORD_FOLDERS[each]}/${topic}.yaml`);
  const urlOf = (file: string) => new URL(`../../${file}`, import.meta.url);
  const file = files.find((each) => existsSync(urlOf(each))) ?? files[0] ?? "";
  return { file, text: readFileSync(urlOf(file), "utf8") };
}

/** The keys of the classes that were asked for until now. */
export const askedFor = (): ReadonlySet<string> => asked;

/** Where the words of each language stand, from the project's folder on. */
export const WORD_FOLDERS: Readonly<Record<Locale, string>> = {
  "pt-BR": "language/pt-BR",
  en: "language/en",
};
/** What a language has no words for yet is said as in this one. */
const ELSE: Locale = "en";

const asked = new Set<string>();
const files = new Map<string, ReadonlyMap<string, Entry>>();

/** The topics of a language that were read, or are read now. */
function topicOf(locale: Locale, topic: string): ReadonlyMap<string, Entry> {
  const file = `${WORD_FOLDERS[locale]}/${topic}.yaml`;
  const known = files.get(file);
  if (known !== undefined) return known;
  const url = new URL(`../../${file}`, import.meta.url);
  const read = parseWords(file, existsSync(url) ? readFileSync(url, "utf8") : "");
  files.set(file, read);
  return read;
}

/** What stands under a key in the files of a language. */
function entryOf(locale: Locale, key: string): Entry | undefined {
  const [topic = "", name = "", ...below] = key.split(".");
  return below.reduce(
    (entry, each) => (entry?.is === "names" ? entry.names.get(each) : undefined),
    topicOf(locale, topic).get(name),
  );
}

function entriesOf(key: string, locale: Locale | undefined): Entry[] {
  asked.add(key);
  const own = locales.map((each) => [each, entryOf(each, key)] as const);
  const meant = own.flatMap(([each, entry]) =>
    entry === undefined || (locale !== undefined && each !== locale) ? [] : [entry],
  );
  if (meant.length > 0) return meant;
  const other = own.find(([each]) => each === ELSE)?.[1] ?? own.find(([, entry]) => entry)?.[1];
  if (other !== undefined) return [other];
  const [topic = ""] = key.split(".");
  const classes = [...topicOf(ELSE, topic).keys()].join(", ") || "no classes";
  throw new Error(
    `no language has the class "${key}"; ${WORD_FOLDERS[ELSE]}/${topic}.yaml has ${classes}`,
  );
}

const wordsUnder = (entry: Entry): readonly string[] =>
  entry.is === "words" ? entry.words : [...entry.names.values()].flatMap(wordsUnder);

function namesUnder(key: string, entry: Entry): ReadonlyMap<string, Entry> {
  if (entry.is === "names") return entry.names;
  // A language may have nothing to say under any of the names.
  if (entry.words.length === 0) return new Map();
  throw new Error(`"${key}" holds words, where the code reads words under names`);
}
