import { backoffMs } from "#shared/patience/backoff.ts";
import { circuitBreaker } from "#shared/patience/circuit-breaker.ts";
import { afterMs } from "#shared/patience/timer.ts";
import type { Clock } from "../../ports/clock.ts";
import {
  ModelError,
  type ModelRequest,
  type ModelUsage,
  NO_USAGE,
} from "../../ports/language-model.ts";
import type { ProviderAnswer, ProviderCall } from "./provider.ts";

/** What patience needs from outside. */
export type Patience = {
  clock: Clock;
  random(): number;
  /** Rejects when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

/** What one call on the wire is bound by. */
type CallLimits = Pick<ProviderCall, "signal" | "mayAskAgain">;

/** The calls of one request: they share its time, its number and its bill. */
type Session = {
  readonly usage: ModelUsage;
  /** No call is left. */
  isSpent(): boolean;
  /**
   * One answer, after as many attempts as make sense. `mayRepeat` is asked before another one.
   * Errors: ModelError
   */
  call(
    ask: (limits: CallLimits) => Promise<ProviderAnswer>,
    mayRepeat?: () => boolean,
  ): Promise<ProviderAnswer>;
};

const BACKOFF = { firstMs: 250, mostMs: 10_000 };
/** An attempt with less time than this is not worth its tokens. */
const LEAST_TIME_MS = 200;

/**
 * Run `task` within the request's time and calls.
 * Errors: ModelError with everything that was spent; when time is up or the signal fires, whatever is under
 *         way is ended, and no one waits for it to notice
 */
export async function inSession<T>(
  request: ModelRequest,
  { breaker, clock, random, sleep }: Patience & { breaker: ProviderBreaker },
  task: (session: Session) => Promise<T>,
): Promise<T> {
  const usage: ModelUsage = { ...NO_USAGE };
  const endsAt = clock.monotonic() + request.timeoutMs;
  const limit = limitOf(request);
  const isSpent = () => usage.llm_calls >= request.maxCalls;

  const mayAskAgain = () => {
    if (isSpent()) return false;
    usage.llm_calls += 1;
    return true;
  };

  async function attempt(ask: (limits: CallLimits) => Promise<ProviderAnswer>) {
    if (!mayAskAgain()) throw new ModelError("unavailable", "may not be asked any more");
    const answer = await limit.race(ask({ signal: limit.signal, mayAskAgain }));
    usage.tokens_input += answer.tokens.input;
    usage.tokens_output += answer.tokens.output;
    usage.tokens_cached += answer.tokens.cached;
    return answer;
  }

  /** A doubling pause, half of it chance; what the provider asks for is respected, and nothing is planned past the end. */
  function pauseBefore(error: unknown, tried: number): number | undefined {
    if (!(error instanceof ModelError) || !error.retryable || isSpent()) return undefined;
    // Few calls are left, so none of them is made at once.
    const own = backoffMs(tried, BACKOFF, () => (1 + random()) / 2);
    const pause = Math.max(own, error.retryAfterMs ?? 0);
    return clock.monotonic() + pause + LEAST_TIME_MS <= endsAt ? pause : undefined;
  }

  const session: Session = {
    usage,
    isSpent,
    async call(ask, mayRepeat = () => true) {
      for (let tried = 1; ; tried++) {
        if (usage.llm_calls > 0 && request.admitAgain !== undefined)
          await limit.race(request.admitAgain({ ...usage }));
        try {
          return await breaker(() => attempt(ask));
        } catch (error) {
          const pause = mayRepeat() ? pauseBefore(error, tried) : undefined;
          if (pause === undefined) throw error;
          await limit.race(sleep(pause, limit.signal));
        }
      }
    },
  };
  try {
    return await task(session);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const { kind, detail, status, retryAfterMs, retryable } = error;
    throw new ModelError(kind, detail, { status, retryAfterMs, retryable, usage });
  } finally {
    limit.end();
  }
}

/** The end of a request's time, or the caller's own: one signal for whatever is under way. */
function limitOf({ timeoutMs, signal: caller }: ModelRequest) {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = () => controller.abort(new ModelError("cancelled", "no one waits for it any more"));
  const takeBack = afterMs(timeoutMs, () =>
    controller.abort(
      new ModelError("timeout", `gave no whole answer in ${Math.round(timeoutMs)} ms`),
    ),
  );
  caller.addEventListener("abort", stop, { once: true });
  if (caller.aborted) stop();
  return {
    signal,
    /** Settles with `work`, or rejects with the reason as soon as the end has come. */
    race<T>(work: Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        const over = () => reject(signal.reason);
        if (signal.aborted) over();
        signal.addEventListener("abort", over, { once: true });
        work.then(resolve, reject).finally(() => signal.removeEventListener("abort", over));
      });
    },
    end() {
      takeBack();
      caller.removeEventListener("abort", stop);
    },
  };
}

/** Every half minute one request may look whether the provider is back. */
const SETTINGS = { failures: 5, rest: { firstMs: 30_000, mostMs: 30_000 } };
const TOO_LONG = 413;

/** Runs a request, or rejects at once with ModelError "unavailable" while the provider is left alone. */
type ProviderBreaker = <T>(request: () => Promise<T>) => Promise<T>;

/** What the caller stopped, or made too long, says nothing of the provider. */
export function providerBreaker(clock: Clock): ProviderBreaker {
  const breaker = circuitBreaker(SETTINGS, clock);
  return async (request) => {
    if (breaker.enter() > 0)
      throw new ModelError("unavailable", "gave no answer again and again; left alone for now", {
        retryable: false,
      });
    try {
      const answer = await request();
      breaker.end("answered");
      return answer;
    } catch (error) {
      breaker.end(speaksAgainst(error) ? "failed" : "nothing");
      throw error;
    }
  };
}

const speaksAgainst = (error: unknown): boolean =>
  error instanceof ModelError && error.kind !== "cancelled" && error.status !== TOO_LONG;
