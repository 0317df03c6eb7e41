import { hash } from "node:crypto";
import type { TurnFeedback } from "#shared/contracts/promotion.ts";
import type { Owner } from "../../ports/stores.ts";
import { proposalId } from "../../turn/proposals/propose-example.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";

/**
 * Keeps what its user says of a turn, named by its `run_id`; said again it is kept once, and the last word counts. What was
 * wrong goes to the promotions' inbox with its reading, and is no example. False: the user has no such turn.
 * Errors: StoreError
 */
export async function judgeTurn(
  { store, clock }: Pick<TurnDeps, "store" | "clock">,
  owner: Owner,
  run_id: string,
  { verdict, comment = "" }: TurnFeedback,
): Promise<boolean> {
  const turn = await store.usage.judge(owner, run_id, verdict);
  if (turn === undefined) return false;
  const { user_id, session_id, outcome, reading } = turn;
  const id = hash("sha256", JSON.stringify(["wrong", user_id, run_id])).slice(0, 12);
  if (verdict === "right") {
    store.proposals.withdraw(owner, id);
    await store.flush();
    return true;
  }
  if (reading === undefined) return true;
  for (const { domain, ...read } of reading.goals)
    store.proposals.withdraw(owner, proposalId(user_id, { primary_domain: domain, ...read }));
  const created_at = clock.now();
  await store.proposals.noteWrong({
    ...reading,
    ...{ id, user_id, session_id, run_id, outcome, comment, created_at },
  });
  return true;
}
