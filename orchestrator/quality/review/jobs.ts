import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { EvaluationReport } from "#shared/contracts/console.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";
import type { RouteChange } from "#shared/contracts/routing.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { withExamples } from "../../catalogue/registry/promoted-examples.ts";
import { calibrate } from "../../understanding/classifier/cross-validate.ts";
import { confidenceIn, confidencePrior } from "../../understanding/classifier/signals.ts";
import type { ConfidenceModel, Training } from "../../understanding/classifier/training.ts";
import { readGoals } from "../../understanding/goal-model.ts";
import { fitMeaning, sentencesOf as textsOf } from "../../understanding/meaning/meaning.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import {
  diffRouting,
  leadsAsMarked,
  type Router,
  routeOf,
  surprises,
} from "../diff/diff-routing.ts";
import { evaluate, gatesOf } from "../evaluation/evaluate.ts";
import { foldsOf, isExample, sentencesOf } from "../evaluation/manifest-sentences.ts";
import { isError } from "../lint/finding.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import { missingSiblings } from "../lint/rules/sibling-rules.ts";
import { calibratedBy, hearFold } from "./calibrated-by.ts";
import { compareManifests } from "./compare-manifests.ts";
import type { Done, Job, Judgement, Results, Trial, TrialOutcome } from "./job.ts";
import { lintCatalogue } from "./lint-catalogue.ts";
import { withManifest } from "./read-candidate.ts";

/** Each leaves out a fifth of the examples: a quarter of the work of `eval`, and nearly what it says. */
const FOLDS = 5;

/**
 * How well manifests understand their own examples, each left out in its turn.
 * `learnt` is what is known of them already.
 * Cost: five trainings, some 20 s of a processor; for a process of its own
 */
function evaluateManifests(
  manifests: readonly Manifest[],
  learnt: Training,
): NonNullable<EvaluationReport["evaluation"]> {
  const catalogue = buildCatalogue(manifests);
  const understanding = calibratedBy(catalogue, learnt, buildUnderstanding);
  const sentences = sentencesOf(manifests, understanding);
  const training = understanding.training();
  const predictions = foldsOf(manifests, sentences, FOLDS)
    .flatMap((fold) => hearFold(fold, training, buildUnderstanding).leftOut)
    .map(({ prediction }) => prediction);
  const { scores, goals, reliability, confusable } = evaluate(
    sentences.filter(isExample),
    predictions,
    gatesOf(catalogue),
  );
  const { accuracy, entity_f1, ece } = scores;
  return { sentences: scores.sentences, accuracy, entity_f1, ece, goals, reliability, confusable };
}

const doers: { [D in Job["do"]]: (job: Extract<Job, { do: D }>) => Results[D] } = {
  lint: ({ manifests, training }) => lintCatalogue(manifests, training).findings,
  learn: ({ manifests }) => buildUnderstanding(buildCatalogue(manifests)).training(),
  calibrate: ({ manifests }) => calibrateCatalogue(manifests),
  meaning: ({ manifests, values, training }) => learnMeaning(manifests, values, training),
  judge: ({ manifests, promoted, recorded, training }) =>
    judgeExample(manifests, promoted, recorded, training),
  evaluate: ({ manifests, training }) => evaluateManifests(manifests, training),
  try: tryManifest,
  compare: ({ before, after, recorded, learnt }) =>
    compareManifests(before, after, recorded, learnt),
};

export function doJob<J extends Job>(job: J): Done<J> {
  // The compiler cannot follow which of the jobs a J is.
  const doer = doers[job.do] as unknown as (job: J) => Done<J>;
  return doer(job);
}

/**
 * The linter and the routing diff for a manifest that is not in force, both sides by the confidences of `training`.
 * Errors: ContractError where it could not be in force beside the others
 * Cost:   one training, seconds; for a process of its own
 */
function tryManifest({ manifests, candidate, recorded, asked, training }: Trial): TrialOutcome {
  const before = routerOf(manifests, training, training);
  const after = routerOf(withManifest(manifests, candidate), undefined, training);
  const found = lintManifests(after.catalogue).filter(({ domain }) => domain === candidate.domain);
  const routes = asked.map((text) => ({
    text,
    before: routeOf(before, text),
    after: routeOf(after, text),
  }));
  return { found, change: diffRouting(before, after, recorded), routes };
}

