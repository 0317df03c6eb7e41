import type { LastChoice, PendingOption } from "#shared/contracts/pending.ts";
import { slice, tokens } from "../text.ts";
import { readAnswer } from "./read-answer.ts";
import { REFERENCE_WORDS } from "./reference-words.ts";
import { endOfPhrase, smallPhrases } from "./small-words.ts";

const INSTEAD = [...smallPhrases("meant"), ...smallPhrases("instead")];
const BESIDES = smallPhrases("besides");
const OTHER = smallPhrases("other");
const ARTICLES: ReadonlySet<string> = new Set(
  REFERENCE_WORDS.flatMap(({ articles, contracted }) => [...articles, ...contracted]),
);

/**
 * The option that is taken after, or instead of, the one that was: "não, a outra", "e a outra?", "I meant the first".
 * Shape: a bare number or name is none: it may be the first answer, sent twice. "The other" of three could be any
 */
export function readOther(text: string, choice: LastChoice): PendingOption | undefined {
  const { options } = choice.question;
  const words = tokens(text);
  let at = 0;
  for (;;) {
    const end = endOfPhrase(INSTEAD, words, at);
    if (end === undefined) break;
    at = end;
  }
  const others = options.filter((_option, place) => place !== choice.chosen);
  const begin = endOfPhrase(BESIDES, words, at) ?? at;
  const from = ARTICLES.has(words[begin]?.word ?? "") ? begin + 1 : begin;
  if (words.length > 0 && endOfPhrase(OTHER, words, from) === words.length)
    return others.length === 1 ? others[0] : undefined;
  if (begin === 0 || begin === words.length) return undefined;
  const answer = readAnswer(slice(text, words, begin, words.length), choice.question);
  if (answer?.said !== "option") return undefined;
  return others.find((option) => option === answer.option);
}
