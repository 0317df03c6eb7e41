import { turnReading } from "#shared/contracts/promotion.ts";
import {
  modelCallRow,
  modelTotalsRow,
  tokensSpent,
  usageRow,
  usageSummaryRow,
  usageTotalsRow,
} from "#shared/contracts/usage.ts";
import type { Log } from "../../ports/log.ts";
import type { UsageStore } from "../../ports/stores.ts";
import type { Engine, Row } from "./engine.ts";
import {
  atMost,
  originalText,
  readEach,
  readRow,
  readStored,
  rowName,
  sessionColumns,
  storedId,
  storedText,
  userColumn,
} from "./stored-text.ts";
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
  const nextId = () => {
    count += 1;
    return `${writer}-${String(count).padStart(12, "0")}`;
  };
  return {
    record(row, reading) {
      const columns = {
        ...row,
        id: nextId(),
        at: Math.trunc(row.at),
        ...userColumn(row),
        session_id: storedText(row.session_id),
        run_id: storedText(row.run_id),
        goal: storedText(row.goal),
        tier: storedText(row.tier),
        action_type: storedText(row.action_type),
        status: storedText(row.status),
        reading: reading === undefined ? null : JSON.stringify(reading),
      };
      writes.batched("usage", [call("record_usage", columns)]);
    },

    async judge(owner, run_id, verdict) {
      await writes.caughtUp();
      const user_id = storedId("user_id", owner.user_id);
      const row = await engine.get(call("turn_of_run", { user_id, run_id: storedText(run_id) }));
      if (row === undefined) return undefined;
      const { id, at, reading, ...kept } = row;
      await writes.durable([
        call("judge_turn", { user_id, at: Number(at), id: String(id), verdict }),
      ]);
      const turn = { ...readUsage({ ...kept, at }, id), verdict };
      const where = rowName("usage_metrics", user_id, id);
      return reading === null
        ? turn
        : { ...turn, reading: readStored(turnReading, reading, where) };
    },

    async forgetReadings(key) {
      await writes.durable([call("forget_readings", sessionColumns(key))]);
    },

    async recent(owner, limit) {
      await writes.caughtUp();
      const at = { ...userColumn(owner), limit: atMost(MAX_ROWS, limit) };
      const rows = await engine.all(call("recent_usage", at));
      return readEach(rows, ({ id, reading: _, ...row }) => readUsage(row, id), log);
    },

    async summary(owner, since) {
      await writes.caughtUp();
      const at = { ...userColumn(owner), day: Math.floor(since / DAY_MS) };
      const rows = await engine.all(call("summarize_usage", at));
      const where = rowName("usage_summary", owner.user_id);
      return readEach(rows, (row) => readRow(usageSummaryRow, withOriginalTexts(row), where), log);
    },

    async totals(owner, since) {
      await writes.caughtUp();
      const at = { ...userColumn(owner), since: startOfDay(since) };
      const rows = await engine.all(call("total_usage", at));
      const where = rowName("usage_metrics", owner.user_id);
      return readEach(rows, (row) => readRow(usageTotalsRow, withOriginalTexts(row), where), log);
    },

    recordCall(row) {
      const columns = {
        ...row,
        id: nextId(),
        at: Math.trunc(row.at),
        ...userColumn(row),
        session_id: storedText(row.session_id),
        run_id: storedText(row.run_id),
        step_id: storedText(row.step_id),
        purpose: storedText(row.purpose),
        model: storedText(row.model),
        status: storedText(row.status),
      };
      writes.batched("usage", [call("record_model_call", columns)]);
    },

    async calls(owner, run_id) {
      await writes.caughtUp();
      const at = { ...userColumn(owner), run_id: storedText(run_id) };
      const rows = await engine.all(call("model_calls_of_run", { ...at, limit: MAX_ROWS }));
      const where = rowName("model_calls", owner.user_id, run_id);
      return readEach(
        rows,
        ({ id: _id, ...row }) => readRow(modelCallRow, withOriginalTexts(row), where),
        log,
      );
    },

    async byModel(owner, since) {
      await writes.caughtUp();
      const at = { ...userColumn(owner), since: startOfDay(since) };
      const rows = await engine.all(call("total_model_calls", at));
      const where = rowName("model_calls", owner.user_id);
      return readEach(rows, (row) => readRow(modelTotalsRow, withOriginalTexts(row), where), log);
    },

    async spent({ run_id, ...key }, now) {
      await writes.caughtUp();
      const at = { ...sessionColumns(key), since: startOfDay(now) };
      const [run, session, user_day, day] = await Promise.all([
        engine.get(call("tokens_of_run", { user_id: at.user_id, ...runColumns(run_id) })),
        engine.get(call("tokens_of_session", at)),
        engine.get(call("tokens_of_user", at)),
        engine.get(call("tokens_of_day", at)),
      ]);
      const tokens = (row: Row | undefined) => row?.["tokens"];
      const sums = {
        run: tokens(run),
        session: tokens(session),
        user_day: tokens(user_day),
        day: tokens(day),
      };
      return readRow(tokensSpent, sums, rowName("model_calls", key.user_id));
    },
  };
}

/** What a run took before it branched counts as its own. */
const runColumns = (run_id: string) => ({
  run_id: storedText(run_id),
  trunk: storedText(run_id.split(".")[0] ?? run_id),
});

const startOfDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

const readUsage = (row: Row, id: unknown) =>
  readRow(usageRow, withOriginalTexts(row), rowName("usage_metrics", row["user_id"], id));

const withOriginalTexts = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" ? originalText(value) : value,
    ]),
  );
