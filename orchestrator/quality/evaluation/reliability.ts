import type { Decision } from "./score.ts";

/** Sentences of about the same confidence: when it is calibrated, `right` is near `confidence`. */
export type ReliabilityRow = {
  from: number;
  to: number;
  sentences: number;
  /** Mean. */
  confidence: number;
  /** The share whose goal is right. */
  right: number;
};

/** Finer where it decides. */
const EDGES = [0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.94, 0.97, 1];

/** Confidence against truth, in steps; empty steps and sentences without a goal are left out. */
export function reliability(decisions: readonly Decision[]): ReliabilityRow[] {
  return EDGES.slice(0, -1).flatMap((from, at) => {
    const to = EDGES[at + 1] ?? 1;
    const own = decisions.filter(
      ({ confidence }) => confidence >= from && (confidence < to || to === 1),
    );
    if (own.length === 0) return [];
    const mean = own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length;
    const right = own.filter((each) => each.right).length / own.length;
    return [{ from, to, sentences: own.length, confidence: mean, right }];
  });
}
