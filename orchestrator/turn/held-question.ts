import type { PendingAction } from "#shared/contracts/pending.ts";
import { reopenQuestion } from "../engine/recovery/takeover.ts";
import type { HeldQuestion } from "../ports/stores.ts";
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
