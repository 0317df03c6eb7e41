import { expect, it } from "vitest";
import type { AuditEntry } from "#shared/audit-log/audit-record.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { RunStore } from "../../ports/stores.ts";
import { auditedRuns } from "./audited-runs.ts";

const ana = { user_id: "ana" };
const step: StepTrace = {
  ...{ id: 1, domain: "garden", capability: "water", status: "success", required: true },
  ...{ output: null, attempts: 1, duration_ms: 1 },
};
const run = (more: Partial<TaskRun> = {}) =>
  ({ ...ana, run_id: "run_1", status: "running", ...more }) as TaskRun;
const circumstances = {
  ...{ as: "turn" as const, timezone: "UTC", dry_run: false },
  approved: { "1": "digest" },
};

/** A journal beside an audit log that takes everything, or nothing. */
function open(takes: boolean) {
  const written: AuditEntry[] = [];
  const missing: string[] = [];
  const runs = {
    save: async () => true,
    intend: async () => undefined,
    settle: async () => undefined,
  } as unknown as RunStore;
  const audit = {
    append: async (entry: AuditEntry) => {
      if (!takes) throw new StoreError("The audit log cannot be written");
      written.push(entry);
    },
    page: async () => ({ records: [], next: undefined }),
    close: async () => undefined,
  };
  const log = {
    info() {},
    warn() {},
    error: (_fields: object, text: string) => missing.push(text),
  };
  return { written, missing, runs: auditedRuns(runs, audit, () => "write", log) };
}

it("what cannot be written down is not announced, and no yes counts", async () => {
  const { runs } = open(false);
  await expect(runs.intend(ana, "run_1", step, "run_1:1", "digest")).rejects.toThrow(StoreError);
  await expect(runs.save(run({ circumstances }))).rejects.toThrow(StoreError);
  expect(await runs.save(run())).toBe(true);
});

it("what has happened stays so, and the log says what is missing", async () => {
  const { runs, missing } = open(false);
  await runs.settle(ana, "run_1", step);
  expect(missing).toEqual(["an outcome is missing in the audit log"]);
});

it("a yes is written down once, and not again by who carries the run on", async () => {
  const { runs, written } = open(true);
  await runs.save(run({ circumstances }));
  await runs.save(run({ circumstances }), true);
  await runs.save(run({ status: "cancelled", circumstances }), true);
  expect(written.map(({ what }) => what)).toEqual(["approved", "declined"]);
});
