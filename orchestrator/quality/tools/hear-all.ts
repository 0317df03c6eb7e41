import type { Understanding } from "../../understanding/understanding.ts";
import type { Labelled, Prediction } from "../evaluation/labelled.ts";
import { predict } from "../evaluation/predict.ts";
import type { Speed } from "./eval-result.ts";
import { percentile, timed } from "./measure.ts";

/** Another process's turn takes milliseconds: of so many hearings, the shortest is the sentence's own time. */
const HEARINGS = 3;

/** So many tell how long a sentence takes. */
const TIMED = 1000;
export const timedOf = (examples: readonly Labelled[]) => {
  const each = Math.ceil(examples.length / TIMED);
  return examples.filter((_, at) => at % each === 0);
};

/** What sentences lead to, and how long each took. `warmUp` is heard first, so that what is measured is not the compiler. The understanding is calibrated. */
export function hearAll(
  understanding: Understanding,
  labels: readonly Labelled[],
  warmUp: readonly Labelled[],
): { predictions: Prediction[]; sentence_ms: Speed["sentence_ms"] } {
  for (const label of warmUp) predict(understanding, label);
  const heard = labels.map((label) => timed(() => predict(understanding, label)));
  const times = heard.map(({ ms }) => ms);
  for (let hearing = 1; hearing < HEARINGS; hearing++) {
    // It forgets what it has heard, so that nothing is only looked up.
    understanding.calibrate(understanding.training());
    for (const [at, label] of labels.entries()) {
      const { ms } = timed(() => predict(understanding, label));
      times[at] = Math.min(times[at] ?? ms, ms);
    }
  }
  return {
    predictions: heard.map(({ value }) => value),
    sentence_ms: { p50: percentile(times, 0.5), p99: percentile(times, 0.99) },
  };
}