function routerOf(
  manifests: readonly Manifest[],
  learnt: Training | undefined,
  calibrated = learnt,
): Router {
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue, learnt);
  if (calibrated?.confidence != null) understanding.calibrate(calibrated);
  return { catalogue, understanding };
}

/**
 * How certain decisions by meaning are in this catalogue; see fitMeaning.
 * Shape: `values` holds the vectors of the goals' sentences (meaning/sentences.ts), one after the other
 * Cost:  five to ten trainings; for a process of its own
 */
function learnMeaning(
  manifests: readonly Manifest[],
  values: Float32Array,
  training: Training,
): ConfidenceModel | null {
  const goals = readGoals(buildCatalogue(manifests));
  const sentences = textsOf(goals);
  const byWords =
    confidenceIn(training) ??
    calibrate(sentences, goals.length, confidencePrior) ??
    confidencePrior;
  const goalPlaces = Int32Array.from(sentences, ({ goal }) => goal);
  const vectors = { values, goals: goalPlaces, goalCount: goals.length };
  return fitMeaning(sentences, vectors, byWords) ?? null;
}

/**
 * The linter and the routing diff for manifests with one more example, both sides by the confidences of `training`.
 * Whatever is learnt again moves a few sentences that were on the edge: those that also move when the goal only lacks
 * an example are not held against this one.
 * Errors: ContractError for manifests that could not be in force together
 * Cost:   two trainings, 7 to 16 s for ten domains on a busy machine; for a process of its own
 */
export function judgeExample(
  manifests: readonly Manifest[],
  promoted: PromotedExample,
  recorded: readonly string[],
  training?: Training,
): Judgement {
  const { text } = parseExample(promoted.example);
  const others = recorded.filter((said) => said !== text);
  const before = routerOf(manifests, training);
  const movedIn = (after: Router) => surprises(diffRouting(before, after, others));
  const routerWith = (change: (manifest: Manifest) => Manifest) => {
    const changed = manifests.map((manifest) =>
      manifest.domain === promoted.domain ? change(manifest) : manifest,
    );
    return routerOf(changed, training);
  };
  const after = routerWith((manifest) => withExamples(manifest, [promoted]));
  const neutral = routerWith((manifest) => withoutLast(manifest, promoted));
  const restless = new Set(movedIn(neutral).map((each) => each.text));
  // Its own sentence is to change, unless it was another goal's.
  const isOwn = ({ text: said, before: { cost, goal } }: RouteChange) =>
    said === text && (cost === "unsure" || goal === promoted.goal);
  return {
    errors: lintManifests(after.catalogue).filter(
      (finding) => isError(finding) && finding.domain === promoted.domain,
    ),
    changes: movedIn(after).filter((each) => !restless.has(each.text) && !isOwn(each)),
    isLearnt: leadsAsMarked(after, promoted, text),
    nearMisses: missingSiblings(
      after.catalogue,
      after.understanding,
      (domain, goal) => domain === promoted.domain && goal === promoted.goal,
    ).flatMap(({ proposed = [] }) => proposed),
  };
}

/** Without the last of its examples in the language of another. */
const withoutLast = (manifest: Manifest, { goal: name, locale }: PromotedExample): Manifest => ({
  ...manifest,
  goals: manifest.goals.map((goal) => {
    if (goal.goal !== name) return goal;
    const { examples } = goal.hints;
    const fewer = { ...examples, [locale]: (examples?.[locale] ?? []).slice(0, -1) };
    return { ...goal, hints: { ...goal.hints, examples: fewer } };
  }),
});

/**
 * What is learnt from these manifests, with how their own sentences move the confidences.
 * Errors: ContractError when they could not be in force together
 * Cost:   about six trainings; for a process of its own
 */
export function calibrateCatalogue(manifests: readonly Manifest[]): Training {
  const understanding = buildUnderstanding(buildCatalogue(manifests));
  understanding.calibrate();
  return understanding.training();
}
