import { phraseList, phraseWords, wordSet } from "#shared/language/words.ts";
import { joined, type Token, tokens } from "./text.ts";
import { endOf, phrasesIn, phrasesOf, saysAt } from "./words/phrases.ts";

/** Courtesy and openings that a sentence may begin with, folded. */
const OPENINGS = phrasesIn("courtesy.openings");
/** What may stand at the end. */
const CLOSINGS = phrasesIn("courtesy.closings");
const CLOSINGS_BY_LAST = Map.groupBy(
  phraseWords("courtesy.closings").toSorted((a, b) => b.length - a.length),
  (phrase) => phrase.at(-1),
);

/** How a request may begin before it says what it asks for. */
const REQUESTS = phrasesOf(
  ...phraseList("courtesy.request-openings").map((phrase) => joined(tokens(phrase))),
);

/** True for a word that some courteous opening begins with. */
export const beginsCourtesy = (word: string): boolean => OPENINGS.has(word);

/** The part of a sentence between its courtesies: the words from `from` up to, not including, `to`. */
export function withoutCourtesy(words: readonly Token[]): { from: number; to: number } {
  let from = 0;
  let to = words.length;
  for (;;) {
    const behind = endOf(OPENINGS, words, from, to - 1);
    if (behind === undefined) break;
    from = behind;
  }
  to = withoutSignature(words, from);
  for (;;) {
    const closing = CLOSINGS_BY_LAST.get(words[to - 1]?.word ?? "")?.find(
      (phrase) => from + phrase.length < to && saysAt(words, to - phrase.length, phrase),
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
    const behind = endOf(REQUESTS, words, from, to - 1);
    if (behind === undefined) return { from, to };
    const inner = withoutCourtesy(words.slice(behind, to));
    to = behind + inner.to;
    from = behind + inner.from;
  }
}

/** True for a sentence that is courtesy and nothing else. */
export function isOnlyCourtesy(words: readonly Token[]): boolean {
  let at = 0;
  while (at < words.length) {
    const behind = endOf(OPENINGS, words, at) ?? endOf(CLOSINGS, words, at);
    if (behind === undefined) return false;
    at = behind;
  }
  return true;
}
