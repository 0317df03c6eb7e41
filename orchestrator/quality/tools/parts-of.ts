import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import type { HeardCase } from "../evaluation/as-said.ts";
import type { JoinedDecision } from "../evaluation/joined-requests.ts";
import type { Prediction } from "../evaluation/labelled.ts";
import type { HeardVariants, SafetyNet, Share } from "../evaluation/safety-net.ts";

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
