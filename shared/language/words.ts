import { existsSync, readFileSync } from "node:fs";
import { type Locale, locales } from "../contracts/names.ts";

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
export const wordNumbers = (key: string): ReadonlyMap<string, number> =>
  new Map(
    entriesOf(key, undefined).flatMap((entry) =>
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

/** What stands under a name: words or phrases, or further names. */
export type Entry =
  | { readonly is: "words"; readonly words: readonly string[] }
  | { readonly is: "names"; readonly names: ReadonlyMap<string, Entry> };

/**
 * A file of words. It is YAML, of which a few forms are enough, so that a start reads all files in a few milliseconds:
 * `name: some words`, `name: >-` with words on the lines below, `name:` with phrases below (`- phrase, another phrase`)
 * or with further names, and `name: []`. A comment has a line of its own.
 * Errors: LanguageFileError, with the line, the name and what to write instead
 */
export function parseWords(file: string, text: string): ReadonlyMap<string, Entry> {
  const reader = new Reader(file, text);
  const names = readNames(reader, 0);
  const left = reader.peek();
  if (left !== undefined) throw reader.error(left, "stands further left than the names above it");
  return names;
}

/** A file of words that cannot be read. */
class LanguageFileError extends Error {
  constructor(file: string, line: number, problem: string) {
    super(`${file}:${line}: ${problem}`);
    this.name = "LanguageFileError";
  }
}

type Line = { readonly number: number; readonly indent: number; readonly text: string };

const NAME = /^(?:"([^"]+)"|([\p{L}\p{N}][^:"#,[\]{}]*)):(?:\s+(.*))?$/u;
/** What YAML takes for something else than text, at the beginning of one that is not in quotes. */
const NO_PLAIN_START = /^[[\]{}&*!|>'%@`?,#-]/;
const NO_PLAIN = /\s#|:(?:\s|$)/;

class Reader {
  readonly #lines: readonly Line[];
  #at = 0;
  readonly #file: string;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#lines = text.split("\n").map((line, at) => {
      const trimmed = line.trim();
      return { number: at + 1, indent: line.length - line.trimStart().length, text: trimmed };
    });
  }

  /** The next line that says something. */
  peek(): Line | undefined {
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at];
      if (line !== undefined && line.text !== "" && !line.text.startsWith("#")) return line;
    }
    return undefined;
  }

  next(): void {
    this.#at++;
  }

  /** The lines below that stand further right, as they are written: nothing there is a comment. */
  block(indent: number): string[] {
    const found: string[] = [];
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at];
      if (line === undefined || (line.text !== "" && line.indent <= indent)) break;
      if (line.text !== "") found.push(line.text);
    }
    return found;
  }

  error(line: Line, problem: string): LanguageFileError {
    return new LanguageFileError(this.#file, line.number, `"${line.text}" ${problem}`);
  }
}

function readNames(reader: Reader, indent: number): Map<string, Entry> {
  const names = new Map<string, Entry>();
  for (let line = reader.peek(); line !== undefined; line = reader.peek()) {
    if (line.indent < indent) break;
    if (line.indent > indent)
      throw reader.error(line, "stands further right than the names above it");
    const [, quoted, plain, value = ""] = NAME.exec(line.text) ?? [];
    const name = quoted ?? plain?.trim();
    if (name === undefined) throw reader.error(line, "is no name; write `name: words`");
    if (names.has(name)) throw reader.error(line, "stands there twice; write both in one place");
    reader.next();
    names.set(name, readEntry(reader, line, value));
  }
  return names;
}

function readEntry(reader: Reader, line: Line, value: string): Entry {
  if (value === "[]") return { is: "words", words: [] };
  if (value === ">-")
    return { is: "words", words: reader.block(line.indent).flatMap((each) => each.split(/\s+/)) };
  if (value !== "") return { is: "words", words: textOf(reader, line, value).split(/\s+/) };
  const below = reader.peek();
  if (below === undefined || below.indent <= line.indent)
    throw reader.error(line, "has nothing below it; write `[]` behind the name for no words");
  if (!below.text.startsWith("- ")) return { is: "names", names: readNames(reader, below.indent) };
  return { is: "words", words: readPhrases(reader, below.indent) };
}

function readPhrases(reader: Reader, indent: number): string[] {
  const phrases: string[] = [];
  for (let line = reader.peek(); line?.indent === indent; line = reader.peek()) {
    if (!line.text.startsWith("- ")) throw reader.error(line, "is no phrase; write `- phrase`");
    phrases.push(...textOf(reader, line, line.text.slice(2).trim()).split(/\s*,\s*/));
    reader.next();
  }
  return phrases;
}

function textOf(reader: Reader, line: Line, written: string): string {
  const quoted = /^"([^"\\]*)"$/.exec(written)?.[1];
  if (quoted !== undefined) return quoted;
  if (written.startsWith('"') || NO_PLAIN_START.test(written) || NO_PLAIN.test(written))
    throw reader.error(line, 'is something else in YAML; write the text in quotes: "..."');
  return written;
}
