import { withoutCourtesy, withoutOpening } from "../../language/courtesy.ts";
import { gapBefore, slice } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isCommonWord, isFunctionWord, opensQuestion } from "../../language/words/common-words.ts";
import { actionOf, deedOf } from "../../language/words/deeds.ts";
import type { GoalModel } from "../goal-model.ts";
import type { FoundEntity } from "./found.ts";
import type { Sources } from "./sources.ts";

/**
 * The one stretch of words that a request without a verb leaves to the one text that its goal needs and has not: it is
 * what the request is about, and asked about.
 * Shape: none where there is a verb, a question, no other value or more than one such stretch
 */
export function restAsText(
  goal: GoalModel,
  sentence: Sentence,
  found: readonly FoundEntity[],
  sources: Sources,
): FoundEntity[] {
  const [only, ...others] = [...goal.entities].filter(
    ([name, { required }]) => required && !found.some(({ entity }) => entity === name),
  );
  const { text, words } = sentence;
  const begin = Math.max(withoutOpening(words).from, withoutCourtesy(words).from);
  const isTaken = (at: number) => found.some(({ from, to }) => at >= from && at < to);
  const free = [...words.keys()].filter(
    (at) => at >= begin && !isTaken(at) && !isFunctionWord(words[at]?.word ?? ""),
  );
  const [from, last] = [free[0], free.at(-1)];
  if (
    only === undefined ||
    others.length > 0 ||
    found.length === 0 ||
    from === undefined ||
    last === undefined
  )
    return [];
  const to = last + 1;
  const said = words.slice(from, to);
  const isOne = said.every(
    (_, at) => !isTaken(from + at) && (at === 0 || gapBefore(sentence, from + at) === " "),
  );
  const isThing =
    said.some(({ word }) => !isCommonWord(word)) &&
    !words.some(({ word }) => (deedOf(word) ?? actionOf(word)) !== undefined);
  const [entity] = only;
  const source = sources.ofEntity(goal, entity);
  const isAny = source?.kind === "anything" || (source?.kind === "words" && source.free === true);
  if (!isOne || !isThing || !isAny || opensQuestion(words[0]?.word ?? "")) return [];
  return [{ entity, value: slice(text, words, from, to), from, to, by: "guess" }];
}
