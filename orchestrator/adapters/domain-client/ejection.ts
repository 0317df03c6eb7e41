import type { Clock } from "../../ports/clock.ts";
import { DomainCallError } from "../../ports/domain-call-error.ts";

/** In a row; then the domain is left alone. */
const FAULTS_TO_EJECT = 5;
/** The first rest, and the longest; each in a row is twice the one before. A domain that is back is noticed by then. */
const FIRST_REST_MS = 500;
const LONGEST_REST_MS = 5000;

export type EjectionState = "closed" | "open" | "half_open";

/** Whether one domain is called at all. */
export type Ejection = {
  /** Milliseconds for which it is left alone; 0: it may be called. A caller that is let in must `end`. */
  enter(): number;
  /** How the call ended: undefined when it was answered. */
  end(error?: unknown): void;
  readonly state: EjectionState;
};

/**
 * A circuit breaker for one domain: after five calls in a row without an answer nobody is made to wait for a sixth.
 * Each rest ends with one call that looks whether the domain is back; a rest is twice as long as the one before.
 */
export function ejection(clock: Clock): Ejection {
  let faults = 0;
  let rests = 0;
  let restsUntil = 0;
  let probing = false;
  return {
    enter() {
      if (faults < FAULTS_TO_EJECT) return 0;
      const left = restsUntil - clock.monotonic();
      if (left > 0) return left;
      if (probing) return FIRST_REST_MS;
      probing = true;
      return 0;
    },
    end(error) {
      if (saysNothing(error)) {
        probing = false;
        return;
      }
      if (!isFault(error)) {
        faults = 0;
        rests = 0;
        probing = false;
        return;
      }
      const wasEjected = faults >= FAULTS_TO_EJECT;
      faults += 1;
      // What was under way when it was ejected is not another reason.
      if (faults < FAULTS_TO_EJECT || (wasEjected && !probing)) return;
      probing = false;
      restsUntil = clock.monotonic() + Math.min(FIRST_REST_MS * 2 ** rests, LONGEST_REST_MS);
      rests += 1;
    },
    get state() {
      if (faults < FAULTS_TO_EJECT) return "closed";
      return probing ? "half_open" : "open";
    },
  };
}

/** No answer, or one that says that the service itself is broken. Whatever else it answers, it is there. */
function isFault(error: unknown): boolean {
  if (!(error instanceof DomainCallError)) return false;
  const { fault, status } = error;
  return fault === "unreachable" || fault === "timeout" || (status !== undefined && status >= 500);
}

/** We stopped it ourselves. */
const saysNothing = (error: unknown): boolean =>
  error instanceof DomainCallError && error.fault === "cancelled";
