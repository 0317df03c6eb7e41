import { endOfAny } from "../modifiers/languages.ts";
import { slice, tokens } from "../text.ts";
import { isReaction } from "../words/reactions.ts";
import { deedsIn, fewWords, hasOwnText } from "./few-words.ts";
import { endOfPhrase, smallPhrases } from "./small-words.ts";

/** In which way what was shown is wanted, where the words leave out what is to be done with it. */

const THE_SAME = smallPhrases("theSame");
const MOST_SAME_WORDS = 10;

/** What follows the words for the same as before, where these begin the message and no deed follows. Pure. */
export function behindTheSame(text: string): string | undefined {
  if (text.includes("?") || hasOwnText(text)) return undefined;
  const words = fewWords(text, MOST_SAME_WORDS) ?? [];
  const at = words.findIndex((_, from) => endOfPhrase(THE_SAME, words, from) !== undefined);
  const first = words[endOfPhrase(THE_SAME, words, at) ?? words.length];
  const isLed = at === 0 || isReaction(words.slice(0, at).map(({ word }) => word));
  if (at < 0 || !isLed || first === undefined) return undefined;
  const where = text.slice(first.start);
  return deedsIn(where).size > 0 ? undefined : where;
}

/** Two ways that are both wanted, as people say it who begin by what is not all. Pure. */
export function readBothWays(text: string): readonly [string, string] | undefined {
  const words = tokens(text);
  const endFrom = (group: "not_only" | "but_also", from: number) => {
    const at = words.findIndex(
      (_, each) => each >= from && endOfAny(group, words, each) !== undefined,
    );
    return at < 0 ? undefined : { at, end: endOfAny(group, words, at) ?? at };
  };
  const first = endFrom("not_only", 0);
  const also = first && endFrom("but_also", first.end + 1);
  const second = words[also?.end ?? words.length];
  if (first === undefined || also === undefined || second === undefined) return undefined;
  return [slice(text, words, first.end, also.at), text.slice(second.start)];
}
