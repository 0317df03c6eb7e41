import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { type Prediction, predict } from "../evaluation/labelled.ts";
import {
  foldsOf,
  isExample,
  type LeftOut,
  type ManifestSentence,
  sentencesOf,
} from "../evaluation/manifest-sentences.ts";
import { hearVariants } from "../evaluation/safety-net.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import { sharedFollowups } from "../lint/rules/capability-rules.ts";
import {
  goalOnKeyword,
  greedyTemplates,
  ignoredModifiers,
  inseparableGoals,
  shadowedKeywords,
  sharedExamples,
  stolenExamples,
  unknownGoals,
  unknownRoles,
} from "../lint/rules/neighbour-rules.ts";
import { deadWatchables, missingSiblings } from "../lint/rules/sibling-rules.ts";
import { unknownTools, unreachableAgents, withheldTools } from "../lint/rules/tool-rules.ts";
import { calibratedBy, hearFold } from "./calibrated-by.ts";
import {
  type Change,
  changeBetween,
  goalKey,
  type Heard,
  movedBy,
  sentenceKey,
  stemsIn,
  variantKey,
} from "./lint-again.ts";

/**
 * What only shows when all manifests stand side by side, and what is wrong with one and holds nothing back. Most of it are
 * warnings: no one can say from here which of two goals is at fault.
 * Shape:  `leftOut` are the sentences of the manifests, each understood by a catalogue without it
 * Cost:   some ms; making `leftOut` takes one building of the understanding for each fold
 */
export function lintNeighbours(
  catalogue: Catalogue,
  understanding: Understanding,
  leftOut: readonly LeftOut[],
  siblings: readonly LintFinding[] = missingSiblings(catalogue, understanding),
  goalOn = goalOnKeyword(catalogue, understanding),
): LintFinding[] {
  const examples = leftOut.filter(({ sentence }) => isExample(sentence));
  return [
    ...sharedFollowups(catalogue),
    ...deadWatchables(catalogue),
    ...unknownRoles(catalogue),
    ...unknownGoals(catalogue),
    ...unknownTools(catalogue),
    ...withheldTools(catalogue),
    ...unreachableAgents(catalogue),
    ...shadowedKeywords(catalogue, goalOn),
    ...sharedExamples(examples.map(({ sentence }) => sentence)),
    ...greedyTemplates(examples, catalogue),
    ...stolenExamples(examples, catalogue),
    ...inseparableGoals(examples),
    ...siblings,
  ];
}

/** Each leaves out a fifth of the examples: enough to see what is stolen, and a quarter of the work of 20. */
const FOLDS = 5;

/** A sample of what `eval` hears: a second or two beside the folds. */
const MOST_VARIANTS = 1500;

/** What was heard of a catalogue before, and what was learnt of it. */
export type Before = { heard: Heard; training: Training };

/**
 * Everything that the linter finds in manifests that could be in force together. What is in `learnt` of them is not
 * learnt again; what it finds is the same. `keep` is given what was. Where a few goals differ from those `before`, only
 * what is of them, or shares telling words with what changed, is heard again.
 * Errors: ContractError when they could not
 * Cost:   seconds, see hearFold; two trainings where there is something before
 */
