import { type Backoff, backoffMs } from "./backoff.ts";

export type BreakerState = "closed" | "open" | "half_open";

/** How a call ended. `nothing`: it says nothing of the other side, because it was stopped here. */
export type CallEnd = "answered" | "failed" | "nothing";

/** Whether the other side is called at all. */
export type CircuitBreaker = {
  /** Milliseconds for which it is left alone; 0: it may be called. A caller that is let in must `end`. */
  enter(): number;
  end(how: CallEnd): void;
  readonly state: BreakerState;
};

type BreakerSettings = {
  /** In a row; then it is left alone. */
  failures: number;
  /** How long it is left alone, the first time and at most. */
  rest: Backoff;
};

/**
 * After some calls in a row without an answer none has to wait for a further one. Each rest ends with one call that
 * looks whether the other side is back; it is twice as long as the one before.
 */
export function circuitBreaker(
  settings: BreakerSettings,
  clock: { monotonic(): number },
): CircuitBreaker {
  let failures = 0;
  let rests = 0;
  let restsUntil = 0;
  let probing = false;
  const isOpen = () => failures >= settings.failures;
  return {
    enter() {
      if (!isOpen()) return 0;
      const left = restsUntil - clock.monotonic();
      if (left > 0) return left;
      if (probing) return settings.rest.firstMs;
      probing = true;
      return 0;
    },
    end(how) {
      const wasOpen = isOpen();
      const wasProbe = probing;
      if (how === "failed") {
        failures += 1;
        // What was under way when it opened is not another reason.
        if (!isOpen() || (wasOpen && !wasProbe)) return;
        rests += 1;
        restsUntil = clock.monotonic() + backoffMs(rests, settings.rest);
      } else if (how === "answered") {
        failures = 0;
        rests = 0;
      }
      probing = false;
    },
    get state() {
      if (!isOpen()) return "closed";
      return probing ? "half_open" : "open";
    },
  };
}
