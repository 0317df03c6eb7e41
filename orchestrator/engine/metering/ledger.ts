import type { Clock } from "../../ports/clock.ts";
import {
  addUsage,
  type LanguageModel,
  ModelError,
  type ModelRequest,
  type ModelUsage,
  NO_USAGE,
} from "../../ports/language-model.ts";
import type { Admission } from "./budget.ts";

/** What a model is asked for: "goal", "entity", "plan", or a step's capability. */
export type Purpose = { purpose: string; run_id?: string; step_id?: string };

/** One request to a model, answered or not, repeated or not. */
export type ModelCall = Required<Purpose> &
  ModelUsage & {
    /** Provider and model. */
    model: string;
    /** Epoch milliseconds. */
    at: number;
    duration_ms: number;
    /** "answered", or the kind of ModelError. */
    status: string;
  };

/** Everything that models are asked for one message. */
export type Ledger = {
  /** The model for one purpose: every request is checked before and counted after. */
  model(purpose: Purpose): LanguageModel;
  /** Everything so far, failures included. */
  spent(): ModelUsage;
  calls(): readonly ModelCall[];
  /** A request was not made, because a limit is used up. */
  isOverBudget(): boolean;
};

export type LedgerDeps = {
  model: LanguageModel;
  run_id: string;
  clock: Clock;
  /** Asked before each request, before each repetition of it, and told when it is over. */
  admit(request: ModelRequest): Promise<Admission>;
  note(call: ModelCall): void;
};

/** A message's ledger. It judges nothing: what a model says, and how it fails, passes through. */
export function openLedger({ model, run_id, clock, admit, note }: LedgerDeps): Ledger {
  const calls: ModelCall[] = [];

  async function metered<T extends { usage: ModelUsage }>(
    purpose: Purpose,
    request: ModelRequest,
    ask: (more: Pick<ModelRequest, "admitAgain">) => Promise<T>,
  ): Promise<T> {
    const at = clock.now();
    const startedAt = clock.monotonic();
    const enter = (usage: ModelUsage, status: string) => {
      const call: ModelCall = {
        run_id,
        step_id: "",
        ...purpose,
        ...usage,
        model: model.nameOf(request.size, request.own),
        at,
        duration_ms: clock.monotonic() - startedAt,
        status,
      };
      calls.push(call);
      note(call);
    };
    let admission: Admission | undefined;
    try {
      admission = await admit(request);
      const answered = await ask({ admitAgain: admission.again });
      enter(answered.usage, "answered");
      return answered;
    } catch (error) {
      if (error instanceof ModelError) enter(error.usage, error.kind);
      throw error;
    } finally {
      admission?.done();
    }
  }

  return {
    model: (purpose) => ({
      nameOf: model.nameOf,
      complete: (request) =>
        metered(purpose, request, (more) => model.complete({ ...request, ...more })),
      write: (request) => metered(purpose, request, (more) => model.write({ ...request, ...more })),
    }),
    spent: () => calls.reduce<ModelUsage>(addUsage, NO_USAGE),
    calls: () => calls,
    isOverBudget: () => calls.some(({ status }) => status === "over_budget"),
  };
}
