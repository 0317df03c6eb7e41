import { parseExample } from "#shared/contracts/annotated-example.ts";
import { textsOf, trainingSet, type WrittenSentence } from "../classifier/training-set.ts";
import type { GoalModel } from "../goal-model.ts";
import type { SentenceVectors } from "./likeness.ts";

/** A training sentence as it was written. */
export type TextSentence = WrittenSentence & { readonly text: string };

/** Everything that the goals teach, in an order that the same goals always give. */
export function sentencesOf(goals: readonly GoalModel[]): TextSentence[] {
  const written = textsOf(goals).map((annotated) => parseExample(annotated).text);
  return trainingSet(goals).map((each) => ({ ...each, text: written[each.source] ?? "" }));
}

/** Shape: a vector for each sentence, in their order, all of one length */
export function sentenceVectors(
  sentences: readonly TextSentence[],
  goalCount: number,
  vectors: readonly Float32Array[],
): SentenceVectors {
  const size = vectors[0]?.length ?? 0;
  const values = new Float32Array(sentences.length * size);
  for (const [at, vector] of vectors.entries()) values.set(vector, at * size);
  return { values, goals: Int32Array.from(sentences, ({ goal }) => goal), goalCount };
}
