import { circuitBreaker } from "#shared/patience/circuit-breaker.ts";
import type { Clock } from "../../ports/clock.ts";
import { ModelError } from "../../ports/model-error.ts";

/** Every half minute one request may look whether the provider is back. */
const SETTINGS = { failures: 5, rest: { firstMs: 30_000, mostMs: 30_000 } };
const TOO_LONG = 413;

/** Runs a request, or rejects at once with ModelError "unavailable" while the provider is left alone. */
export type ProviderBreaker = <T>(request: () => Promise<T>) => Promise<T>;

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
