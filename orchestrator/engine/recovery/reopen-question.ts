import type { HeldQuestion, Store } from "../../ports/stores.ts";

/**
 * The answer to a question was taken, and what it led on to did not come to its end. The question is open again, unless the
 * run that the answer led on to is kept: that one is carried on instead.
 */
export async function reopenQuestion(
  { store }: { store: Pick<Store, "runs" | "pending"> },
  { action, run_id }: HeldQuestion,
  holder?: string,
): Promise<void> {
  const run = await store.runs.find(action, run_id);
  const { resume } = action;
  const steps = run?.status === "waiting" ? await store.runs.steps(action, run_id) : [];
  const stillWaits =
    resume.at === "step" &&
    steps.some(({ id, status }) => String(id) === resume.step_id && status === "waiting");
  if (run === undefined || stillWaits) await store.pending.reopen(action, action.id, holder);
  else store.pending.letGo(action, action.id, holder);
}
