import { tokens } from "../text.ts";
import { hasOwnText } from "./few-words.ts";
import { type Answer, type Asked, readAnswer } from "./read-answer.ts";
import { smallPhrases, smallWords, withoutEnd } from "./small-words.ts";

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
