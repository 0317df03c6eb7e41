import { NO_ANSWER_IN_TIME } from "./failures.ts";
import type { EngineDeps, PlanRun, StepPolicy } from "./plan-run.ts";

/** For a call to end by itself after it was told to, milliseconds. */
const GRACE_MS = 20;

/** Why calls that are still under way are given up, and which. */
export type GiveUp = {
  fault: "timeout" | "cancelled";
  detail: string;
  isMeant(policy: StepPolicy): boolean;
};

export type StopOrders = ReturnType<typeof stopOrders>;

/**
 * Who is told to stop, and when: at the deadline everything that runs, when the client is gone only the
 * reads. Who listens says itself how far it got; `giveUp` is called for the others, a moment later.
 */
export function stopOrders(
  run: PlanRun,
  { clock, after }: EngineDeps,
  giveUp: (order: GiveUp) => void,
) {
  // The wall clock may jump; what is left of the request is counted on the other one.
  const endsAt = clock.monotonic() + (run.deadlineAt - clock.now());
  const leftMs = (at: number) => endsAt - at;
  const forReads = new AbortController();
  /** Takes back what still waits: the deadline, and a moment's grace. */
  const waiting: (() => void)[] = [];
  // Most runs have no effects. Nothing is sent after the deadline, so none is made too late.
  let forEffects: AbortController | undefined;

  const soon = (order: GiveUp) => void waiting.push(after(GRACE_MS, () => giveUp(order)));
  const expire = () => {
    forReads.abort();
    forEffects?.abort();
    soon({ fault: "timeout", detail: NO_ANSWER_IN_TIME, isMeant: () => true });
  };
  const cancel = () => {
    forReads.abort();
    soon({
      fault: "cancelled",
      detail: "the request was cancelled",
      isMeant: ({ effect }) => effect === "read",
    });
  };
  if (run.signal.aborted) cancel();
  run.signal.addEventListener("abort", cancel);
  waiting.push(after(Math.max(leftMs(clock.monotonic()), 0), expire));

  return {
    /** Milliseconds from a moment of the monotonic clock to the request's deadline. */
    leftMs,
    /** Fires when this kind of step is to stop: at the deadline, and reads also when the client is gone. */
    signalFor({ effect }: StepPolicy): AbortSignal {
      if (effect === "read") return forReads.signal;
      forEffects ??= new AbortController();
      return forEffects.signal;
    },
    /** The run is over: timers and listeners go. */
    close(): void {
      run.signal.removeEventListener("abort", cancel);
      for (const takeBack of waiting) takeBack();
    },
  };
}
