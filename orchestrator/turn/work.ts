import type { ExecutionIntent, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { HearingRecord, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { paramsDigest } from "../engine/params-digest.ts";

/** A plan to carry out, new or continued. */
export type Work = {
  run_id: string;
  catalogue: Catalogue;
  plan: ExecutionPlan;
  intent: IntentOutput;
  execution_intents: ExecutionIntent[];
  frames: GoalFrame[];
  original_query: string;
  /** What was known when the words were heard that led to the plan. */
  hearing?: HearingRecord | undefined;
  /** What the user answered when steps asked; it is in the plan as well. */
  answers?: TaskRun["answers"];
  created_at: number;
  dry_run?: boolean;
  /** A caller's own plan, and no message of the session. */
  given?: boolean;
  /** Which of these hold text from outside. */
  outside?: TaskRun["outside"] | undefined;
  /** From an earlier part of the run. */
  finished?: ReadonlyMap<string, StepTrace>;
  /** Steps that the user said yes to, with the digest of the parameters that were shown. */
  approved?: ReadonlyMap<string, string>;
  /** It was interrupted: what was finished is told anew, and these steps were sent without an answer. */
  inFlight?: ReadonlySet<string>;
};

/** A yes is for the very parameters that were shown; what was sent before had its yes. */
export const approvedBy =
  ({ inFlight, approved }: Work) =>
  (id: string, params: JsonObject): boolean =>
    inFlight?.has(id) === true || approved?.get(id) === paramsDigest(params);
