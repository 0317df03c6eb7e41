import type { TurnStatus } from "#shared/contracts/doors.ts";
import type { ExecutionIntent, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { FileLink, Source } from "#shared/contracts/output.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Receipt, StepTrace } from "#shared/contracts/run.ts";

/** How a turn ended, before it is stored and told. */
export type Outcome = {
  status: TurnStatus;
  answer: string;
  intent: IntentOutput;
  execution_intents: ExecutionIntent[];
  plan: ExecutionPlan | null;
  steps: StepTrace[];
  receipts: Receipt[];
  sources: Source[];
  files: FileLink[];
  /** A new question; it replaces the session's open one. */
  pending?: PendingAction;
  /** The run that was carried out or continued, where there was one. */
  run_id?: string;
  /** The goals that ran, in order: what "e da Vale?" refers to. */
  frames: GoalFrame[];
};

/** An outcome that is only words. */
export function words(status: TurnStatus, answer: string, intent: IntentOutput): Outcome {
  return {
    status,
    answer,
    intent,
    execution_intents: [],
    plan: null,
    steps: [],
    receipts: [],
    sources: [],
    files: [],
    frames: [],
  };
}

/** An intent whose best guess is not even worth offering: the guess stays among the alternatives only. */
export const notUnderstood = (intent: IntentOutput): IntentOutput => ({
  ...intent,
  primary_domain: null,
  goal: null,
  entities: {},
  also: [],
});
