import type { TaskRun } from "#shared/contracts/run.ts";
import type { Clock } from "../../ports/clock.ts";
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

/**
 * The same for a question that a dead process held. Gives the run that has to go on by itself: it went on after the answer,
 * and its process died before it could ask what it waits for now.
 */
export async function takeHeldQuestion(
  { store, clock }: { store: Pick<Store, "runs" | "pending">; clock: Clock },
  question: HeldQuestion,
  holder: string,
): Promise<TaskRun | undefined> {
  const { action, run_id } = question;
  await reopenQuestion({ store }, question, holder);
  const run = await store.runs.find(action, run_id);
  if (run?.status !== "waiting") return undefined;
  const open = await store.pending.find(action, clock.now());
  return open?.resume.at === "step" && open.resume.run_id === run_id ? undefined : run;
}
