import { usageRow, usageSummaryRow, usageTotalsRow } from "#shared/contracts/usage.ts";
import type { Log } from "../../ports/log.ts";
import type { UsageStore } from "../../ports/stores.ts";
import type { Engine, Row } from "./engine.ts";
import { readEach, readRow, rowName } from "./stored-json.ts";
import { originalText, storedId, storedText } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

const MAX_ROWS = 1000;
const DAY_MS = 86_400_000;

/** `writer` tells this process's rows from those of others in the same millisecond. */
export function createUsage(
  engine: Engine,
  writes: WriteQueue,
  writer: string,
  log: Log,
): UsageStore {
  const { call } = engine.queries;
  let count = 0;
  return {
    record(row) {
      count += 1;
      const columns = {
        ...row,
        id: `${writer}-${String(count).padStart(12, "0")}`,
        at: Math.trunc(row.at),
        user_id: storedId("user_id", row.user_id),
        session_id: storedText(row.session_id),
        run_id: storedText(row.run_id),
        goal: storedText(row.goal),
        tier: storedText(row.tier),
        action_type: storedText(row.action_type),
        status: storedText(row.status),
      };
      writes.batched("usage", [call("record_usage", columns)]);
    },

    async recent(owner, limit) {
      await writes.caughtUp();
      const user_id = storedId("user_id", owner.user_id);
      const most = Math.min(Math.max(Math.trunc(limit), 1), MAX_ROWS);
      const rows = await engine.all(call("recent_usage", { user_id, limit: most }));
      return readEach(rows, ({ id, ...row }) => readUsage(row, id), log);
    },

    async summary(owner, since) {
      await writes.caughtUp();
      const user_id = storedId("user_id", owner.user_id);
      const day = Math.floor(since / DAY_MS);
      const rows = await engine.all(call("summarize_usage", { user_id, day }));
      return readEach(
        rows,
        (row) =>
          readRow(
            usageSummaryRow,
            withOriginalTexts(row),
            rowName("usage_summary", row["user_id"]),
          ),
        log,
      );
    },

    async totals(owner, since) {
      await writes.caughtUp();
      const user_id = storedId("user_id", owner.user_id);
      const startOfDay = Math.floor(since / DAY_MS) * DAY_MS;
      const rows = await engine.all(call("total_usage", { user_id, since: startOfDay }));
      const where = rowName("usage_metrics", owner.user_id);
      return readEach(rows, (row) => readRow(usageTotalsRow, withOriginalTexts(row), where), log);
    },
  };
}

const readUsage = (row: Row, id: unknown) =>
  readRow(usageRow, withOriginalTexts(row), rowName("usage_metrics", row["user_id"], id));

const withOriginalTexts = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" ? originalText(value) : value,
    ]),
  );
