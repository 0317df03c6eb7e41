import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Reason } from "./reason.ts";

// What the system says stands in `language/{locale}/messages/{surface}.yaml`, a message under a code. `{name}` in it is a value.

/** A message, or its forms by the value `count`: "one" and "other", as the language has them, and "zero" where nothing is said apart. */
type Message = string | ReadonlyMap<string, string>;

/** What a language has no words for yet is said as in this one. */
const ELSE = "en";
const FOLDER = new URL("../../language/", import.meta.url);
/** A reason holds the reasons of others; what comes over the wire could hold them for ever. */
const DEEPEST = 8;

const files = new Map<string, ReadonlyMap<string, Message>>();

/** A message by its surface and code, `lint.few_examples.message`, in a language; undefined where none has it. */
export function messageIn(
  locale: string,
  key: string,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const message = messageOf(locale, key);
  return message === undefined ? undefined : filled(locale, message, values, DEEPEST);
}

/**
 * A reason in a language.
 * Shape:  undefined for a code or a value that is not there, as a server of another version may send
 */
export const reasonIn = (locale: string, why: Reason): string | undefined =>
  messageIn(locale, keyOf(why), why.values);

/** A refusal has the bare code, as it is sent over the wire. */
const keyOf = ({ code }: Reason): string => (code.includes(".") ? code : `refusals.${code}`);

/** Why something is refused, as a reason or in a text of someone else, in a language. */
export const whyIn = (locale: string, why: Reason | string, text = ""): string =>
  typeof why === "string" ? why : (reasonIn(locale, why) ?? text);

/** The same for logs and for the wire. */
export const inEnglish = (why: Reason | string): string => whyIn(ELSE, why);

/** The messages of a language by key, `refusals.run_not_found`: those of one file, or all. */
export function messagesOf(locale: string, surface?: string): ReadonlyMap<string, Message> {
  if (surface !== undefined) return fileOf(locale, surface);
  const folder = folderOf(locale);
  const surfaces = existsSync(folder) ? readdirSync(folder).sort() : [];
  return new Map(surfaces.flatMap((file) => [...fileOf(locale, file.replace(/\.yaml$/, ""))]));
}

/** Only the file that says it is read: a start says little. */
const messageOf = (locale: string, key: string): Message | undefined => {
  const surface = key.split(".")[0] ?? "";
  return fileOf(locale, surface).get(key) ?? fileOf(ELSE, surface).get(key);
};

const folderOf = (locale: string): URL => new URL(`${locale}/messages/`, FOLDER);

/** The messages of one file, which is read once; none where there is no such file, as for a code that came over the wire. */
function fileOf(locale: string, surface: string): ReadonlyMap<string, Message> {
  const file = new URL(`${surface}.yaml`, folderOf(locale));
  const known = files.get(file.href);
  if (known !== undefined) return known;
  if (!SURFACE.test(surface) || !existsSync(file)) return new Map();
  const read = readMessages(`${surface}.yaml`, readFileSync(file, "utf8"));
  files.set(file.href, read);
  return read;
}

/** The names of the values in a message. */
export const namesIn = (message: Message): string[] => {
  const texts = typeof message === "string" ? [message] : [...message.values()];
  const names = texts.flatMap((text) =>
    [...text.matchAll(VALUE)].flatMap(([, behind, name = ""]) => (behind === "" ? name : [])),
  );
  return [...new Set([...names, ...(typeof message === "string" ? [] : ["count"])])].sort();
};

const SURFACE = /^[a-z-]+$/;
/** Behind a backslash it is text. */
const VALUE = /(\\?)\{([a-z][a-z_]*)\}/g;
const LINE = /^( *)(?:- (.+)|([A-Za-z][\w-]*):(?: (.*))?)$/;
/** What YAML takes for something else than text. */
const NO_PLAIN = /^[[\]{}&*!|>'"%@`?,#-]|\s#|: |:$/;
const FORMS: ReadonlySet<string> = new Set(["zero", "one", "two", "few", "many", "other"]);

/** A text in a file, under the names above it. */
type Entry = { names: readonly string[]; text: string; isItem: boolean; where: string };

/**
 * The texts of a file, in their order. It is YAML, of which a few forms are enough, so that a start needs no parser of all of
 * it: `code: text`, `code: 'text'`, `name:` with further codes below, or with items (`- text`).
 * Errors: Error naming file and line
 */
export function entriesIn(file: string, text: string): Entry[] {
  const names: string[] = [];
  return text.split("\n").flatMap((line, at) => {
    if (line.trim() === "" || line.trimStart().startsWith("#")) return [];
    const where = `${file}:${at + 1}`;
    const [, indent = "", item, name, named] = LINE.exec(line) ?? [];
    const written = item ?? named;
    const depth = indent.length / 2;
    const quoted = written === undefined ? undefined : /^'((?:[^']|'')*)'$/.exec(written)?.[1];
    const isRead = (item ?? name) !== undefined && depth <= names.length && Number.isInteger(depth);
    if (!isRead || (quoted === undefined && NO_PLAIN.test(written ?? "")))
      throw new Error(`${where}: "${line}" is no message; write \`code: 'text'\``);
    names.splice(depth, names.length, ...(name === undefined ? [] : [name]));
    if (written === undefined) return [];
    const said = quoted?.replaceAll("''", "'") ?? written;
    return { names: [...names], text: said, isItem: item !== undefined, where };
  });
}

