import { pendingAction } from "#shared/contracts/pending.ts";
import type { Log } from "../../ports/log.ts";
import type { PendingStore } from "../../ports/stores.ts";
import type { Engine, Row } from "./engine.ts";
import { readEach, readStored, rowName } from "./stored-json.ts";
import { sessionColumns, storedId } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

const MAX_LISTED = 500;

export function createPending(engine: Engine, writes: WriteQueue, log: Log): PendingStore {
  const { call } = engine.queries;
  return {
    async find(key, now) {
      const row = await engine.get(call("find_pending", sessionColumns(key)));
      if (row === undefined) return undefined;
      const name = rowName("pending_actions", key.user_id, key.session_id);
      const action = readStored(pendingAction, row["action"], name);
      return action.expires_at > now ? action : undefined;
    },

    async put(action) {
      const row = {
        ...sessionColumns(action),
        id: storedId("id", action.id),
        action: JSON.stringify(action),
        expires_at: Math.trunc(action.expires_at),
      };
      await writes.durable([call("put_pending", row)]);
    },

    async take(key, id) {
      const at = { ...sessionColumns(key), id: storedId("id", id) };
      // The row can be deleted once, whoever else tries, in this process or another.
      return (await writes.durable([call("take_pending", at)])) === 1;
    },

    async list(owner, now, limit) {
      const user_id = storedId("user_id", owner.user_id);
      const most = Math.min(Math.max(Math.trunc(limit), 1), MAX_LISTED);
      const at = { user_id, now: Math.trunc(now), limit: most };
      const read = (row: Row) =>
        readStored(
          pendingAction,
          row["action"],
          rowName("pending_actions", owner.user_id, row["session_id"]),
        );
      return readEach(await engine.all(call("open_pending", at)), read, log);
    },
  };
}
