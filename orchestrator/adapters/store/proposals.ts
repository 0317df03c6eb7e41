import { exampleProposal } from "#shared/contracts/promotion.ts";
import type { Log } from "../../ports/log.ts";
import type { ProposalStore } from "../../ports/proposal-store.ts";
import type { Engine, Row } from "./engine.ts";
import { readEach, readStored, rowName } from "./stored-json.ts";
import { sessionColumns, storedId } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

const MAX_LISTED = 500;

export function createProposals(engine: Engine, writes: WriteQueue, log: Log): ProposalStore {
  const { call } = engine.queries;
  return {
    propose(proposal) {
      const row = {
        ...sessionColumns(proposal),
        id: storedId("id", proposal.id),
        status: "waiting",
        created_at: Math.trunc(proposal.created_at),
        proposal: JSON.stringify(proposal),
      };
      writes.batched("usage", [call("propose_example", row)]);
    },

    withdraw(owner, id) {
      writes.batched("usage", [call("withdraw_proposal", proposalColumns(owner.user_id, id))]);
    },

    async waiting(limit) {
      await writes.caughtUp();
      const most = Math.min(Math.max(Math.trunc(limit), 1), MAX_LISTED);
      return readEach(
        await engine.all(call("waiting_proposals", { limit: most })),
        readProposal,
        log,
      );
    },

    async find(id) {
      await writes.caughtUp();
      const row = await engine.get(call("find_proposal", { id: storedId("id", id) }));
      return row && readProposal(row);
    },

    async decide(owner, id, status) {
      const at = proposalColumns(owner.user_id, id);
      return (await writes.durable([call("decide_proposal", { ...at, status })])) === 1;
    },

    async forget(key) {
      await writes.durable([call("forget_proposals", sessionColumns(key))]);
    },
  };
}

const proposalColumns = (user_id: string, id: string) => ({
  user_id: storedId("user_id", user_id),
  id: storedId("id", id),
});

const readProposal = (row: Row) =>
  readStored(
    exampleProposal,
    row["proposal"],
    rowName("example_proposals", row["user_id"], row["id"]),
  );