/** A file of messages by key. Errors: as entriesIn, and where a code stands twice */
export function readMessages(file: string, text: string): Map<string, Message> {
  const found = new Map<string, Message>();
  for (const { names, text: said, where } of entriesIn(file, text)) {
    const form = FORMS.has(names.at(-1) ?? "") ? names.at(-1) : undefined;
    const own = form === undefined ? names : names.slice(0, -1);
    const key = [file.replace(/\.yaml$/, ""), ...own].join(".");
    const before = found.get(key);
    if (before !== undefined && (form === undefined || typeof before === "string"))
      throw new Error(`${where}: "${key}" stands there twice`);
    found.set(key, form === undefined ? said : new Map([...(before ?? []), [form, said]]));
  }
  return found;
}

/** A message with its values; undefined where one of them is not there. */
export function filled(
  locale: string,
  message: Message,
  values: Readonly<Record<string, unknown>>,
  depth = DEEPEST,
): string | undefined {
  const text = typeof message === "string" ? message : formOf(locale, message, values["count"]);
  if (text === undefined || depth === 0) return undefined;
  let isWhole = true;
  const said = text.replace(VALUE, (whole: string, behind: string, name: string) => {
    if (behind !== "") return whole.slice(1);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const shown = Array.isArray(value)
      ? listed(locale, value, name, depth)
      : shownAs(locale, value, depth);
    if (shown === undefined) isWhole = false;
    return shown ?? "";
  });
  return isWhole ? said : undefined;
}

/** Portuguese counts none as "one", which its speakers do not write. */
const formOf = (locale: string, forms: ReadonlyMap<string, string>, count: unknown) =>
  (count === 0 ? forms.get("zero") : undefined) ??
  forms.get(typeof count === "number" ? new Intl.PluralRules(locale).select(count) : "other") ??
  forms.get("other");

function shownAs(locale: string, value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (!isReason(value)) return undefined;
  const message = messageOf(locale, keyOf(value));
  return message && filled(locale, message, value.values, depth - 1);
}

/** Options are alternatives; other lists are one thing after another. */
function listed(locale: string, all: readonly unknown[], name: string, depth: number) {
  const texts = all.flatMap((each) => shownAs(locale, each, depth) ?? []);
  if (texts.length < all.length) return undefined;
  if (name !== "options") return texts.join("; ");
  // Without the comma before "or" that only some write.
  return new Intl.ListFormat(locale === ELSE ? "en-GB" : locale, { type: "disjunction" }).format(
    texts,
  );
}

export const isReason = (value: unknown): value is Reason =>
  typeof value === "object" &&
  value !== null &&
  "code" in value &&
  typeof value.code === "string" &&
  "values" in value &&
  typeof value.values === "object" &&
  value.values !== null;

const sentences = new Map<string, ReadonlyMap<string, readonly string[]>>();

/**
 * The sentences of `language/{locale}/sentences/{topic}.yaml` by the names that they stand under, "polarity.imperative".
 * Errors: Error naming file and line; Node's own for a language that has none
 */
export function sentencesIn(locale: string, topic: string): ReadonlyMap<string, readonly string[]> {
  const file = `language/${locale}/sentences/${topic}.yaml`;
  const known = sentences.get(file) ?? readSentences(file);
  sentences.set(file, known);
  return known;
}

function readSentences(file: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const entries = entriesIn(file, text).map(
    ({ names, text: said }) => [names.join("."), said] as const,
  );
  const byNames = Map.groupBy(entries, ([names]) => names);
  return new Map([...byNames].map(([names, all]) => [names, all.map(([, said]) => said)]));
}
