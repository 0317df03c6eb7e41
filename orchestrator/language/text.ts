import { wordMap } from "#shared/language/words.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";
import { marksBetween } from "#shared/plain-text/marks-between.ts";

/**
 * One word of a text. `word` is what is compared: folded, shorthand opened. `start` and `end` point
 * into the text as the person wrote it (UTF-16), so that a value can be given back in their letters.
 * Shorthand that opens into several words gives several tokens with the same span.
 */
export type Token = { readonly word: string; readonly start: number; readonly end: number };

/** Everyday spellings and the words they stand for, folded. */
const SPELLINGS = wordMap("spelling.shorthand");

/**
 * Addresses, then numbers with their separators, then words, then the few signs that mean something.
 * A number ends where letters begin ("3pm" is two tokens, "PETR4" is one). The address branch is
 * bounded so that no text makes it scan twice.
 */
const TOKEN =
  /https?:\/\/[^\s<>"]+|[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}|(?:R|US|U)\$|\d+(?:[.,:]\d+)*|\p{L}[\p{L}\p{M}\p{N}]*(?:['\u2019][\p{L}\p{M}]+)*|[$€£%]/giu;

/**
 * A text as words, up to `limit` of them.
 * Cost:   one pass, about 3 us for a sentence of ten words; then a look-up
 */
export function tokens(text: string, limit = Number.POSITIVE_INFINITY): readonly Token[] {
  const whole = remembered.get(text);
  if (whole !== undefined && whole.length <= limit) return whole;
  const found = tokensIn(text, limit);
  if (text.length > MOST_REMEMBERED_CHARS || found.length >= limit) return found;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, found);
  return found;
}

/** A message is looked at by many, in whole and in parts. */
const remembered = new Map<string, readonly Token[]>();
const MOST_REMEMBERED = 100;
const MOST_REMEMBERED_CHARS = 1000;

function tokensIn(text: string, limit: number): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    if (found.length >= limit) break;
    const start = match.index;
    const end = start + match[0].length;
    const word = foldLetters(match[0]);
    const opened = SPELLINGS.get(word);
    if (opened !== undefined) for (const each of opened) found.push({ word: each, start, end });
    else if (word.includes("'")) pushParts(found, word, start, end);
    else found.push({ word, start, end });
  }
  return found;
}

/** "apple's" is "apple" and "'s"; "d'agua" is "d" and "agua". */
function pushParts(found: Token[], word: string, start: number, end: number): void {
  const cut = word.indexOf("'");
  const head = word.slice(0, cut);
  const tail = word.slice(cut + 1);
  // Folding may change the length (ligatures); the apostrophe is then only roughly placed.
  const middle = Math.min(start + cut, end);
  if (head !== "") found.push({ word: head, start, end: middle });
  if (tail === "s") found.push({ word: "'s", start: middle, end });
  else if (tail !== "") found.push({ word: tail, start: Math.min(middle + 1, end), end });
}

/** The person's own letters from token `from` up to, not including, token `to`. */
export function slice(text: string, words: readonly Token[], from: number, to: number): string {
  const first = words[from];
  const last = words[to - 1];
  return first === undefined || last === undefined ? "" : text.slice(first.start, last.end);
}

/** The marks before the word at a place, or behind the last one. */
export function gapBefore(
  { text, words }: { readonly text: string; readonly words: readonly Token[] },
  at: number,
): string {
  const before = words[at - 1];
  const next = words[at];
  return before === undefined || next === undefined
    ? text.slice(before?.end ?? 0, next?.start ?? text.length)
    : marksBetween(text, before, next);
}

const PAUSE = /[,;.:!?\n\u2026()]|\s[-\u2013\u2014]+\s|[\u2013\u2014]/;

/** Punctuation stands between the word before a place and the one there. */
export function pauseBefore(said: Parameters<typeof gapBefore>[0], at: number): boolean {
  const before = said.words[at - 1];
  if (before === undefined || said.words[at] === undefined) return false;
  if (PAUSE.test(gapBefore(said, at))) return true;
  // What ends a sentence is written right behind an address.
  return before.word.startsWith("http") && /[.,;!?\u2026]$/.test(before.word);
}

/** Words from one place to before another. */
export type Stretch = { readonly from: number; readonly to: number };

/** A word's place lies in one of these stretches of words. */
export const isCovered = (spans: readonly Stretch[], at: number): boolean =>
  spans.some(({ from, to }) => at >= from && at < to);

/** One text for equal sentences, whatever their case, accents and punctuation. */
export const normalised = (text: string): string => joined(tokens(text));

/** The words of a text as they are compared. */
export const wordsIn = (text: string, limit?: number): readonly string[] =>
  tokens(text, limit).map(({ word }) => word);

/** The words as they were read, with a space between. */
export const joined = (words: readonly Token[]): string => words.map(({ word }) => word).join(" ");

const DIGITS = /^\d/;

/** The word as a classifier sees it: numbers and addresses by kind, not by value. */
export function shapeOf(word: string): string {
  if (DIGITS.test(word))
    return word.length === 1 ? "#1" : word.length === 2 ? "#2" : word.length === 4 ? "#4" : "#n";
  if (word.startsWith("http")) return "#url";
  if (word.includes("@")) return "#email";
  return word;
}

/** The word ends so, behind that many letters at least. Pure. */
export const endsWithAny = (word: string, endings: readonly string[], behind = 0): boolean =>
  endings.some((ending) => word.length >= ending.length + behind && word.endsWith(ending));
