import { chartOf } from "#shared/language/time/chart-of.ts";
import { foldPhrase, wordsOf } from "#shared/plain-text/fold.ts";
import { endOfAny, endsAsPast } from "../modifiers/languages.ts";
import { normalised, tokens, wordsIn } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { deedOf } from "../words/deeds.ts";
import { after, endOf } from "../words/phrases.ts";
import { REFERENCE_WORDS } from "./reference-words.ts";
import { smallPhrases, smallWords, withoutEnd } from "./small-words.ts";

/** How the words of a message name things. */

/** Shorter words are the beginnings of too many. */
const SHORTEST_STEM = 4;

/** Words that may name something: neither small ones nor deeds. Pure. */
export const namingWords = (text: string): string[] =>
  wordsIn(text).filter((word) => !isFunctionWord(word) && deedOf(word) === undefined);

/** Shorter words tell no request from another. */
const SHORTEST_TELLING = 3;

/** All words but the shortest. Pure. */
export const tellingWords = (text: string): string[] =>
  wordsIn(text).filter(({ length }) => length >= SHORTEST_TELLING);

/** The words stand in the text as they are. Pure. */
export const mentions = (text: string, words: string): boolean =>
  ` ${normalised(text)} `.includes(` ${normalised(words)} `);

/** Has a label the word, or one that it begins? Of an address each part is a word. Pure. */
export const isCalled = (label: string, word: string): boolean =>
  wordsOf(label).some(
    (own) => own === word || (word.length >= SHORTEST_STEM && own.startsWith(word)),
  );

const MOST_NAME_WORDS = 3;

/** What a thing is called beside its value, where its name is short. Pure. */
export function nounsOfName(name: string): string[] {
  const words = wordsIn(name, MOST_NAME_WORDS + 1);
  return words.length > MOST_NAME_WORDS || words.length < 2
    ? []
    : words.filter((word) => /^\p{L}+$/u.test(word));
}

/** The one word of a text, where that is no deed. Pure. */
export function onlyNoun(text: string): string | undefined {
  const [only, other] = tokens(text, 2);
  return other === undefined && only !== undefined && deedOf(only.word) === undefined
    ? only.word
    : undefined;
}

/** Nothing but a name, as names are written. Pure. */
export const isName = (text: string): boolean =>
  tokens(text).every(
    ({ word, start }) => isFunctionWord(word) || /\p{Lu}/u.test(text[start] ?? ""),
  );

const MOST_WORDS = 10;
const BACK = smallWords("bringsBack");
const ONLY = smallWords("only");
/** Articles, and what only stands for a name. */
const BESIDE: ReadonlySet<string> = new Set(
  REFERENCE_WORDS.flatMap(({ articles, contracted, labelled, nouns }) => [
    ...[...articles, ...contracted, ...labelled.of, ...nouns],
  ]),
);

/** Where a short message names what is told, with the small words that belong to the name; never at its beginning. Pure. */
export function placeOfName(
  text: string,
  told: string,
): { start: number; end: number } | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS) return undefined;
  const isName = (at: number) => {
    const { word = "" } = words[at] ?? {};
    return word !== "" && !isFunctionWord(word) && !BACK.has(word) && isCalled(told, word);
  };
  const isBeside = (at: number) => {
    const { word = "" } = words[at] ?? {};
    return BESIDE.has(word) || ONLY.has(word);
  };
  const first = words.findIndex((_, at) => isName(at));
  if (first < 1) return undefined;
  let [from, to] = [first, first + 1];
  while (from > 1 && isBeside(from - 1)) from--;
  while (isName(to) || isBeside(to)) to++;
  const [start, end] = [words[from]?.start, words[to - 1]?.end];
  return start === undefined || end === undefined ? undefined : { start, end };
}

const INDEFINITE = smallWords("indefinite");

/** It is about any, and about none that was shown, unless the small word begins one of these values, or a length. Pure. */
export function isIndefinite(text: string, values: readonly string[]): boolean {
  const words = tokens(text);
  // The words of a length may be of either language.
  const lengths = chartOf({ text, words }, "en");
  const held = values.map((value) => ` ${normalised(value)} `);
  return words.some(
    ({ word }, at) =>
      INDEFINITE.has(word) &&
      lengths.at(at, "length").length === 0 &&
      !held.some((value) => value.includes(` ${word} ${words[at + 1]?.word ?? ""} `)),
  );
}

const REASON = smallPhrases("reason");
const SINGLING = smallPhrases("only");
const SPEAKER = smallPhrases("speaker");

/** What stands behind a name without the words that make it a reason: they are no part of the name. Pure. */
export function withoutReason(behind: string): string {
  const words = tokens(behind);
  const told = endOfAny("already", words, 0);
  // All of it tells that something has been done.
  const isDone = told !== undefined && words.length === told + 1;
  if (isDone && endsAsPast(words[told]?.word ?? "")) return "";
  const at = endOf(REASON, words, 0);
  const next = at === undefined ? undefined : words[after(SPEAKER, words, at)];
  const isNext = /^\s*$/.test(behind.slice(0, words[0]?.start));
  return next === undefined || !isNext ? behind : `, ${behind.slice(next.start)}`;
}

/** What stands before a name without the only: it names one, and leaves nothing out that was to be done. Pure. */
export function withoutOnly(before: string): string {
  const plain = withoutEnd(SINGLING, before);
  return plain === before ? before : `${plain.trimEnd()} `;
}

/** One text for all that only differ in case, accents, and signs at their edges. */
export const plainText = foldPhrase;

/** Two texts that differ in no more than that. */
export const isSameText = (one: string, other: string): boolean =>
  plainText(one) === plainText(other);
