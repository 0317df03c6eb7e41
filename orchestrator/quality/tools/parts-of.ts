import { Session } from "node:inspector/promises";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import type { HeardCase } from "../evaluation/as-said.ts";
import type { JoinedDecision } from "../evaluation/joined-requests.ts";
import { type Labelled, type Prediction, predict } from "../evaluation/labelled.ts";
import type { HeardVariants, SafetyNet, Share } from "../evaluation/safety-net.ts";
import type { Speed } from "./results.ts";

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

/** Bytes that are in use after a collection: the heap, and what typed arrays hold beside it. */
export async function usedBytes(): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Runs `work`; gives what it gave, and how long it took in milliseconds. */
export function timed<T>(work: () => T): { value: T; ms: number } {
  const from = performance.now();
  const value = work();
  return { value, ms: performance.now() - from };
}

/** The least value that is not below `part` of them; 0 for none at all. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** What is evaluated, and how much of it is heard. */
export type Evaluated = {
  manifests: readonly Manifest[];
  /** What was learnt from all of them. */
  training: Training;
  folds: number;
  variants: number;
  mirrors: number;
  /** Examples that are said as people say them, over all folds. */
  said: number;
};

/** A part of an evaluation that needs none of the others. */
export type Part =
  | { do: "fold"; at: number }
  | { do: "variants"; share: Share }
  | { do: "mirrors" }
  | { do: "times" };

/** What became of a part. */
export type PartDone =
  | {
      did: "fold";
      predictions: Prediction[];
      joined: JoinedDecision[];
      withTypos: Prediction[];
      asSaid: HeardCase[];
    }
  | { did: "variants"; heard: HeardVariants }
  | { did: "mirrors"; mirrors: SafetyNet["mirrors"] }
  | { did: "times"; sentence_ms: { p50: number; p99: number } };

/** The variants are divided so that whoever is done with the folds finds some that are left. */
const SHARES = 12;

/** The parts of an evaluation, those that take longest first. */
export const partsOf = ({ folds }: Pick<Evaluated, "folds">): Part[] => [
  ...Array.from({ length: folds }, (_, at): Part => ({ do: "fold", at })),
  { do: "mirrors" },
  { do: "times" },
  ...Array.from(
    { length: SHARES },
    (_, at): Part => ({ do: "variants", share: { at, of: SHARES } }),
  ),
];
