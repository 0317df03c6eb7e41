import { isFunctionWord } from "../words/common-words.ts";
import { deedOf } from "../words/deeds.ts";
import { opensQuestion } from "../words/questions.ts";
import { afterLead } from "./after-lead.ts";
import { fewWords } from "./few-words.ts";
import { smallPhrases, withoutEnd } from "./small-words.ts";

/** A request of which hardly more is said than what is to be done. */
export type BareRequest = {
  readonly text: string;
  /** It begins as a question does. */
  readonly isQuestion: boolean;
  /** Nothing but deeds and small words. */
  readonly isAll: boolean;
};

const MOST_WORDS = 7;
const TAIL = smallPhrases("leadsOut");

/** Pure. Shape: undefined for longer texts, for what asks for nothing, and for what sends. */
export function readBareRequest(text: string): BareRequest | undefined {
  const said = withoutEnd(TAIL, afterLead(text)?.rest ?? text);
  const words = fewWords(said, MOST_WORDS) ?? [];
  const [first] = words;
  const deeds = words.map(({ word }) => deedOf(word));
  const asks = words.some(({ word }, at) => deeds[at] !== undefined || opensQuestion(word));
  // What sends, or asks for nothing, opens no document.
  if (first === undefined || !asks || deeds.includes("send")) return undefined;
  return {
    text: said.slice(first.start, words.at(-1)?.end),
    isQuestion: opensQuestion(first.word),
    isAll: words.every(({ word }, at) => deeds[at] !== undefined || isFunctionWord(word)),
  };
}
