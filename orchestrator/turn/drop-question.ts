import type { PendingAction } from "#shared/contracts/pending.ts";
import type { SessionKey } from "../ports/stores.ts";
import type { Desk } from "./desk.ts";

type Kept = Pick<Desk, "store" | "clock">;

/** A question will not be answered: the run that waited for it is over. */
export async function abandonRun({ store, clock }: Kept, question: PendingAction): Promise<void> {
  if (question.resume.at !== "step") return;
  const run = await store.runs.find(question, question.resume.run_id);
  if (run?.status !== "waiting") return;
  await store.runs.save({ ...run, status: "cancelled", updated_at: clock.now() });
}

/** Close an open question unanswered, unless somebody is just answering it. */
export async function dropQuestion(desk: Kept, question: PendingAction): Promise<void> {
  if (await desk.store.pending.take(question, question.id)) await abandonRun(desk, question);
}

/** Close whatever question is open in a session. */
export async function dropOpenQuestion(desk: Kept, key: SessionKey): Promise<void> {
  const open = await desk.store.pending.find(key, desk.clock.now());
  if (open !== undefined) await dropQuestion(desk, open);
}
