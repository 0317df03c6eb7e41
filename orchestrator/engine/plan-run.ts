import { z } from "zod";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { Effect } from "#shared/contracts/manifest.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import type { After, Clock } from "../ports/clock.ts";
import type { Route } from "../ports/domain-client.ts";
import type { NewRunEvent } from "../ports/run-events.ts";

/** A parameter that holds text from outside, and the capabilities that brought it in (`web.read_page`). */
export type OutsideFeed = { param: string; from: readonly string[] };

/** What says how many things a step would hit. */
export type Counter = {
  capability: string;
  /** Where its result has the number. */
  total: string;
  /** The parameters that it takes; absent: all. */
  takes?: ReadonlySet<string>;
  /** Its words are the domain's own, and may be shown. */
  isTrusted: boolean;
  timeoutMs: number;
};

/** How many things a step would hit, and which, in words; `hits` is null where that cannot be told. */
export type Hits = { hits: number | null; told: string };

/** The step that counts what another one would hit, by that one's id. */
export const counterIdOf = (step_id: string): string => `${step_id}-count`;

/** What a question for a yes says of how many things would be hit; undefined: nothing. */
export function hitsIn(output: DomainOutput | null | undefined): Hits | undefined {
  return hitsSchema.safeParse(output?.result).data;
}

const hitsSchema = z.object({ hits: z.int().nonnegative().nullable(), told: z.string() });

/** How a step may be carried out, as its manifest declares it. */
export type StepPolicy = {
  effect: Effect;
  /** once: never sent again by itself when it may have arrived. */
  repeat: "keyed" | "once";
  /** For one attempt, milliseconds. */
  timeoutMs: number;
  /** The first one included. */
  attempts: number;
  backoffMs: number;
  /** The user has to say yes first. */
  confirm: boolean;
  /** What text from outside it would be given. */
  outside: readonly OutsideFeed[];
  /** It may hit many things; absent counter: how many cannot be told. */
  bulk?: { counter?: Counter };
  /** The user has no right to it: it is not sent. */
  forbidden?: true;
};

/** Everything outside the engine that it works with. */
export type EngineDeps = {
  /** Rejects with DomainCallError; see route.ts. */
  route: Route;
  effectOf(step: ExecutionStep): StepPolicy;
  /**
   * Asked only for steps whose effect is not read. `intend` is durable before the step is sent; when it
   * rejects the step fails unsent. `settle` keeps the receipt.
   */
  journal: {
    /** An effect of the run may have been sent: what comes after it must not be left undone for want of room. */
    readonly hasSent?: boolean;
    intend(step: StepTrace, paramsDigest: string): Promise<void>;
    settle(step: StepTrace): Promise<void>;
  };
  /** step_started, step_retried and step_finished; `plan` and `reply` are the caller's. */
  emit(event: NewRunEvent): void;
  clock: Clock;
  /** 0 <= n < 1 */
  random(): number;
  /** Rejects when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** For deadlines, nearly all of which are taken back. */
  after: After;
};

export type PlanRun = {
  /** Validated: see planning/validate-plan.ts. */
  plan: ExecutionPlan;
  confidence: number;
  originalQuery: string;
  /** Epoch milliseconds; for the whole run. */
  deadlineAt: number;
  /** Fires when no one waits any more: reads stop, effects under way finish, nothing new starts. */
  signal: AbortSignal;
  /** From an earlier part of the run: success, failure and unknown are not run again. By step id as text. */
  finished?: ReadonlyMap<string, StepTrace>;
  /** True for a step that the user said yes to, with these very parameters. */
  approves?(stepId: string, params: JsonObject): boolean;
  /** Steps that an earlier process sent without learning how they ended: whatever fails now may have happened then. */
  inFlight?: ReadonlySet<string>;
};

export type RunOutcome = {
  status: "success" | "partial" | "failure" | "waiting" | "cancelled";
  /** In the order of the plan. A step that was never reached is `pending`, `skipped` or `cancelled`. */
  steps: StepTrace[];
  /** The first question in the order of the plan; others are asked when the run goes on. */
  waiting?: {
    step: ExecutionStep;
    kind: "domain" | "confirm";
    output: DomainOutput;
    /** confirm: what text from outside the step would be given. */
    outside: readonly OutsideFeed[];
  };
};
