import type { Locale } from "#shared/contracts/names.ts";
import { type ConfusablePair, confusablePairs } from "./confusable.ts";
import { type EffectScores, effectScores, type GoalGates } from "./effects.ts";
import type { Labelled, Prediction } from "./labelled.ts";
import { type Decision, decide, type Scores, score, share } from "./score.ts";

/** Sentences of about the same confidence: when it is calibrated, `right` is near `confidence`. */
type ReliabilityRow = {
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

/** How one goal is understood in one language. Shares are 0..1; null where there is nothing to share. */
export type GoalScores = {
  goal: string;
  locale: Locale;
  sentences: number;
  accuracy: number | null;
  /** Of its sentences, those that act: at its domain's gate. */
  coverage: number | null;
  /** Of those, the ones that act rightly. */
  precision: number | null;
};

export type Evaluation = {
  scores: Scores;
  /** Only where there are several. */
  locales: { locale: Locale; scores: Scores }[];
  goals: GoalScores[];
  /** null where no sentence asks for a goal that changes something. */
  effects: EffectScores | null;
  reliability: ReliabilityRow[];
  confusable: ConfusablePair[];
};

/** All there is to say about predictions. */
export function evaluate(
  labels: readonly Labelled[],
  predictions: readonly Prediction[],
  gates: GoalGates,
): Evaluation {
  const byLocale = Map.groupBy(labels, ({ locale }) => locale);
  const byGoal = Map.groupBy(
    labels.filter(({ goal }) => goal !== null),
    ({ goal, locale }) => `${goal}\n${locale}`,
  );
  return {
    scores: score(labels, predictions),
    locales:
      byLocale.size < 2
        ? []
        : [...byLocale].map(([locale, own]) => ({ locale, scores: score(own, predictions) })),
    goals: [...byGoal.values()].flatMap((own) => goalScores(own, predictions, gates.gateOf)),
    effects: effectScores(labels, predictions, gates),
    reliability: reliability(decide(labels, predictions).decisions),
    confusable: confusablePairs(labels, predictions),
  };
}

function goalScores(
  own: readonly Labelled[],
  predictions: readonly Prediction[],
  gateOf: (goal: string) => number,
): GoalScores[] {
  const [first] = own;
  if (first === undefined || first.goal === null) return [];
  const { goal, locale } = first;
  const { decisions } = decide(own, predictions);
  const acting = decisions.filter(({ confidence }) => confidence >= gateOf(goal));
  const isRight = ({ right }: { right: boolean }) => right;
  return [
    {
      goal,
      locale,
      sentences: own.length,
      accuracy: share(decisions, isRight),
      coverage: share(decisions, (decision) => acting.includes(decision)),
      precision: share(acting, isRight),
    },
  ];
}
