import type {
  DomainStatus,
  ExplainResponse,
  PlanExecuteResponse,
  TurnResponse,
} from "#shared/contracts/endpoints.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import type { ConversationState } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { TurnFeedback } from "#shared/contracts/promotion.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { Owner, SessionKey } from "../ports/owner.ts";
import type { StandingRequests, TurnDeps, TurnOptions } from "./turn-deps.ts";

/** A plan that the caller wrote, with the circumstances it gave. */
export type GivenPlan = {
  plan: ExecutionPlan;
  entry: EntryRequest;
  /** Shorter than the process's own, milliseconds. */
  deadlineMs?: number;
  dryRun?: boolean;
  /** The run that it is carried out once more of: what was foreign text in it, or a model's idea, still is. */
  like?: Pick<TaskRun, "intent" | "hearing" | "answers" | "outside">;
};

/** How a message is explained: as it would be answered with these options. */
export type ExplainOptions = Pick<TurnOptions, "mayUse" | "shownBy" | "tell" | "signal"> & {
  /** What is known of a domain already; absent: no one watches it. */
  healthOf?(domain: string): DomainStatus | undefined;
};

/** A token of an explanation, and who shows it. */
export type ShownToken = { plan_token: string; user_id: string; session_id?: string | undefined };

/**
 * What an endpoint can have done, whichever protocol it speaks. Endpoints know this table alone; what does it stands in
 * the files of these names.
 */
export type Turns = {
  answer(entry: EntryRequest, deps: TurnDeps, options?: TurnOptions): Promise<TurnResponse>;
  explain(entry: EntryRequest, deps: TurnDeps, options?: ExplainOptions): Promise<ExplainResponse>;
  doPlanned(shown: ShownToken, deps: TurnDeps, options?: TurnOptions): Promise<TurnResponse>;
  executePlan(
    given: GivenPlan,
    deps: TurnDeps,
    options?: TurnOptions,
  ): Promise<PlanExecuteResponse>;
  judgeTurn(deps: TurnDeps, owner: Owner, run_id: string, feedback: TurnFeedback): Promise<boolean>;
  resumeRun(
    deps: TurnDeps,
    run: TaskRun,
    options: TurnOptions,
  ): Promise<PlanExecuteResponse | undefined>;
  resetSession(deps: TurnDeps, key: SessionKey): Promise<boolean>;
  renameSession(
    deps: TurnDeps,
    key: SessionKey,
    title: string,
  ): Promise<ConversationState | undefined>;
  deleteSession(deps: TurnDeps, key: SessionKey): Promise<boolean>;
  scheduleByWords(
    entry: EntryRequest,
    deps: TurnDeps,
    standing: StandingRequests,
    options: TurnOptions,
    said: { confirmed: boolean; choices: readonly string[] },
  ): Promise<{
    made: Schedule | undefined;
    answer: string;
    options: string[];
    needsConfirmation: boolean;
  }>;
  scheduleTo(
    deps: TurnDeps,
    standing: StandingRequests,
    schedule: Schedule,
    to: string,
  ): Promise<Schedule | undefined>;
};
