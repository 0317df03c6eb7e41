import type { Labelled, Prediction } from "./labelled.ts";

export type Confusion = { text: string; expected: string; found: string; confidence: number };

/** Two goals whose sentences are taken for each other's. */
export type ConfusablePair = {
  goals: [string, string];
  times: number;
  /** The most certain mistakes, at most 3. */
  sentences: Confusion[];
};

const MOST_SENTENCES = 3;

/** Pairs of goals, the most often confused first; within a pair in the order of their names. */
export function confusablePairs(
  labels: readonly Labelled[],
  predictions: readonly Prediction[],
): ConfusablePair[] {
  const byId = new Map(predictions.map((prediction) => [prediction.id, prediction]));
  const mistakes = labels.flatMap(({ id, text, goal: expected }): Confusion[] => {
    const { goal: found = null, confidence = 0 } = byId.get(id) ?? {};
    if (expected === null || found === null || found === expected) return [];
    return [{ text, expected, found, confidence }];
  });
  const pairs = Map.groupBy(mistakes, ({ expected, found }) => [expected, found].sort().join("\n"));
  return [...pairs.values()]
    .map((own) => {
      const { expected = "", found = "" } = own[0] ?? {};
      const [first = "", second = ""] = [expected, found].sort();
      const sentences = own
        .toSorted((a, b) => b.confidence - a.confidence)
        .slice(0, MOST_SENTENCES);
      return { goals: [first, second] as [string, string], times: own.length, sentences };
    })
    .sort((a, b) => b.times - a.times);
}
