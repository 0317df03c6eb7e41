import type { Doubt } from "#shared/contracts/intent.ts";
import { endOfAny, endsAsPast } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { afterColon, quotesIn } from "../../language/quotes.ts";
import { isCovered, type Token } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { type Clause, type Interpret, standing } from "../clause.ts";
import type { GoalWords } from "./goal-words.ts";

/**
 * A request that someone only quotes: its own words stand in quotation marks, or behind a colon, and other words
 * stand outside.
 */
export function quotedRequest(
  sentence: Sentence,
  marks: readonly Mark[],
  goalWords: GoalWords,
): Doubt[] {
  const { words, text } = sentence;
  const quotes = quotesIn(sentence);
  const colon = quotes.length === 0 ? afterColon(sentence) : undefined;
  const inside = [...quotes, ...(colon === undefined ? [] : [colon])];
  if (inside.length === 0) return [];
  const isInside = (at: number) => isCovered(inside, at);
  const asks = ({ word }: Token, at: number) =>
    !endsAsPast(word) &&
    endOfAny("wishes", words, at) === undefined &&
    (goalWords.begins(word) || goalWords.isKeyword(word));
  const isOutside = (_: Token, at: number) => !isInside(at);
  const outside = words.filter(isOutside);
  if (words.some((word, at) => isOutside(word, at) && asks(word, at))) return [];
  const asksInside = (word: Token, at: number) => asks(word, at) || deedOf(word.word) !== undefined;
  if (!words.some((word, at) => isInside(at) && asksInside(word, at))) return [];
  const said = outside.filter((word) => !isFunctionWord(word.word) && !isInCourtesy(word, marks));
  const [first] = said;
  if (first === undefined) {
    const isAsked = text.slice(words.findLast((_, at) => isInside(at))?.end).includes("?");
    return isAsked ? [{ reason: "asked_about", detail: text }] : [];
  }
  return [{ reason: "reported", detail: text.slice(first.start, said.at(-1)?.end) }];
}

const isInCourtesy = ({ start, end }: Token, marks: readonly Mark[]): boolean =>
  marks.some((mark) => mark.kind === "courtesy" && mark.start <= start && mark.end >= end);

/** What stands behind a colon is a request by itself. */
const CLEAR_INSIDE = 0.94;
/** What stands before it is one, too; least where it alone begins as the goal is asked for. */
const CLEAR_BEFORE = 0.94;
const LIKELY_BEFORE = 0.5;

/**
 * A request behind a label and a colon. What it says is a request of its own without the label, and the label is none:
 * whoever wrote it speaks of the request.
 * Cost: two interpretations of a text that has a colon before words of asking
 */
export function labelledRequest(
  sentence: Sentence,
  { goal }: Pick<Clause, "goal">,
  interpret: Interpret,
  marks: readonly Mark[],
  { begins }: GoalWords,
): Doubt[] {
  const inside = goal && afterColon(sentence);
  if (inside === undefined || inside.from === 0) return [];
  const { words, text } = sentence;
  const said = interpret({ ...sentence, words: words.slice(inside.from) });
  if (said.goal !== goal || standing(said) < CLEAR_INSIDE) return [];
  const label = words.slice(0, inside.from);
  if (label.every((word) => isInCourtesy(word, marks))) return [];
  const begun = label.filter(({ word }) => !isFunctionWord(word));
  const isRequest = begun.length > 0 && begun.every(({ word }) => deedOf(word) !== undefined);
  if (isRequest && !words.slice(inside.from).some(({ word }) => deedOf(word) !== undefined))
    return [];
  const before = interpret({ ...sentence, words: label });
  const isBegun =
    begins(begun[0]?.word ?? "") && !begins(words[inside.from]?.word ?? "") && begun.length > 1;
  if (before.goal === goal && standing(before) >= (isBegun ? LIKELY_BEFORE : CLEAR_BEFORE))
    return [];
  return [{ reason: "reported", detail: text.slice(label[0]?.start, label.at(-1)?.end) }];
}
