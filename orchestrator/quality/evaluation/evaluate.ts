import type { Locale } from "#shared/contracts/names.ts";
import { type Catalogue, gateOfGoal, onlyReads } from "../../catalogue/catalogue.ts";
import type { Labelled, Prediction } from "./labelled.ts";
import { type Decision, decide, type Scores, score, share } from "./score.ts";

type Confusion = { text: string; expected: string; found: string; confidence: number };

/** Two goals whose sentences are taken for each other's. */
type ConfusablePair = {
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

/** How goals are understood that change something. Shares are 0..1; null where there is nothing to share. */
type EffectScores = {
  goals: number;
  sentences: number;
  /** Of the sentences that ask for such a goal, those that act: at the gate of the goal that was found. */
  coverage: number | null;
  /** Of all sentences that would change something, those that ask for just that. */
  precision: number | null;
};

/** What there is to know of a goal before it acts. */
type GoalGates = {
  /** The least confidence that acts on it. */
  gateOf: (goal: string) => number;
  /** It can lead to more than reading. */
  hasEffect: (goal: string) => boolean;
};

/** Goals with effects at their own gates; null where no sentence asks for one. */
export function effectScores(
  labels: readonly Labelled[],
  predictions: readonly Prediction[],
  { gateOf, hasEffect }: GoalGates,
): EffectScores | null {
  const byId = new Map(predictions.map((prediction) => [prediction.id, prediction]));
  const acting = ({ id }: Labelled): string | null => {
    const { goal = null, confidence = 0 } = byId.get(id) ?? {};
    return goal !== null && confidence >= gateOf(goal) ? goal : null;
  };
  const own = labels.filter(({ goal }) => goal !== null && hasEffect(goal));
  if (own.length === 0) return null;
  const changing = labels.filter((label) => {
    const goal = acting(label);
    return goal !== null && hasEffect(goal);
  });
  return {
    goals: new Set(own.map(({ goal }) => goal)).size,
    sentences: own.length,
    coverage: share(own, (label) => acting(label) !== null),
    precision: share(changing, (label) => acting(label) === label.goal),
  };
}

/** What there is to know of each goal of a catalogue before it acts. */
export function gatesOf(catalogue: Catalogue): GoalGates {
  const gates = new Map<string, number>();
  const changing = new Set<string>();
  for (const goal of catalogue.goals) {
    const { domain, spec } = goal;
    gates.set(spec.goal, gateOfGoal(domain, spec.goal, catalogue) ?? 0);
    if (!onlyReads(goal, catalogue)) changing.add(spec.goal);
  }
  return { gateOf: (goal) => gates.get(goal) ?? 1, hasEffect: (goal) => changing.has(goal) };
}
