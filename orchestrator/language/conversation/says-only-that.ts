import { endOfAny } from "../modifiers/languages.ts";
import { tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { deedOf, deedSet } from "../words/deeds.ts";
import { hasOwnText } from "./few-words.ts";
import { REFERENCE_WORDS } from "./reference-words.ts";
import { smallWords } from "./small-words.ts";

/** What puts an answer somewhere. */
const CARRIES = deedSet("keep", "give", "create", "show");
const NAMES: ReadonlySet<string> = new Set(
  REFERENCE_WORDS.flatMap(({ that, all, both, answers }) => [...that, ...all, ...both, ...answers]),
);
const MOST_WORDS = 8;

/** True for words that wish for what was shown and name nothing of their own. Pure. */
export function saysOnlyThat(text: string, { orSend = false } = {}): boolean {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || hasOwnText(text)) return false;
  return words.every(
    ({ word }, at) =>
      endOfAny("negators", words, at) === undefined &&
      (NAMES.has(word) ||
        isFunctionWord(word) ||
        (orSend && deedOf(word) === "send") ||
        (CARRIES.has(deedOf(word)) && words[at - 1]?.word !== "the") ||
        endOfAny("wishes", words, at) !== undefined ||
        endOfAny("courtesy", words, at) !== undefined),
  );
}

/** Who asks, and behind what leads to a person. */
const ONESELF = smallWords("oneself");
const TO = smallWords("toPerson");
const OTHERS = smallWords("others");
const MESSAGES = smallWords("messages");

/** What is sent, or to oneself. Pure. */
export const saysWhat = (text: string): boolean =>
  tokens(text, MOST_WORDS).some(({ word }) => ONESELF.has(word) || THAT.has(word));

/** What is meant, and who asks, and nothing else. Pure. */
export function pointsToAsker(text: string): boolean {
  const words = tokens(text, MOST_WORDS + 1);
  const has = (group: ReadonlySet<string>) => words.some(({ word }) => group.has(word));
  return saysOnlyThat(text) && has(ONESELF) && has(THAT);
}

const THAT: ReadonlySet<string> = new Set(REFERENCE_WORDS.flatMap(({ that }) => that));

/** True for words that ask for something to be sent, to no one but who asks, and say nothing more. Pure. */
export function saysOnlySend(text: string): boolean {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || text.includes("?") || hasOwnText(text)) return false;
  const isSending = (word: string) => deedOf(word) === "send" || MESSAGES.has(word);
  const isSent = words.some(({ word }) => isSending(word));
  const isToOther = words.some(
    ({ word }, at) => OTHERS.has(word) && TO.has(words[at - 1]?.word ?? ""),
  );
  const isAgain = words.some(({ word }) => AGAIN.has(word));
  if (!isSent || isToOther || isAgain) return false;
  return words.every(
    ({ word }, at) =>
      endOfAny("negators", words, at) === undefined &&
      (isSending(word) || isFunctionWord(word) || endOfAny("courtesy", words, at) !== undefined),
  );
}

/** What is sent once more is another thing. */
const AGAIN = smallWords("sentAgain");
