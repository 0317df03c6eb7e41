import { phraseList, phraseWords, wordSet } from "#shared/language/words.ts";
import { type Token, tokens } from "./text.ts";

/** Courtesy and openings that a sentence may begin with, folded; longest first when matched. */
const longestFirst = (key: string): readonly (readonly string[])[] =>
  phraseWords(key).toSorted((a, b) => b.length - a.length);

const OPENINGS = longestFirst("courtesy.openings");
/** What may stand at the end. */
const CLOSINGS = longestFirst("courtesy.closings");

const firstWord = (phrase: readonly string[]): string => phrase[0] ?? "";
const lastWord = (phrase: readonly string[]): string => phrase.at(-1) ?? "";
const OPENINGS_BY_FIRST = Map.groupBy(OPENINGS, firstWord);
const CLOSINGS_BY_LAST = Map.groupBy(CLOSINGS, lastWord);
const ALL_BY_FIRST = Map.groupBy([...OPENINGS, ...CLOSINGS], firstWord);

/** How a request may begin before it says what it asks for. */
const REQUESTS_BY_FIRST = Map.groupBy(
  phraseList("courtesy.request-openings")
    .map((phrase) => tokens(phrase).map(({ word }) => word))
    .sort((a, b) => b.length - a.length),
  firstWord,
);

/** True for a word that some courteous opening begins with. */
export const beginsCourtesy = (word: string): boolean => OPENINGS_BY_FIRST.has(word);

/** The part of a sentence between its courtesies: the words from `from` up to, not including, `to`. */
export function withoutCourtesy(words: readonly Token[]): { from: number; to: number } {
  let from = 0;
  let to = words.length;
  for (;;) {
    const opening = OPENINGS_BY_FIRST.get(words[from]?.word ?? "")?.find(
      (phrase) => from + phrase.length < to && startsWith(words, from, phrase),
    );
    if (opening === undefined) break;
    from += opening.length;
  }
  to = withoutSignature(words, from);
  for (;;) {
    const closing = CLOSINGS_BY_LAST.get(words[to - 1]?.word ?? "")?.find(
      (phrase) => from + phrase.length < to && startsWith(words, to - phrase.length, phrase),
    );
    if (closing === undefined) break;
    to -= closing.length;
  }
  return { from, to };
}

/** A letter ends with a name. */
function withoutSignature(words: readonly Token[], from: number): number {
  const { length } = words;
  const at = [length - 1, length - 2, length - 3].find((place) =>
    SIGNING.has(words[place]?.word ?? ""),
  );
  return at === undefined || at <= from ? length : at;
}

const SIGNING = wordSet("courtesy.signatures");

/**
 * The same part of a sentence without how it begins to ask, if there is anything of that.
 * Something always stays.
 */
export function withoutOpening(words: readonly Token[]): { from: number; to: number } {
  let { from, to } = withoutCourtesy(words);
  for (;;) {
    const opening = REQUESTS_BY_FIRST.get(words[from]?.word ?? "")?.find(
      (phrase) => from + phrase.length < to && startsWith(words, from, phrase),
    );
    if (opening === undefined) return { from, to };
    const inner = withoutCourtesy(words.slice(from + opening.length, to));
    to = from + opening.length + inner.to;
    from += opening.length + inner.from;
  }
}

/** True for a sentence that is courtesy and nothing else. */
export function isOnlyCourtesy(words: readonly Token[]): boolean {
  let at = 0;
  while (at < words.length) {
    const begun = ALL_BY_FIRST.get(words[at]?.word ?? "");
    const phrase = begun?.find((each) => startsWith(words, at, each));
    if (phrase === undefined) return false;
    at += phrase.length;
  }
  return true;
}

const startsWith = (words: readonly Token[], at: number, phrase: readonly string[]): boolean =>
  phrase.every((word, offset) => words[at + offset]?.word === word);
