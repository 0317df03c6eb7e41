import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { Receipt, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { OpenCircumstances } from "../engine/circumstances.ts";
import { receiptsOf } from "../engine/receipts-of.ts";
import { intentWithout } from "../planning/frames.ts";
import { NO_USAGE, usageView } from "../ports/model-usage.ts";
import { RunTakenError } from "../ports/run-taken-error.ts";
import { viewPending } from "./reply/question.ts";
import { linkedRun } from "./request-run-link.ts";
import type { Turn } from "./turn.ts";
import type { TurnDeps } from "./turn-deps.ts";

/** How often a run that is still under way is looked at again, milliseconds. */
const AGAIN_MS = 50;

export type ReplayDeps = {
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
  deps: TurnDeps,
): Promise<ReplayDeps | Reopened | undefined> {
  const { key, deadlineAt } = request;
  const { store, clock } = deps;
  const ledTo = await linkedRun(request, deps);
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
      const { catalogue } = deps.pinned(run.catalogue_digest) ?? deps.current();
      const isDry = run.circumstances?.dry_run === true;
      return {
        run,
        steps,
        receipts: isDry ? [] : receiptsOf(run_id, steps, catalogue),
        status: asked === "cancelled" ? "failure" : asked,
      };
    }
    if (clock.now() >= deadlineAt) throw new RunTakenError(run_id);
    await deps.sleep(AGAIN_MS, new AbortController().signal);
  }
}

/** A message that was answered before, as far as the run tells: what became of it, with nothing done again. */
export async function replayedResponse(
  turn: Turn,
): Promise<{ told: TurnResponse } | Reopened | undefined> {
  const before = await runBefore(turn, turn.deps);
  if (before === undefined || "pending" in before) return before;
  const { run, steps, receipts, status } = before;
  const { run_id, session_id, input_text } = run;
  const open = await turn.deps.store.pending.find(run, turn.deps.clock.now());
  const isItsOwn = open?.resume.at === "step" && open.resume.run_id === run_id;
  const told: TurnResponse = {
    ...{ session_id, run_id, status, answer: run.answer, sources: [], files: [] },
    pending: isItsOwn ? viewPending(open) : null,
    usage: usageView(NO_USAGE),
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
