import type { StepTrace } from "#shared/contracts/run.ts";
import type { NewRunEvent } from "../ports/run-events.ts";
import { type Owner, type RunStore, RunTakenError } from "../ports/stores.ts";
import type { EngineDeps } from "./plan-run.ts";

export type RunJournal = EngineDeps["journal"] & {
  /** What happens in the run; steps that only read become durable with the next effect after them. */
  saw(event: NewRunEvent): void;
  /** True for a step whose end is in the journal already, as it is. */
  isKept(step: StepTrace): boolean;
  /** A step with an effect may have been sent: its first line is in the journal. */
  readonly hasSent: boolean;
  /** Another process carries the run out: nothing of it may be told or recorded here. */
  readonly taken: RunTakenError | undefined;
};

/**
 * The journal of one run. What was read before an effect is written together with it, in the same commit: after
 * a crash the effect is sent again with the very same parameters, and nothing that was finished is done again.
 */
export function openRunJournal(
  runs: Pick<RunStore, "intend" | "settle">,
  owner: Owner,
  run_id: string,
): RunJournal {
  let taken: RunTakenError | undefined;
  const settled = new Map<string, StepTrace>();
  let finished: StepTrace[] = [];
  let hasSent = false;
  const noteTaken = (error: unknown): never => {
    if (error instanceof RunTakenError) taken = error;
    throw error;
  };
  return {
    get taken() {
      return taken;
    },
    get hasSent() {
      return hasSent;
    },
    saw(event) {
      if (event.type === "step_finished" && !settled.has(String(event.step.id)))
        finished.push(event.step);
    },
    async intend(step, paramsDigest) {
      const before = finished;
      finished = [];
      try {
        await runs.intend(owner, run_id, step, `${run_id}:${step.id}`, paramsDigest, before);
        hasSent = true;
      } catch (error) {
        finished = [...before, ...finished];
        noteTaken(error);
      }
    },
    async settle(step) {
      await runs.settle(owner, run_id, step).catch(noteTaken);
      settled.set(String(step.id), step);
    },
    isKept(step) {
      const kept = settled.get(String(step.id));
      return kept?.status === step.status && kept.output === step.output;
    },
  };
}
