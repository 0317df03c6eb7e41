import {
  type ExampleProposal,
  exampleProposal,
  type UnclearSentence,
  unclearSentence,
  type WrongTurn,
  wrongTurn,
} from "#shared/contracts/promotion.ts";
import type { Log } from "../../ports/log.ts";
import type { ProposalStore } from "../../ports/proposal-store.ts";
import type { Engine, Row } from "./engine.ts";
import { readEach, readStored, rowName, sessionColumns, storedId } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

const MAX_LISTED = 500;
const UNCLEAR_KEPT_MS = 30 * 24 * 3_600_000;

type Status = "waiting" | "unclear" | "wrong";

const rowOf = (said: ExampleProposal | UnclearSentence | WrongTurn, status: Status) => ({
  ...sessionColumns(said),
  id: storedId("id", said.id),
  status,
  created_at: Math.trunc(said.created_at),
  proposal: JSON.stringify(said),
});

export function createProposals(engine: Engine, writes: WriteQueue, log: Log): ProposalStore {
  const { call } = engine.queries;

  async function list<T>(status: Status, read: (row: Row) => T, limit: number): Promise<T[]> {
    await writes.caughtUp();
    const most = Math.min(Math.max(Math.trunc(limit), 1), MAX_LISTED);
    return readEach(await engine.all(call("listed_proposals", { status, limit: most })), read, log);
  }

  async function find<T>(
    status: Status,
    read: (row: Row) => T,
    id: string,
  ): Promise<T | undefined> {
    await writes.caughtUp();
    const row = await engine.get(call("find_proposal", { status, id: storedId("id", id) }));
    return row && read(row);
  }

  return {
    propose(proposal) {
      writes.batched("usage", [call("propose_example", rowOf(proposal, "waiting"))]);
    },

    noteUnclear(sentence) {
      const row = rowOf(sentence, "unclear");
      const before = { created_at: row.created_at - UNCLEAR_KEPT_MS };
      writes.batched("usage", [call("drop_unclear_before", before), call("propose_example", row)]);
    },

    withdraw(owner, id) {
      writes.batched("usage", [call("withdraw_proposal", proposalColumns(owner.user_id, id))]);
    },

    async noteWrong(turn) {
      await writes.durable([call("propose_example", rowOf(turn, "wrong"))]);
    },

    wrong: (limit) => list("wrong", readWrong, limit),
    findWrong: (id) => find("wrong", readWrong, id),
    waiting: (limit) => list("waiting", readProposal, limit),
    unclear: (limit) => list("unclear", readUnclear, limit),
    find: (id) => find("waiting", readProposal, id),
    findUnclear: (id) => find("unclear", readUnclear, id),

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

const readProposal = (row: Row) => readStored(exampleProposal, row["proposal"], nameOf(row));
const readUnclear = (row: Row) => readStored(unclearSentence, row["proposal"], nameOf(row));
const readWrong = (row: Row) => readStored(wrongTurn, row["proposal"], nameOf(row));
const nameOf = (row: Row) => rowName("example_proposals", row["user_id"], row["id"]);
