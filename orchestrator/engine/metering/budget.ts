import type { TokensSpent } from "#shared/contracts/usage.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  addUsage,
  estimateTokens,
  type LanguageModel,
  ModelError,
  type ModelErrorKind,
  type ModelRequest,
  type ModelUsage,
  NO_USAGE,
} from "../../ports/language-model.ts";
import type { SessionKey } from "../../ports/owner.ts";

/** The most tokens, in and out together, that models may take; undefined: no limit. */
export type TokenLimits = { [name in keyof TokensSpent]?: number | undefined };

/** A request that may be made. */
type Admission = {
  /** A repair or a repetition of it, when this much was spent on it before. Rejects like `admit`. */
  again(spent: ModelUsage): Promise<void>;
  /** It is over, and what it took is recorded. */
  done(): void;
};

export type Budget = {
  limits: TokenLimits;
  /**
   * Rejects with ModelError "over_budget" when a request might exceed a limit; nothing is asked then.
   * Cost: nothing without limits, else four indexed sums, for each request on the wire
   */
  admit(key: RunKey, request: ModelRequest): Promise<Admission>;
};

type RunKey = SessionKey & { run_id: string };

/** What is promised to requests that are under way, by whom it counts against. */
type Promised = RunKey & { tokens: number };

/**
 * Limits that hold before each request: what is recorded, what is promised to the requests that are under
 * way in this process, and what this one may take at most.
 */
export function openBudget(
  limits: TokenLimits,
  spent: (key: RunKey) => Promise<TokensSpent>,
): Budget {
  const underWay = new Set<Promised>();
  const isLimited = Object.values(limits).some((limit) => limit !== undefined);
  const promised = (counts: (one: Promised) => boolean): number =>
    [...underWay].filter(counts).reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    limits,
    async admit(key, request) {
      if (!isLimited) return UNLIMITED;
      const one: Promised = { ...key, tokens: 0 };
      const isOther = (other: Promised) => other !== one;
      const ofUser = (other: Promised) => isOther(other) && other.user_id === key.user_id;
      const ofSession = (other: Promised) => ofUser(other) && other.session_id === key.session_id;
      const ofRun = (other: Promised) => ofUser(other) && other.run_id === key.run_id;
      const promise = async (tokens: number) => {
        const before = {
          run: promised(ofRun),
          session: promised(ofSession),
          user_day: promised(ofUser),
          day: promised(isOther),
        };
        // Promised before anything is waited for, so that two at once cannot both take the last of it.
        one.tokens = tokens;
        underWay.add(one);
        const taken = await spent(key);
        for (const name of ["run", "session", "user_day", "day"] as const) {
          const limit = limits[name];
          if (limit !== undefined && taken[name] + before[name] + tokens > limit)
            throw new ModelError("over_budget", `${SAID[name]} of ${limit} tokens is used up`);
        }
      };
      try {
        await promise(mostTokens(request));
      } catch (error) {
        underWay.delete(one);
        throw error;
      }
      return {
        // A repair shows the answer before it again.
        again: ({ tokens_input, tokens_output }) =>
          promise(tokens_input + tokens_output + mostTokens(request) + request.maxTokens),
        done: () => underWay.delete(one),
      };
    },
  };
}

const UNLIMITED: Admission = { again: async () => undefined, done: () => undefined };

const SAID: Record<keyof TokensSpent, string> = {
  run: "the run's limit",
  session: "the session's limit",
  user_day: "the user's limit for a day",
  day: "everyone's limit for a day",
};

/** Of one request on the wire: the prompt by estimate, and all that may be written. */
const mostTokens = ({ system, messages, maxTokens }: ModelRequest): number =>
  [...system, ...messages].reduce((sum, { text }) => sum + estimateTokens(text), maxTokens);

/** What a model is asked for: "goal", "entity", "plan", or a step's capability. */
type Purpose = { purpose: string; run_id?: string; step_id?: string };

/** One request to a model, answered or not, repeated or not. */
type ModelCall = Required<Purpose> &
  ModelUsage & {
    /** Provider and model. */
    model: string;
    /** Epoch milliseconds. */
    at: number;
    duration_ms: number;
    status: "answered" | ModelErrorKind;
  };

/** Everything that models are asked for one message. */
export type Ledger = {
  /** The model for one purpose: every request is checked before and counted after. */
  model(purpose: Purpose): LanguageModel;
  /** Everything so far, failures included. */
  spent(): ModelUsage;
  calls(): readonly ModelCall[];
  /** Why models gave nothing in the end. undefined: they did, or none was asked. */
  failure(): ModelErrorKind | undefined;
};

type LedgerDeps = {
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
    const enter = (usage: ModelUsage, status: ModelCall["status"]) => {
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
    failure() {
      const last = calls.at(-1)?.status;
      return last === "answered" ? undefined : last;
    },
  };
}
