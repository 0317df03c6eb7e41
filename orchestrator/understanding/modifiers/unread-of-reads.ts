import type { Unread } from "#shared/contracts/intent.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isCommonWord } from "../../language/words/common-words.ts";
import { deedOf, deedSet } from "../../language/words/deeds.ts";
import type { Clause } from "../clause.ts";
import type { GoalWords } from "./goal-words.ts";

/**
 * The unread words that may change what a read gives: those that stand right beside a word that says what the goal is
 * about, where a value follows: "preço *teto* da BBAS3", "*target* price for AAPL"; and those that ask for more than a read.
 */
export function besideWhatIsAsked(
  unread: readonly Unread[],
  { words }: Sentence,
  { goal, found, words: read }: Clause,
  goalWords: GoalWords,
): readonly Unread[] {
  const begin = words.find(({ word }) => !isCommonWord(word))?.start;
  const lost = unread.filter(
    ({ text, span }) =>
      CHANGES.has(deedOf(foldLetters(text))) ||
      (span.start === begin && asksForMore(foldLetters(text))),
  );
  if (lost.length > 0) return lost;
  const value = found.find(({ entity }) => goal?.entities.get(entity)?.type === "string");
  if (value === undefined || unread.length === 0) return [];
  const places = new Map(words.map(({ start }, at) => [start, at]));
  const valueAt = places.get(read[value.from]?.start ?? -1) ?? -1;
  const isCounted = ({ text, span }: Unread) =>
    /^\d+$/.test(text) && places.get(span.start) === valueAt - 1;
  if (valueAt >= 1 && unread.some(isCounted)) return unread;
  const isAbout = (at: number): boolean => goalWords.isKeyword(words[at]?.word ?? "");
  return unread.filter(({ span }) => {
    const at = places.get(span.start) ?? -1;
    return at >= 0 && at < valueAt && (isAbout(at - 1) || isAbout(at + 1));
  });
}

const CHANGES = deedSet("keep", "send", "remove");

/** A request that begins so wants something done, and not only told: "*anula* o pedido 1003". */
export const asksForMore = (word: string): boolean => ASKS_FOR_MORE.has(deedOf(word));

const ASKS_FOR_MORE = CHANGES.union(
  deedSet(
    "cancel",
    "change",
    "buy",
    "sell",
    "close",
    "stop",
    "remind",
    "call",
    "install",
    "restore",
  ),
);
