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
export class LanguageFileError extends Error {
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
