import { OUTSIDE_SHARE } from "../../understanding/classifier/cross-validate.ts";
import { keysOf, type Labelled, type Prediction } from "./labelled.ts";

/** A decision that was scored. */
export type Decision = {
  /** The goal is the right one. Never for a sentence that is out of scope. */
  right: boolean;
  /** The goal and exactly its entities. */
  exact: boolean;
  outOfScope: boolean;
  /** 0 where no goal was found. */
  confidence: number;
};

/** What a gate lets through. Shares are 0..1; null where there is nothing to take a share of. */
export type GateScores = {
  threshold: number;
  /** Of all sentences, those that act. */
  coverage: number | null;
  /** Of those that act, the right ones: what is to be at least `threshold`. */
  precision: number | null;
  /** Where the true precision is, 19 times in 20. */
  precision_between: readonly [number, number] | null;
  /**
   * The precision if OUTSIDE_SHARE of all sentences asked for something else, whatever their share is here: what
   * confidences are for. null where none does.
   */
  precision_in_mix: number | null;
  in_scope_coverage: number | null;
  in_scope_precision: number | null;
  /** Of the sentences that ask for something else, those that act all the same. */
  false_accepts: number | null;
};

export type Scores = {
  sentences: number;
  in_scope: number;
  /** Of the sentences in scope, those whose goal is right, whatever the confidence. */
  accuracy: number | null;
  gates: GateScores[];
  /** Expected calibration error: how far confidence is from being right, on average. */
  ece: number | null;
  /** How well confidence tells what is in scope from what is not: 0.5 is chance. */
  auroc: number | null;
  /** null where no sentence has entities. */
  entity_f1: number | null;
  /** Of the sentences in scope, those whose goal and entities are all right. */
  exact_frames: number | null;
};

export const THRESHOLDS = [0.9, 0.94, 0.97] as const;
const ECE_BINS = 15;

/** Compare predictions with labels, by id; a sentence without a prediction counts as not understood. */
export function score(labels: readonly Labelled[], predictions: readonly Prediction[]): Scores {
  const { decisions, entities } = decide(labels, predictions);
  const inScope = decisions.filter(({ outOfScope }) => !outOfScope);
  const counted = entities.expected + entities.found;
  return {
    sentences: decisions.length,
    in_scope: inScope.length,
    accuracy: share(inScope, ({ right }) => right),
    gates: THRESHOLDS.map((threshold) => atGate(decisions, threshold)),
    ece: calibrationError(decisions, ECE_BINS),
    auroc: auroc(decisions),
    entity_f1: entities.expected === 0 ? null : (2 * entities.right) / counted,
    exact_frames: entities.expected === 0 ? null : share(inScope, ({ exact }) => exact),
  };
}

type EntityCounts = { expected: number; found: number; right: number };

/** Entities are counted over the sentences in scope, whatever goal was found for them. */
export function decide(
  labels: readonly Labelled[],
  predictions: readonly Prediction[],
): { decisions: Decision[]; entities: EntityCounts } {
  const byId = new Map(predictions.map((prediction) => [prediction.id, prediction]));
  const entities: EntityCounts = { expected: 0, found: 0, right: 0 };
  const decisions = labels.map((label): Decision => {
    const prediction = byId.get(label.id);
    const outOfScope = label.goal === null;
    const right = !outOfScope && prediction?.goal === label.goal;
    const confidence = acts(label, prediction) ? (prediction?.confidence ?? 0) : 0;
    if (outOfScope) return { right, exact: false, outOfScope, confidence };
    if (label.entities === undefined) return { right, exact: right, outOfScope, confidence };
    const expected = keysOf(label.entities);
    const found = keysOf(prediction?.entities ?? []);
    const common = expected.intersection(found).size;
    entities.expected += expected.size;
    entities.found += found.size;
    entities.right += common;
    const exact = right && common === expected.size && common === found.size;
    return { right, exact, outOfScope, confidence };
  });
  return { decisions, entities };
}

