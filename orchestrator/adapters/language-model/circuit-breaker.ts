import type { Clock } from "../../ports/clock.ts";
import { ModelError } from "../../ports/model-error.ts";

/** In a row; then the provider is left alone. */
const FAILURES_TO_OPEN = 5;
/** Afterwards one request at a time may look whether it is back. */
const PROBE_AFTER_MS = 30_000;
const TOO_LONG = 413;

/** Runs a request, or rejects at once with ModelError "unavailable" while the provider is left alone. */
export type CircuitBreaker = <T>(request: () => Promise<T>) => Promise<T>;

/** Whatever answers counts as alive, also a refusal; what the caller stopped, or made too long, says nothing. */
export function circuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0;
  let failedAt = 0;
  let probing = false;
  return async (request) => {
    const isOpen = failures >= FAILURES_TO_OPEN;
    if (isOpen && (probing || clock.monotonic() - failedAt < PROBE_AFTER_MS))
      throw new ModelError("unavailable", `gave no answer ${failures} times in a row; left alone`, {
        retryable: false,
      });
    if (isOpen) probing = true;
    try {
      const answer = await request();
      failures = 0;
      return answer;
    } catch (error) {
      if (speaksAgainst(error)) {
        failures += 1;
        failedAt = clock.monotonic();
      }
      throw error;
    } finally {
      if (isOpen) probing = false;
    }
  };
}

const speaksAgainst = (error: unknown): boolean =>
  error instanceof ModelError && error.kind !== "cancelled" && error.status !== TOO_LONG;
