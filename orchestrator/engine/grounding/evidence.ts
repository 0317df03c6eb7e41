import type { Json } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { wordNumbers } from "#shared/language/words.ts";
import { readWords, type Word, type WordClass } from "./read-words.ts";

/** Who stands behind what is said: an answer of a domain of ours needs no name, all else has one. */
export type Voice = string | null;

/** A text that sentences of an answer may rest on. */
export type Evidence = {
  voice: Voice;
  text: string;
  /** Its structure; null: there is none. */
  result?: Json;
};

/** What stands before a word and says how it is meant: "was sent", "can be sent". */
export type Governor = "past" | "present" | "modal" | undefined;
export type Found = { clause: Clause; governor: Governor };
export type Clause = {
  /** Of the sentence that it is part of: two days of one sentence are said of the same thing. */
  sentence: number;
  has: ReadonlySet<WordClass>;
};
/** One line, or one record: words of two of them are not about the same thing. */
export type Block = {
  /** Which evidence it is part of. */
  of: number;
  voice: Voice;
  /** The words of its voice's own name, which need nothing. */
  own: ReadonlySet<string>;
  found: Map<string, Found[]>;
  /** The words of `found` by how they begin. */
  stems: Map<string, string[]>;
  /** By sentence, its content words. */
  sentences: Set<string>[];
};

/** Of one text and of one structure, characters: as much as the agent itself was shown. */
const MOST_CHARS = 4000;
/** Words with as many letters in common may be of one stem. */
export const STEM_LETTERS = 4;
/** Of everything together, the newest first. */
const MOST_OF_ALL = 100_000;
const MOST_DEPTH = 8;
const SHORT_MONTHS = new Set(wordNumbers("claims.months-in-short").keys());
const SENTENCE_END = /(?<=[.!?…]["”»)*_]?)(\s+)|(?<=;)/;

/** The sentences of one line. A month in short ends none. */
export function sentencesIn(line: string): string[] {
  // A pattern with a group gives what parts the pieces as well; undefined behind a semicolon.
  const parted: (string | undefined)[] = line.split(SENTENCE_END);
  const sentences: string[] = [];
  let isOpen = false;
  for (let at = 0; at < parted.length; at += 2) {
    const piece = parted[at] ?? "";
    if (isOpen) sentences.push(`${sentences.pop() ?? ""}${parted[at - 1] ?? ""}${piece}`);
    else sentences.push(piece);
    isOpen = SHORT_MONTHS.has(/(?<!\p{L})(\p{L}{3,4})\.$/u.exec(piece)?.[1]?.toLowerCase() ?? "");
  }
  return sentences;
}

/**
 * The lines and records of what an answer may rest on, ready to be asked for a word.
 * Cost: one pass over the texts, of each its first 4,000 characters, and of all of them the newest 100,000
 */
export function blocksOf(evidence: readonly Evidence[], locale: Locale): Block[] {
  let room = MOST_OF_ALL;
  const blocks = evidence.toReversed().map(({ voice, text, result = null }, at) => {
    if (room < 0) return [];
    const lines = [
      ...text.slice(0, MOST_CHARS).split("\n").map(sentencesIn),
      ...recordsIn(result, { left: MOST_CHARS }),
    ];
    const own = new Set(readWords(voice ?? "", locale).map((word) => word.text));
    const source = { of: evidence.length - 1 - at, voice, own };
    return lines.flatMap((said) => {
      room -= said.reduce((sum, each) => sum + each.length, 0);
      const block = room < 0 ? undefined : blockOf(said, source, locale);
      return block === undefined || block.found.size === 0 ? [] : [block];
    });
  });
  return blocks.toReversed().flat();
}

function blockOf(
  said: readonly string[],
  source: Pick<Block, "of" | "voice" | "own">,
  locale: Locale,
): Block {
  const found: Block["found"] = new Map();
  const sentences: Block["sentences"] = [];
  for (const [sentence, text] of said.entries()) {
    const words = readWords(text, locale);
    const content = new Set<string>();
    sentences.push(content);
    const isConditional = words.some(({ is }) => is === "condition");
    for (const part of clausesOf(words)) {
      const has = new Set(part.map(({ is }) => is));
      if (isConditional) has.add("condition");
      const clause = { sentence, has };
      for (const [at, { text: word, is }] of part.entries()) {
        if (is !== "content") continue;
        content.add(word);
        const entry = { clause, governor: governorOf(part, at) };
        const known = found.get(word);
        if (known === undefined) found.set(word, [entry]);
        else known.push(entry);
      }
    }
  }
  const stems: Block["stems"] = new Map();
  for (const word of found.keys()) {
    const begins = word.slice(0, STEM_LETTERS);
    stems.set(begins, [...(stems.get(begins) ?? []), word]);
  }
  return { ...source, found, stems, sentences };
}

/** Words between breaks. */
function clausesOf(words: readonly Word[]): Word[][] {
  const clauses: Word[][] = [[]];
  for (const word of words)
    if (word.is === "break") clauses.push([]);
    else clauses.at(-1)?.push(word);
  return clauses.filter((clause) => clause.length > 0);
}

/** What the words right before one make of it; small words between do not count. */
export function governorOf(words: readonly Word[], at: number): Governor {
  let before = at - 1;
  while (words[before]?.is === "filler") before -= 1;
  const near = [words[before], words[before - 1]].map((word) => word?.is);
  const [next, further] = near;
  if (next === "modal" || next === "future") return "modal";
  if (next !== "past" && next !== "present") return undefined;
  if (further === "modal" || further === "future") return "modal";
  return next === "past" || further === "past" ? "past" : "present";
}

/** Each object of a structure as one record, its values with their names, as far as there is room. What is not so is not said. */
function recordsIn(value: Json, room: { left: number }, named = "", depth = 0): string[][] {
  if (typeof value !== "object" || value === null || depth > MOST_DEPTH || room.left <= 0)
    return [];
  if (Array.isArray(value)) return value.flatMap((each) => recordsIn(each, room, named, depth + 1));
  const own: string[] = [];
  const inner: [string, Json][] = [];
  for (const [name, child] of Object.entries(value)) {
    if (room.left <= 0) break;
    if (child === null || child === false || child === undefined) continue;
    const list = Array.isArray(child) ? child : [child];
    const plain = list.filter((each) => typeof each !== "object");
    if (plain.length < list.length) inner.push([name, child]);
    if (plain.length === 0) continue;
    const words = plain.map((each) => (each === true ? "" : String(each))).join(", ");
    own.push(`${name.replaceAll("_", " ")} ${words.slice(0, room.left)}`);
    room.left -= name.length + words.length;
  }
  const records = inner.flatMap(([name, child]) => recordsIn(child, room, name, depth + 1));
  return own.length === 0 ? records : [[named.replaceAll("_", " "), ...own], ...records];
}
