import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { tokens } from "../text.ts";
import { deedOf } from "../words/deeds.ts";
import { hasOwnText } from "./few-words.ts";
import { type Answer, type Asked, readAnswer } from "./read-answer.ts";
import { smallPhrases, smallWords, withoutEnd } from "./small-words.ts";

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

const AND = smallWords("plus");
const TOO = smallPhrases("alongside");
const MOST_WORDS = 16;

/** A yes or a choice, its words, and what else it is said of. */
export type AnswerAndMore = {
  readonly answer: Extract<Answer, { said: "yes" | "option" }>;
  readonly said: string;
  readonly more: string;
};

/** Pure. Shape: undefined for a question, for a text of one's own, and where no answer stands before what joins the rest. */
export function readAnswerAndMore(text: string, asked: Asked): AnswerAndMore | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || text.includes("?") || hasOwnText(text)) return undefined;
  for (const [at, { word, start }] of words.entries()) {
    const next = words[at + 1];
    if (at === 0 || next === undefined || !AND.has(word)) continue;
    const said = text.slice(0, start).replace(/[\s,;.–—-]+$/, "");
    const answer = readAnswer(said, asked);
    if (answer?.said === "yes" || answer?.said === "option")
      return { answer, said, more: withoutEnd(TOO, text.slice(next.start)) };
  }
  return undefined;
}
