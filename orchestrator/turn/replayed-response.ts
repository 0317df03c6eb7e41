import { hash } from "node:crypto";
import { z } from "zod";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { PendingAction } from "#shared/contracts/pending.ts";
import type { Receipt, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { OpenCircumstances } from "../engine/circumstances.ts";
import { receiptsOf } from "../engine/undoable-steps.ts";
import { intentWithout } from "../planning/frames.ts";
import { NO_USAGE, usageView } from "../ports/language-model.ts";
import type { HeldMessage, LedTo } from "../ports/message-store.ts";
import { RunTakenError } from "../ports/stores.ts";
import { viewPending } from "./reply/question.ts";
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
 * The run that the same message began or led to before; undefined when no one was at it, or there is no run, and nothing
 * has happened. Where it answers a question, that one may be open again instead.
 * Errors: RunTakenError when it is under way until the deadline; StoreError
 */
export async function runBefore(
  message: HeldMessage | undefined,
  { key, deadlineAt }: Pick<OpenCircumstances, "key" | "deadlineAt">,
  deps: TurnDeps,
): Promise<ReplayDeps | Reopened | undefined> {
  if (message?.again !== true) return undefined;
  const { store, clock } = deps;
  const ledTo = message.ledTo ?? (await formerLink(message, key, deps));
  const run_id = ledTo?.run_id ?? message.run_id;
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

const ledToBefore = z.object({ run_id: z.string(), waited_at: z.number().nullable() });

/** Where earlier versions kept what a message had led to. */
async function formerLink(
  { run_id }: HeldMessage,
  { user_id }: OpenCircumstances["key"],
  { store, clock }: TurnDeps,
): Promise<LedTo | undefined> {
  const at = { channel: "turn", kind: "led_to", id: hash("sha256", `${user_id}\n${run_id}`) };
  return ledToBefore.safeParse(await store.channels.find(at, clock.now())).data;
}

/** A message that was answered before, as far as the run tells: what became of it, with nothing done again. */
export async function replayedResponse(
  turn: Turn,
): Promise<{ told: TurnResponse } | Reopened | undefined> {
  const before = await runBefore(turn.message, turn, turn.deps);
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
