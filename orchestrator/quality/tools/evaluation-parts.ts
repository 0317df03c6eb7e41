import type { Manifest } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import {
  type JoinedDecision,
  joinInPairs,
  understandJoined,
} from "../evaluation/joined-requests.ts";
import type { Prediction } from "../evaluation/labelled.ts";
import { foldsOf, isExample, sentencesOf } from "../evaluation/leave-out.ts";
import { predict } from "../evaluation/predict.ts";
import {
  type HeardVariants,
  hearMirrors,
  hearVariants,
  type SafetyNet,
  type Share,
} from "../evaluation/safety-net.ts";
import { withTypos } from "../evaluation/typos.ts";
import { hearFold } from "../review/leave-out.ts";

/** What is evaluated, and how much of it is heard. */
export type Evaluated = {
  manifests: readonly Manifest[];
  /** What was learnt from all of them. */
  training: Training;
  folds: number;
  variants: number;
  mirrors: number;
};

/** A part of an evaluation that needs none of the others. */
export type Part =
  | { do: "fold"; at: number }
  | { do: "variants"; share: Share }
  | { do: "mirrors" };

/** What became of a part. */
export type PartDone =
  | { did: "fold"; predictions: Prediction[]; joined: JoinedDecision[]; withTypos: Prediction[] }
  | { did: "variants"; heard: HeardVariants }
  | { did: "mirrors"; mirrors: SafetyNet["mirrors"] };

/** The variants are divided so that whoever is done with the folds finds some that are left. */
const SHARES = 12;

/** The parts of an evaluation, those that take longest first. */
export const partsOf = ({ folds }: Pick<Evaluated, "folds">): Part[] => [
  ...Array.from({ length: folds }, (_, at): Part => ({ do: "fold", at })),
  { do: "mirrors" },
  ...Array.from(
    { length: SHARES },
    (_, at): Part => ({ do: "variants", share: { at, of: SHARES } }),
  ),
];

/**
 * Does parts of one evaluation, one after another.
 * Cost: a fold takes a training and 0.5 ms for each of its sentences, said alone, in pairs and with slips; a share of the
 *       variants about 1 ms for each
 */
export function evaluator(given: Evaluated): (part: Part) => PartDone {
  const { manifests, training } = given;
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue, training);
  if (training.confidence !== null) understanding.calibrate(training);
  const folds = foldsOf(manifests, sentencesOf(manifests, understanding), given.folds);
  return (part) => {
    switch (part.do) {
      case "fold":
        return doFold(folds[part.at], training);
      case "variants": {
        const heard = hearVariants(catalogue, understanding, given.variants, part.share);
        return { did: "variants", heard };
      }
      case "mirrors":
        return { did: "mirrors", mirrors: hearMirrors(catalogue, understanding, given.mirrors) };
    }
  };
}

function doFold(
  fold: ReturnType<typeof foldsOf>[number] | undefined,
  training: Training,
): PartDone {
  if (fold === undefined) return { did: "fold", predictions: [], joined: [], withTypos: [] };
  const { leftOut, understanding } = hearFold(fold, training, buildUnderstanding);
  const unseen = fold.sentences.filter(isExample);
  return {
    did: "fold",
    predictions: leftOut.map(({ prediction }) => prediction),
    joined: joinInPairs(unseen).map((each) => understandJoined(understanding, each)),
    withTypos: withTypos(unseen).map((each) => predict(understanding, each)),
  };
}
