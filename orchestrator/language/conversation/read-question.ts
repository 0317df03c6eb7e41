import { tokens } from "../text.ts";
import { isCommonWord } from "../words/common-words.ts";
import { opensQuestion } from "../words/questions.ts";
import { afterLead } from "./after-lead.ts";
import { hasOwnText } from "./few-words.ts";
import { endOfPhrase, smallPhrases } from "./small-words.ts";

const MOST_WORDS = 11;

/** A message that asks something in the place of an answer. */
export type Question = {
  readonly text: string;
  /** It names nothing. */
  readonly isBare: boolean;
};

/** What begins as a question does, where it is no title that is written as one. Pure. */
export function readQuestion(text: string): Question | undefined {
  const rest = afterLead(text)?.rest ?? text;
  const [first, ...more] = tokens(rest, MOST_WORDS + 1);
  if (first === undefined || more.length === 0 || more.length >= MOST_WORDS) return undefined;
  const isTitled = more.some(
    ({ word, start }) => word !== "i" && /\p{Lu}/u.test(rest[start] ?? ""),
  );
  if (!opensQuestion(first.word) || isTitled || hasOwnText(rest)) return undefined;
  return { text: rest, isBare: more.every(({ word }) => isCommonWord(word)) };
}

const UNKNOWING = smallPhrases("unknowing");
const MOST_UNKNOWING = 6;

/** What stands behind a sentence that only says that one does not know. Pure. */
export function behindUnknowing(text: string): string | undefined {
  const [whole, ended = ""] = /^([^.!?\n]+)[.!?\n]+\s+(?=\S)/u.exec(text) ?? [];
  const words = tokens(ended);
  if (whole === undefined || words.length > MOST_UNKNOWING) return undefined;
  return endOfPhrase(UNKNOWING, words, 0) === undefined ? undefined : text.slice(whole.length);
}