function acts({ notOf }: Labelled, prediction: Prediction | undefined): boolean {
  if (prediction === undefined || prediction.goal === null) return false;
  return notOf === undefined || prediction.domain === notOf;
}

export function atGate(decisions: readonly Decision[], threshold: number): GateScores {
  const passes = ({ confidence }: Decision) => confidence >= threshold;
  const isRight = ({ right }: Decision) => right;
  const acting = decisions.filter(passes);
  const inScope = decisions.filter(({ outOfScope }) => !outOfScope);
  const falseAccepts = share(
    decisions.filter(({ outOfScope }) => outOfScope),
    passes,
  );
  return {
    threshold,
    coverage: share(decisions, passes),
    precision: share(acting, isRight),
    precision_between: intervalOf(acting.filter(isRight).length, acting.length),
    precision_in_mix: precisionInMix(
      share(inScope, passes),
      share(inScope, (decision) => passes(decision) && isRight(decision)),
      falseAccepts,
    ),
    in_scope_coverage: share(inScope, passes),
    in_scope_precision: share(inScope.filter(passes), isRight),
    false_accepts: falseAccepts,
  };
}

/** All are shares: of the sentences in scope that act, and act rightly, and of the others that act. */
function precisionInMix(
  acting: number | null,
  right: number | null,
  falseAccepts: number | null,
): number | null {
  if (acting === null || right === null || falseAccepts === null) return null;
  const all = (1 - OUTSIDE_SHARE) * acting + OUTSIDE_SHARE * falseAccepts;
  return all === 0 ? null : ((1 - OUTSIDE_SHARE) * right) / all;
}

/** Deviations of a normal distribution within which 95 of 100 lie. */
const WITHIN = 1.96;

/** Source: Wilson's score interval, which holds for few sentences and near 1 */
export function intervalOf(right: number, of: number): [number, number] | null {
  if (of === 0) return null;
  const square = WITHIN ** 2;
  const middle = (right + square / 2) / (of + square);
  const half = (WITHIN / (of + square)) * Math.sqrt((right * (of - right)) / of + square / 4);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** The mean distance of confidence from the share that is right, over equal steps of confidence. */
function calibrationError(decisions: readonly Decision[], bins: number): number | null {
  if (decisions.length === 0) return null;
  let error = 0;
  for (let bin = 0; bin < bins; bin++) {
    const [from, to] = [bin / bins, (bin + 1) / bins];
    const own = decisions.filter(
      ({ confidence }) => confidence >= from && (confidence < to || bin === bins - 1),
    );
    const confidence = own.reduce((sum, each) => sum + each.confidence, 0);
    const right = own.filter((each) => each.right).length;
    error += Math.abs(right - confidence) / decisions.length;
  }
  return error;
}

/** The chance that a sentence in scope has a higher confidence than one that is not. Ties count half. */
function auroc(decisions: readonly Decision[]): number | null {
  const sorted = decisions.toSorted((a, b) => a.confidence - b.confidence);
  const inside = sorted.filter(({ outOfScope }) => !outOfScope).length;
  const outside = sorted.length - inside;
  if (inside === 0 || outside === 0) return null;
  let ranks = 0;
  for (let from = 0; from < sorted.length; ) {
    const { confidence } = sorted[from] ?? { confidence: 0 };
    let to = from;
    while (sorted[to]?.confidence === confidence) to++;
    const rank = (from + to + 1) / 2;
    ranks += rank * sorted.slice(from, to).filter(({ outOfScope }) => !outOfScope).length;
    from = to;
  }
  return (ranks - (inside * (inside + 1)) / 2) / (inside * outside);
}

/** null for none at all: a share of nothing is not 0. */
export const share = <T>(items: readonly T[], is: (item: T) => boolean): number | null =>
  items.length === 0 ? null : items.filter(is).length / items.length;
