import type { DomainOutput } from "#shared/contracts/output.ts";
import type { ExecutionStep } from "#shared/contracts/plan.ts";
import { DomainCallError } from "../ports/domain-call-error.ts";
import { NO_ANSWER_IN_TIME } from "./failures.ts";
import type { EngineDeps, PlanRun } from "./plan-run.ts";
import type { StepPolicy } from "./step-policy.ts";

type UnderWay = { step: ExecutionStep; policy: StepPolicy; stop(error: DomainCallError): void };

/** For a call to end by itself after it was told to, milliseconds. */
const GRACE_MS = 20;

/** What a step has to know about stopping. */
export type StepOrders = {
  /** Milliseconds until the request's deadline. */
  timeLeft(): number;
  /** Fires when this kind of step is to stop: at the deadline, and reads also when the client is gone. */
  signalFor(policy: StepPolicy): AbortSignal;
  /** The call's answer, or DomainCallError soon after the signal fired, whatever the call does. */
  untilStopped(
    step: ExecutionStep,
    policy: StepPolicy,
    call: Promise<DomainOutput>,
  ): Promise<DomainOutput>;
};

export type StopOrders = {
  forSteps: StepOrders;
  /** The run is over: timers and listeners go. */
  close(): void;
};

/**
 * Who is told to stop, and when: at the deadline everything that runs, when the client is gone only the
 * reads. A step is answered for at once, even when its call does not listen to the signal.
 */
export function stopOrders(run: PlanRun, deps: EngineDeps): StopOrders {
  const { clock } = deps;
  // The wall clock may jump; what is left of the request is counted on the other one.
  const endsAt = clock.monotonic() + (run.deadlineAt - clock.now());
  const timeLeft = () => endsAt - clock.monotonic();
  const forEffects = new AbortController();
  const forReads = new AbortController();
  const over = new AbortController();
  const underWay = new Set<UnderWay>();

  /** Who listens to the signal says itself how far it got; the others are answered for. */
  const stop = (
    isMeant: (policy: StepPolicy) => boolean,
    fault: "timeout" | "cancelled",
    why: string,
  ) => {
    const answerFor = () => {
      for (const { step, policy, stop } of underWay)
        if (isMeant(policy)) stop(new DomainCallError(step.domain, fault, why, true));
    };
    deps.sleep(GRACE_MS, over.signal).then(answerFor, () => undefined);
  };
  const expire = () => {
    forReads.abort();
    forEffects.abort();
    stop(() => true, "timeout", NO_ANSWER_IN_TIME);
  };
  const cancel = () => {
    forReads.abort();
    stop(({ effect }) => effect === "read", "cancelled", "the request was cancelled");
  };
  if (run.signal.aborted) cancel();
  run.signal.addEventListener("abort", cancel, { signal: over.signal });
  deps.sleep(Math.max(timeLeft(), 0), over.signal).then(expire, () => undefined);

  return {
    forSteps: {
      timeLeft,
      signalFor: ({ effect }) => (effect === "read" ? forReads : forEffects).signal,
      untilStopped: (step, policy, call) =>
        new Promise<DomainOutput>((resolve, reject) => {
          const entry: UnderWay = { step, policy, stop: reject };
          underWay.add(entry);
          call.then(
            (output) => {
              underWay.delete(entry);
              resolve(output);
            },
            (error: unknown) => {
              underWay.delete(entry);
              reject(error);
            },
          );
        }),
    },
    // With a reason of its own: the default one is an exception with a stack trace, for every run.
    close: () => over.abort("over"),
  };
}
