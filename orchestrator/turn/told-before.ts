import type { TurnResponse } from "#shared/contracts/doors.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { Receipt, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { OpenCircumstances } from "../engine/circumstances.ts";
import { receiptsOf } from "../engine/receipts-of.ts";
import { intentWithout } from "../planning/frames.ts";
import { NO_USAGE, toldUsage } from "../ports/model-usage.ts";
import { RunTakenError } from "../ports/run-taken-error.ts";
import type { Desk } from "./desk.ts";
import { ledToBefore } from "./led-to.ts";
import { viewPending } from "./reply/question.ts";
import type { Turn } from "./turn.ts";

/** How often a run that is still under way is looked at again, milliseconds. */
const AGAIN_MS = 50;

export type Kept = {
  run: TaskRun;
  steps: StepTrace[];
  receipts: Receipt[];
  status: TurnResponse["status"];
};

/** The question that the request answers is open again; nothing has happened. */
export type Reopened = { pending: PendingAction };

/**
 * The run that the same request began or led to before; undefined when there is none, and nothing has happened.
 * Where it answers a question, that one may be open again instead.
 * Errors: RunTakenError when it is under way until the deadline; StoreError
 */
export async function runBefore(
  request: Pick<OpenCircumstances, "key" | "run_id" | "deadlineAt">,
  desk: Desk,
): Promise<Kept | Reopened | undefined> {
  const { key, deadlineAt } = request;
  const { store, clock } = desk;
  const ledTo = await ledToBefore(request, desk);
  const run_id = ledTo?.run_id ?? request.run_id;
  for (;;) {
    const run = await store.runs.find(key, run_id);
    if (run === undefined) return undefined;
    if (run.updated_at === ledTo?.waited_at) {
      const pending = await store.pending.find(key, clock.now());
      if (pending?.resume.at === "step" && pending.resume.run_id === run_id) return { pending };
    } else if (run.status !== "running") {
      const { status } = run;
      const asked = status === "waiting" ? "clarification" : status;
      const steps = await store.runs.steps(key, run_id);
      const { catalogue } = desk.pinned(run.catalogue_digest) ?? desk.current();
      const isDry = run.circumstances?.dry_run === true;
      return {
        run,
        steps,
        receipts: isDry ? [] : receiptsOf(run_id, steps, catalogue),
        status: asked === "cancelled" ? "failure" : asked,
      };
    }
    if (clock.now() >= deadlineAt) throw new RunTakenError(run_id);
    await desk.sleep(AGAIN_MS, new AbortController().signal);
  }
}

/** A message that was answered before, as far as the run tells: what became of it, with nothing done again. */
export async function toldBefore(
  turn: Turn,
): Promise<{ told: TurnResponse } | Reopened | undefined> {
  const before = await runBefore(turn, turn.desk);
  if (before === undefined || "pending" in before) return before;
  const { run, steps, receipts, status } = before;
  const { run_id, session_id, input_text } = run;
  const open = await turn.desk.store.pending.find(run, turn.desk.clock.now());
  const isItsOwn = open?.resume.at === "step" && open.resume.run_id === run_id;
  const told: TurnResponse = {
    ...{ session_id, run_id, status, answer: run.answer, sources: [], files: [] },
    pending: isItsOwn ? viewPending(open) : null,
    usage: toldUsage(NO_USAGE),
    trace: {
      intent: run.intent ?? intentWithout(input_text, "none", "answered before"),
      execution_intents: [],
      plan: run.plan,
      steps,
      receipts,
    },
  };
  return { told };
}
