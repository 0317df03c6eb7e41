import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { tokens } from "../text.ts";
import { deedOf } from "../words/deeds.ts";
import { smallWords } from "./small-words.ts";

/** What is still to follow once a question is answered. */
export type Following = Pick<IntentOutput, "followups" | "also">;

/** Lead to what is left out, or stand for it. */
const SMALL = smallWords("besideLeftOut");

/**
 * True for words that leave out something that was to follow, and say nothing else. Pure.
 * Shape: what is against the question itself, or says when or to whom, is more than that
 */
export function leavesOut(without: string, question: string, following: Following): boolean {
  const words = tokens(without);
  const named = new Set(phrasesOf(following).flatMap((phrase) => tokens(phrase).map(wordOf)));
  const asked = new Set(tokens(question.replace(/"(?:[^"\\]|\\.)*"|“[^”]*”/g, " ")).map(deedIn));
  const isOnly = following.followups.length + following.also.length === 1;
  let isNamed = false;
  for (let at = 0; at < words.length; ) {
    const word = words[at]?.word ?? "";
    const deed = deedOf(word);
    const isOfOne =
      deed !== undefined && (phrasesOf(following).some(has(deed)) || (isOnly && !asked.has(deed)));
    const isOwn = named.has(word) && !SMALL.has(word);
    const small = SMALL.has(word)
      ? at + 1
      : (endOfAny("negators", words, at) ?? endOfAny("courtesy", words, at));
    const isTold = isOwn || isOfOne;
    if (!isTold && small === undefined) return false;
    isNamed ||= isTold;
    at = isTold ? at + 1 : (small ?? at + 1);
  }
  return isNamed;
}

const wordOf = ({ word }: { word: string }): string => word;
const deedIn = ({ word }: { word: string }): string | undefined => deedOf(word);
const has = (deed: string) => (phrase: string) =>
  tokens(phrase).some((word) => deedIn(word) === deed);

const phrasesOf = ({ followups, also }: Following): string[] => [
  // What sends is often called after where it sends to.
  ...followups.map(({ phrase, capability }) => `${phrase} ${capability.replaceAll("_", " ")}`),
  ...also.map(({ original_query }: GoalFrame) => original_query),
];
