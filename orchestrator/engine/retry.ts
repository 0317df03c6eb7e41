import { backoffMs } from "#shared/patience/backoff.ts";
import { DomainCallError } from "../ports/domain-call-error.ts";
import { MIN_TIME_LEFT_MS } from "./failures.ts";
import type { StepPolicy } from "./plan-run.ts";

/** No wait between two attempts is longer, milliseconds. */
const MAX_BACKOFF_MS = 10_000;

/**
 * How long to wait before the next attempt, milliseconds; undefined: it ends with this error.
 * Reads and keyed effects may be sent again. `once` is sent again only when nothing has left the house.
 * Exponential backoff with full jitter; a domain's own Retry-After is respected; nothing is planned
 * past the deadline.
 */
export function delayBeforeRetry(
  error: unknown,
  attempt: number,
  policy: StepPolicy,
  leftMs: number,
  random: () => number,
): number | undefined {
  if (!(error instanceof DomainCallError) || !error.retryable) return undefined;
  if (attempt >= policy.attempts) return undefined;
  const mayRepeat = policy.effect === "read" || policy.repeat === "keyed" || !error.sent;
  if (!mayRepeat) return undefined;
  const backoff = { firstMs: policy.backoffMs, mostMs: MAX_BACKOFF_MS };
  const delay = Math.max(backoffMs(attempt, backoff, random), error.retryAfterMs ?? 0);
  return delay + MIN_TIME_LEFT_MS <= leftMs ? delay : undefined;
}

/** For room at a domain that has none, when it does not say how long that takes. */
const ROOM_MS = 100;

/**
 * The same for a step that must not be left undone only because its domain is busy or is left alone just now: nothing was
 * sent, so it may wait for as long as there is time, whatever its policy.
 */
export function delayForRoom(error: unknown, leftMs: number): number | undefined {
  if (!(error instanceof DomainCallError) || error.sent) return undefined;
  if (error.fault !== "busy" && error.fault !== "ejected") return undefined;
  const delay = Math.max(error.retryAfterMs ?? 0, ROOM_MS);
  return delay + MIN_TIME_LEFT_MS <= leftMs ? delay : undefined;
}
