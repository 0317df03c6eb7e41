import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList } from "#shared/language/words.ts";
import { pauseBefore, slice, type Token } from "../text.ts";
import { fewWords, hasOwnText } from "./few-words.ts";

/** What is to join a list that was spoken of, and what is to leave it, in the person's words. */
export type ListChange = {
  adds: readonly string[];
  drops: readonly string[];
  /** All that is to be left. Absent: nothing is said of it. */
  only?: readonly string[];
};

const FIELDS = ["add", "drop", "with", "only", "leads", "articles", "tails", "and"] as const;
type ChangeWords = Readonly<Record<(typeof FIELDS)[number], readonly string[]>>;

const WORDS: Readonly<Record<Locale, ChangeWords>> = byLocale((locale) =>
  classesOf(FIELDS, (name) => wordList(`references.list-changes.${name}`, locale)),
);

const MOST_WORDS = 14;
const MOST_NAME_WORDS = 4;

/**
 * A sentence that changes a list and says nothing else. Pure.
 * Shape: undefined for anything more
 */
export function readListChange(text: string): ListChange | undefined {
  const said = text.replace(/^\s*\+\s*/, `${WORDS.en.add[0]} `);
  const words = said.includes("?") || hasOwnText(said) ? undefined : fewWords(said, MOST_WORDS);
  if (words === undefined) return undefined;
  const found = Object.values(WORDS).map((own) => changeIn(said, words, own));
  return found.find((change) => change !== undefined);
}

function changeIn(text: string, words: readonly Token[], own: ChangeWords): ListChange | undefined {
  const adds: string[] = [];
  const drops: string[] = [];
  const only: string[] = [];
  const wordAt = (at: number): string => words[at]?.word ?? "";
  const sideOf = (at: number): string[] | undefined => {
    const word = wordAt(at);
    if (own.add.includes(word)) return adds;
    if (own.drop.includes(word)) return drops;
    const isBehind = at > 0 && (drops.length > 0 || own.leads.includes(wordAt(at - 1)));
    if (isBehind && own.with.includes(word)) return adds;
    return own.only.includes(word) && drops.length > 0 ? only : undefined;
  };
  let at = 0;
  while (own.leads.includes(wordAt(at))) at += 1;
  while (at < words.length) {
    const side = sideOf(at);
    if (side === undefined) return undefined;
    let start = at + 1;
    while (own.articles.includes(wordAt(start))) start += 1;
    let end = start;
    const isNext = (to: number) =>
      sideOf(to) !== undefined || (side === drops && isWithOrOnly(own, wordAt(to)));
    const isJoint = (to: number) => own.and.includes(wordAt(to)) && isNext(to + 1);
    const isPause = (to: number) => isNext(to) && pauseBefore({ text, words }, to);
    while (end < words.length && !isJoint(end) && !isPause(end)) end += 1;
    at = isPause(end) ? end : end + 1;
    while (end > start && own.tails.includes(wordAt(end - 1))) end -= 1;
    if (end === start || end - start > MOST_NAME_WORDS) return undefined;
    side.push(slice(text, words, start, end));
  }
  const isAny = adds.length + drops.length > 0;
  return isAny ? { adds, drops, ...(only.length > 0 && { only }) } : undefined;
}

const isWithOrOnly = ({ with: joins, only }: ChangeWords, word: string): boolean =>
  joins.includes(word) || only.includes(word);
