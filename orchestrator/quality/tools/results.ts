import type { LintFinding } from "#shared/contracts/lint.ts";
import type { RoutingDiff } from "#shared/contracts/routing.ts";
import type { AsSaid } from "../evaluation/as-said.ts";
import type { Evaluation } from "../evaluation/evaluate.ts";
import type { JoinedScores } from "../evaluation/joined-requests.ts";
import type { SafetyNet } from "../evaluation/safety-net.ts";
import type { GateScores, Scores } from "../evaluation/score.ts";
import type { FoundManifests } from "./find-manifests.ts";

/** A manifest, and where it was read. */
export type ManifestSource = { domain: string; version: string; from: string };

export type DiffResult = {
  before: ManifestSource[];
  after: ManifestSource[];
  missing: FoundManifests["missing"];
  /** Where what people said was read; null: nothing was recorded. */
  recorded_from: string | null;
  /** Of the changes, those that no example of the candidate wants. */
  surprises: number;
  diff: RoutingDiff;
};

export type LintResult = {
  /** What was looked at, and where it was read. */
  manifests: ManifestSource[];
  missing: FoundManifests["missing"];
  /** Errors first. */
  findings: LintFinding[];
};

/** What it costs to understand. */
export type Speed = {
  /** From manifests to the first sentence: with everything still to be learnt, and with what was learnt before. */
  load_ms: { cold: number; warm: number };
  sentence_ms: { p50: number; p99: number };
  /** What the catalogue and its understanding hold. */
  memory_mb: number;
};

export type EvalResult = {
  of:
    | { kind: "pack"; name: string; shots: string }
    | {
        kind: "catalogue";
        manifests: ManifestSource[];
        missing: FoundManifests["missing"];
        /** How many times a share of the sentences was left out. */
        folds: number;
        /** Every sentence was left out alone among those of its goal and language. */
        exact: boolean;
      };
  goals: number;
  examples: number;
  speed: Speed;
  evaluation: Evaluation;
  /** Examples as people say them to the whole system, each by one that has not seen it; null for a pack. */
  as_said: AsSaid | null;
  /** Pairs of the sentences, each pair said as one. */
  joined: JoinedScores;
  /** The sentences with two slips each: what `evaluation.scores` says of them without. */
  typos: Scores;
  /** Near misses that the manifests list, each by a catalogue that had not seen it; null for a pack. */
  near_misses: { sentences: number; gates: GateScores[] } | null;
  /** What becomes of the manifests' requests with a not, an if, a when around them; null for a pack. */
  safety: SafetyNet | null;
  /** When it was found out, of equal manifests; absent: now. */
  kept_since?: string;
};
