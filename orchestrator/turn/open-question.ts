import type { PendingAction } from "#shared/contracts/pending.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import { sayIn } from "#shared/messages/say.ts";
import { reopenQuestion } from "../engine/recovery/takeover.ts";
import { toldDone } from "../engine/undoable-steps.ts";
import type { HeldQuestion, SessionKey } from "../ports/stores.ts";
import type { Turn } from "./turn.ts";
import type { TurnDeps } from "./turn-deps.ts";

/**
 * True when the open question is ours to answer: one answer is taken, whoever gives it.
 * In a transcript that can branch nothing is taken away; every branch may answer its own copy.
 */
export async function usePending(
  { branches, deps, key, message }: Pick<Turn, "branches" | "deps" | "key" | "message">,
  { id }: PendingAction,
): Promise<boolean> {
  if (branches) return true;
  await message?.uses(id);
  return deps.store.pending.take(key, id);
}

/**
 * Like `usePending`, to go on with what the question stands before. Until that is durable the question is
 * only held back: it is open again when this process does not live to see it.
 * Shape: `held` is what has to be let go of, or opened again, afterwards; nothing in a transcript that can branch
 */
export async function holdPending(
  turn: Turn,
  action: PendingAction,
): Promise<{ isOurs: boolean; held?: HeldQuestion }> {
  if (turn.branches) return { isOurs: true };
  const { resume } = action;
  const run_id = resume.at === "step" ? resume.run_id : turn.run_id;
  await turn.message?.uses(action.id);
  const isOurs = await turn.deps.store.pending.hold(turn.key, action.id, run_id);
  return isOurs ? { isOurs, held: { action, run_id } } : { isOurs };
}

/** The task; when it fails, the question whose answer it goes on with is open again. */
export async function orReopen<T>(
  deps: TurnDeps,
  held: HeldQuestion | undefined,
  task: () => Promise<T>,
): Promise<T> {
  try {
    return await task();
  } catch (error) {
    // Best effort: a store that fails now is asked again when the process starts again.
    if (held !== undefined) await reopenQuestion(deps, held).catch(() => undefined);
    throw error;
  }
}

type Kept = Pick<TurnDeps, "store" | "clock">;

/** A question will not be answered: the run that waited for it is over. */
export async function abandonRun({ store, clock }: Kept, question: PendingAction): Promise<void> {
  if (question.resume.at !== "step") return;
  const run = await store.runs.find(question, question.resume.run_id);
  if (run?.status === "waiting") await cancelWaiting({ store, clock }, run);
}

/** False: the run does not wait any more as it was read; whoever goes on with it is left alone. */
export async function cancelWaiting({ store, clock }: Kept, run: TaskRun): Promise<boolean> {
  const claimed = await store.runs.claim(run);
  if (claimed === undefined) return false;
  const updated_at = Math.max(clock.now(), claimed.updated_at + 1);
  return store.runs.save({ ...claimed, status: "cancelled", updated_at }, true);
}

/** Close an open question unanswered, unless someone is just answering it. */
export async function expireQuestion(deps: Kept, question: PendingAction): Promise<void> {
  if (await deps.store.pending.take(question, question.id)) await abandonRun(deps, question);
}

/** Close whatever question is open in a session. */
export async function expireOpenQuestion(deps: Kept, key: SessionKey): Promise<void> {
  const open = await deps.store.pending.find(key, deps.clock.now());
  if (open !== undefined) await expireQuestion(deps, open);
}

/** The user does not want it any more: the question closes, and the run that waited for it ends. False: someone else was quicker. */
export async function cancelQuestion(turn: Turn, question: PendingAction): Promise<boolean> {
  if (!(await usePending(turn, question))) return false;
  await abandonRun(turn.deps, question);
  return true;
}

/**
 * What is said of it. `plainly` would be heard as about the last thing that was done: where something has been done since
 * the question, or before it as part of the same request, it is named instead, and what was done of it is told.
 */
export async function cancellationText(
  { locale, deps, snapshot }: Pick<Turn, "locale" | "deps" | "snapshot">,
  question: PendingAction,
  plainly: string,
): Promise<string> {
  const { parked, resume } = question;
  const isPartDone = resume.at === "step" && resume.finished.length > 0;
  const [asked = ""] = question.question.split("\n");
  if (!parked && !isPartDone) return plainly;
  const steps = isPartDone ? await deps.store.runs.steps(question, resume.run_id) : [];
  const done = toldDone(steps, snapshot.catalogue);
  return [sayIn("replies", locale)("put_aside", { question: asked }), done]
    .filter((each) => each !== "")
    .join("\n");
}