export function lintCatalogue(
  manifests: readonly Manifest[],
  learnt?: Training,
  keep: (training: Training) => void = () => undefined,
  before?: Before,
): { findings: LintFinding[]; heard: Heard } {
  const catalogue = buildCatalogue(manifests);
  const change = before && changeBetween(before.heard, manifests);
  const again = change && before && { change, ...before };
  const nearly = again && { ...again.training, confidence: again.heard.confidence };
  const understanding = calibratedBy(catalogue, learnt, buildUnderstanding, nearly);
  const training = understanding.training();
  // Confidences that are another catalogue's are not kept as its own.
  keep(nearly === undefined ? training : { ...training, confidence: learnt?.confidence ?? null });
  const sentences = sentencesOf(manifests, understanding);
  const known =
    again === undefined
      ? hearAll(manifests, sentences, training)
      : hearMoved(again, manifests, sentences, training);
  const leftOut = sentences.flatMap((sentence) => {
    const prediction = known.get(sentenceKey(sentence));
    return prediction === undefined
      ? []
      : { sentence, prediction: { ...prediction, id: sentence.id } };
  });
  const siblings = siblingsOf(catalogue, understanding, again);
  const keywords = keywordsOf(catalogue, understanding, again);
  const harmless = new Set(again?.heard.harmless);
  const isMoved = (domain: string, goal: string) => again?.change.goals.has(goalKey(domain, goal));
  const { findings } = hearVariants(catalogue, understanding, MOST_VARIANTS, undefined, {
    // What would have acted is heard again: it is told with these very words.
    actsOf: (variant) =>
      !isMoved(variant.domain, variant.of) && harmless.has(variantKey(variant)) ? false : undefined,
    note(variant, acts) {
      if (acts) harmless.delete(variantKey(variant));
      else harmless.add(variantKey(variant));
    },
  });
  return {
    findings: [
      ...lintManifests(catalogue),
      ...lintNeighbours(
        catalogue,
        understanding,
        leftOut,
        [...siblings.values()].filter((each) => each !== null),
        keywords.goalOn,
      ),
      ...ignoredModifiers(findings),
    ],
    heard: {
      manifests,
      confidence: training.confidence,
      predictions: leftOut.map((each) => [sentenceKey(each.sentence), each.prediction]),
      harmless: [...harmless],
      siblings: [...siblings],
      keywords: [...keywords.heard],
      times: again === undefined ? 0 : again.heard.times + 1,
    },
  };
}

type Again = Before & { change: Change };
type Predictions = Map<string, Prediction>;

const hearAll = (
  manifests: readonly Manifest[],
  sentences: readonly ManifestSentence[],
  training: Training,
): Predictions =>
  new Map(
    foldsOf(manifests, sentences, FOLDS)
      .flatMap((fold) => hearFold(fold, training, buildUnderstanding).leftOut)
      .map(({ sentence, prediction }) => [sentenceKey(sentence), prediction]),
  );

/** What is new, by the catalogue that had not seen it; and what it may move, left out of the one that has it. */
function hearMoved(
  { heard, training: learntBefore, change }: Again,
  manifests: readonly Manifest[],
  sentences: readonly ManifestSentence[],
  training: Training,
): Predictions {
  const known: Predictions = new Map(heard.predictions);
  const fresh = sentences.filter((sentence) => !known.has(sentenceKey(sentence)));
  const earlier = buildUnderstanding(buildCatalogue(heard.manifests), learntBefore);
  if (training.confidence !== null) earlier.calibrate(training);
  for (const sentence of fresh) known.set(sentenceKey(sentence), predict(earlier, sentence));
  const moved = movedBy(change, sentences).filter((sentence) => !fresh.includes(sentence));
  for (const fold of foldsOf(manifests, moved, 1))
    for (const { sentence, prediction } of hearFold(fold, training, buildUnderstanding).leftOut)
      known.set(sentenceKey(sentence), prediction);
  return known;
}

/** By goal; those of goals that stayed as they were are known. */
function siblingsOf(
  catalogue: Catalogue,
  understanding: Understanding,
  again: Again | undefined,
): Map<string, LintFinding | null> {
  const known = new Map(again?.heard.siblings);
  const keys = catalogue.goals.map(({ domain, spec }) => goalKey(domain, spec.goal));
  const wanted = new Set(keys.filter((key) => again?.change.goals.has(key) || !known.has(key)));
  const found = missingSiblings(catalogue, understanding, (domain, goal) =>
    wanted.has(goalKey(domain, goal)),
  );
  const byGoal = new Map(found.map((each) => [goalKey(each.domain, each.goal ?? ""), each]));
  return new Map(
    keys.map((key) => [
      key,
      wanted.has(key) ? (byGoal.get(key) ?? null) : (known.get(key) ?? null),
    ]),
  );
}

/** Which goal acts on a keyword alone; what shares no telling word with the change is known. */
function keywordsOf(
  catalogue: Catalogue,
  understanding: Understanding,
  again: Again | undefined,
): { heard: Map<string, string | null>; goalOn(text: string): string | undefined } {
  const known = new Map(again?.heard.keywords);
  const heard = new Map<string, string | null>();
  const hear = goalOnKeyword(catalogue, understanding);
  const isMoved = (text: string) => stemsIn(text).some((stem) => again?.change.words.has(stem));
  return {
    heard,
    goalOn(text) {
      const before = isMoved(text) ? undefined : known.get(text);
      const found = before === undefined ? (hear(text) ?? null) : before;
      heard.set(text, found);
      return found ?? undefined;
    },
  };
}
