import {
  type CallEnd,
  type CircuitBreaker,
  circuitBreaker,
} from "#shared/patience/circuit-breaker.ts";
import type { Clock } from "../../ports/clock.ts";
import { DomainCallError } from "../../ports/domain-call-error.ts";

/** A domain that is back is noticed within the longest rest. */
const SETTINGS = { failures: 5, rest: { firstMs: 500, mostMs: 5000 } };

/** Whether one domain is called at all. */
export const ejection = (clock: Clock): CircuitBreaker => circuitBreaker(SETTINGS, clock);

/** What a call's error says of the domain; undefined: it answered. */
export function endOfCall(error: unknown): CallEnd {
  if (!(error instanceof DomainCallError)) return "answered";
  const { fault, status } = error;
  // We stopped it ourselves.
  if (fault === "cancelled") return "nothing";
  // No answer, or one that says that the service itself is broken. Whatever else it answers, it is there.
  const isBroken = status !== undefined && status >= 500;
  return fault === "unreachable" || fault === "timeout" || isBroken ? "failed" : "answered";
}
