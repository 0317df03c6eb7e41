import type { EntityValue } from "#shared/contracts/intent.ts";
import { withoutCourtesy } from "../language/courtesy.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { isCommonWord } from "../language/words/common-words.ts";
import { LEADERS } from "../language/words/separators.ts";
import { findKnown } from "./entities/find-known.ts";
import { readValue } from "./entities/read-value.ts";
import type { Sources } from "./entities/sources.ts";
import type { GoalModel } from "./goal-model.ts";

const NONE_TAKEN: ReadonlySet<number> = new Set();

/**
 * A text as the answer to "which one?" for an entity.
 * Shape: `known` when it is a listed value, an enum's word or has the form of the type, and the rest of the
 *        text says nothing; free words are taken as they are where the entity takes free words
 */
export function readAnswerFor(
  goal: GoalModel,
  entity: string,
  sources: Sources,
  whole: Sentence,
): { value: EntityValue; known: boolean } | undefined {
  const schema = goal.entities.get(entity);
  const source = sources.ofEntity(goal, entity);
  if (schema === undefined || source === undefined) return undefined;
  const edges = withoutCourtesy(whole.words);
  const words = whole.words.slice(edges.from, edges.to);
  const sentence: Sentence = {
    text: whole.text,
    words,
    locale: whole.locale,
    today: whole.today,
  };
  const found = findKnown(entity, schema, source, sources, sentence, NONE_TAKEN);
  if (found !== undefined) {
    const rest = words.filter((_, at) => at < found.from || at >= found.to);
    const known = found.by !== "ambiguous" && rest.every(({ word }) => isCommonWord(word));
    if (known || schema.type !== "string") return { value: found.value, known };
  }
  if (schema.type !== "string" || words.length === 0) return undefined;
  let from = 0;
  if (source.kind === "words")
    while (from < words.length - 1 && LEADERS.has(words[from]?.word ?? "")) from++;
  const by = source.kind === "anything" ? "open" : "free";
  const span = { from, to: words.length, value: undefined, by, cost: 0 } as const;
  const read = readValue(entity, schema, sentence, [span]);
  return read && { value: read.value, known: false };
}
