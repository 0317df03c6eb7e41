import type { CandidateFinding, EvaluationReport } from "#shared/contracts/console.ts";
import { RegenteError } from "#shared/contracts/errors.ts";
import type { LintFinding, ProposedNearMiss } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";
import type { Route, RouteChange, RoutingDiff } from "#shared/contracts/routing.ts";
import { reason } from "#shared/messages/reason.ts";
import type { ConfidenceModel, Training } from "../../understanding/classifier/training.ts";

/** What a candidate manifest would change. */
export type Tried = {
  findings: CandidateFinding[];
  change: RoutingDiff;
  /** Where the sentences that were asked about lead. */
  routes: { text: string; before: Route; after: Route }[];
};

/** The same before its findings have lines. */
export type TrialOutcome = Omit<Tried, "findings"> & { found: LintFinding[] };

/** What is known before the sentences are heard. */
export type Trial = {
  manifests: readonly Manifest[];
  candidate: Manifest;
  recorded: readonly string[];
  asked: readonly string[];
  training: Training;
};

/** What one more example of a goal would do. */
export type Judgement = {
  /** Of its domain's manifest with it. */
  errors: LintFinding[];
  /** Other sentences that would lead elsewhere because of it, and that no example wants there. */
  changes: RouteChange[];
  /** Its own sentence would act, on its goal and with the values that it marks. */
  isLearnt: boolean;
  /** Requests like the goal's that it would act on, and probably should not. */
  nearMisses?: ProposedNearMiss[];
};

/** Work that takes seconds of a whole processor, and is done away from requests. */
export type Job =
  | { do: "lint"; manifests: readonly Manifest[]; training?: Training }
  | { do: "learn"; manifests: readonly Manifest[] }
  | { do: "calibrate"; manifests: readonly Manifest[] }
  | { do: "meaning"; manifests: readonly Manifest[]; values: Float32Array; training: Training }
  | {
      do: "judge";
      manifests: readonly Manifest[];
      promoted: PromotedExample;
      recorded: readonly string[];
      training: Training;
    }
  | { do: "evaluate"; manifests: readonly Manifest[]; training: Training }
  | ({ do: "try" } & Trial)
  | {
      do: "compare";
      before: readonly Manifest[];
      after: readonly Manifest[];
      recorded: readonly string[];
      learnt: readonly Training[];
    };
/** What comes of each. */
export type Results = {
  lint: LintFinding[];
  learn: Training;
  calibrate: Training;
  meaning: ConfidenceModel | null;
  judge: Judgement;
  evaluate: NonNullable<EvaluationReport["evaluation"]>;
  try: TrialOutcome;
  compare: RoutingDiff;
};
export type Done<J extends Job = Job> = Results[J["do"]];

/** Too many manifests and examples wait to be tried already. */
export class ReviewBusyError extends RegenteError {
  override readonly name = "ReviewBusyError";
  readonly code = "REVIEW_BUSY";
  constructor() {
    super(reason("review_busy"));
  }
}
