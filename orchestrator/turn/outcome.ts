import type { TurnStatus } from "#shared/contracts/endpoints.ts";
import type { ExecutionIntent, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { FileLink, Source } from "#shared/contracts/output.ts";
import type { ConversationState, LastChoice, PendingAction } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Receipt, StepTrace } from "#shared/contracts/run.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { ArtifactNote } from "../engine/carriers/artifacts.ts";
import type { ScheduleChange } from "../engine/noted-schedules.ts";
import type { NewAgentEvent, RunResult, Work } from "../engine/work.ts";
import type { HeldQuestion } from "../ports/stores.ts";
import { askInWords } from "./reply/question.ts";

/** How a turn ended, before it is stored and told. */
export type Outcome = {
  status: TurnStatus;
  answer: string;
  intent: IntentOutput;
  execution_intents: ExecutionIntent[];
  plan: ExecutionPlan | null;
  steps: StepTrace[];
  receipts: Receipt[];
  /** See RunResult. */
  acted: boolean;
  sources: Source[];
  files: FileLink[];
  /** A new question; it replaces the session's open one. */
  pending?: PendingAction;
  /** The run that was carried out or continued, where there was one. */
  run_id?: string;
  /** The goals that ran, in order: what a sentence that says only another value refers to. */
  frames: GoalFrame[];
  /** What agents answered, for the session's memory of them. */
  agentEvents: readonly NewAgentEvent[];
  /** What grew in versions. */
  artifactNotes: readonly ArtifactNote[];
  /** The language of the answer, where it is another than the one the turn was opened with. */
  locale?: Locale;
  /** The open question was answered, dropped or given up. */
  pendingUsed?: boolean;
  /** The question whose answer led on to this; see PendingStore.hold. */
  held?: HeldQuestion;
  /** It was understood, and not done because of what was said around it. */
  heldBack?: IntentOutput;
  /** The message was not understood: the goals that were offered instead, as "domain.GOAL". */
  unclear?: readonly string[];
  /** What was gone on with was chosen from the options of a question. */
  choice?: LastChoice;
  /** The standing request that was made or changed; see ConversationState. */
  standing?: ConversationState["last_standing"];
  /** It lists standing requests. */
  lists?: boolean;
  /** What was made and changed of schedules. */
  schedules?: readonly ScheduleChange[];
  /** The standing request that was not agreed to. */
  declined?: Schedule;
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
    acted: false,
    sources: [],
    files: [],
    frames: [],
    agentEvents: [],
    artifactNotes: [],
  };
}

/** A question as an outcome. */
export const withQuestion = (
  pending: PendingAction,
  intent: IntentOutput,
  locale: Locale,
): Outcome & { pending: PendingAction } => ({
  ...words("clarification", askInWords(pending, locale), intent),
  pending,
});

/** Two outcomes of one message as one. One question at a time: of the other one it is told that it waits for its person. */
export function bothOf(now: Outcome, later: Outcome, locale: Locale): Outcome {
  const pending = now.pending ?? later.pending;
  const isSecond = now.pending !== undefined && later.pending !== undefined;
  const also = isSecond
    ? sayIn("replies", locale)("put_aside", { question: later.pending?.question ?? "" })
    : later.answer;
  const standing = later.standing ?? now.standing;
  // A change is taken back with what was made behind it.
  const { before = null, id = "", others = [] } = now.standing ?? {};
  const changed = before === null ? [] : [{ id, before }, ...others];
  const isAlso = later.standing != null && changed.length > 0;
  return {
    ...now,
    ...(standing != null && { standing: isAlso ? { ...standing, others: changed } : standing }),
    ...(pending !== undefined && { pending, status: "clarification" as const }),
    answer: `${now.answer}\n\n${also}`,
  };
}

/** What a run came to, as the end of a turn. */
export function outcomeOf(work: Work, result: RunResult, pending?: PendingAction): Outcome {
  const { output: _, status, ...told } = result;
  return {
    ...told,
    status: status === "waiting" ? "clarification" : status,
    intent: work.intent,
    execution_intents: work.execution_intents,
    plan: work.plan,
    frames: work.frames,
    run_id: work.run_id,
    ...(pending && { pending }),
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
