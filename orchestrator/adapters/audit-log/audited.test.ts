import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AuditEntry } from "#shared/audit-log/audit-record.ts";
import { digestOf } from "#shared/contracts/digest.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { someSchedule } from "../../ports/schedules.contract.ts";
import { ana, someRun, someStep } from "../../ports/stores.fixture.ts";
import { type RunStore, StoreError } from "../../ports/stores.ts";
import { memoryEngine } from "../store/memory-engine.fixture.ts";
import { openStore, storeOver } from "../store/open-store.ts";
import { systemClock } from "../time/system-clock.ts";
import { auditedRuns, auditedSchedules, reconcileAudit } from "./audited.ts";
import { diskAuditLog } from "./disk-audit-log.ts";

const owner = { user_id: "ana" };
const step: StepTrace = {
  ...{ id: 1, domain: "garden", capability: "water", status: "success", required: true },
  ...{ output: null, attempts: 1, duration_ms: 1 },
};
const run = (more: Partial<TaskRun> = {}) =>
  ({ ...owner, run_id: "run_1", status: "running", ...more }) as TaskRun;
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
  await expect(runs.intend(owner, "run_1", step, "run_1:1", "digest")).rejects.toThrow(StoreError);
  await expect(runs.save(run({ circumstances }))).rejects.toThrow(StoreError);
  expect(await runs.save(run())).toBe(true);
});

it("what has happened stays so, and the log says what is missing", async () => {
  const { runs, missing } = open(false);
  await runs.settle(owner, "run_1", step);
  expect(missing).toEqual(["an outcome is missing in the audit log"]);
});

it("a yes is written down once, and not again by who carries the run on", async () => {
  const { runs, written } = open(true);
  await runs.save(run({ circumstances }));
  await runs.save(run({ circumstances }), true);
  await runs.save(run({ status: "cancelled", circumstances }), true);
  expect(written.map(({ what }) => what)).toEqual(["approved", "declined"]);
});

describe("audited schedules", () => {
  const MOST = 50;

  /** Schedules beside an audit log; each record says how many were kept when it was written. */
  async function open() {
    const { schedules } = storeOver(await memoryEngine(), { clock: systemClock });
    const written: [what: AuditEntry["what"], kept: number][] = [];
    const audit = {
      takes: true,
      append: async ({ what }: AuditEntry) => {
        if (!audit.takes) throw new StoreError("The audit log cannot be written");
        written.push([what, (await schedules.list({ user_id: "ana" }, MOST, false)).length]);
      },
      page: async () => ({ records: [], next: undefined }),
      close: async () => undefined,
    };
    const log = { info() {}, warn() {}, error() {} };
    return { schedules, written, audit, audited: auditedSchedules(schedules, audit, log) };
  }

  it("a standing request is in the audit log before it is kept", async () => {
    const { audited, written } = await open();
    expect(await audited.add(someSchedule(), MOST)).toBe(true);
    expect(written).toEqual([["schedule_change", 0]]);
  });

  it("what cannot be written down is neither made nor changed", async () => {
    const { audited, audit, schedules } = await open();
    await audited.add(someSchedule(), MOST);
    audit.takes = false;
    await expect(audited.add(someSchedule({ id: "sch_2" }), MOST)).rejects.toThrow(StoreError);
    const cancelled = someSchedule({ status: "cancelled", version: 2 });
    await expect(audited.change(cancelled)).rejects.toThrow(StoreError);
    await expect(audited.claim(cancelled, [])).rejects.toThrow(StoreError);
    const left = await schedules.list({ user_id: "ana" }, MOST, true);
    expect(left.map(({ id, status }) => [id, status])).toEqual([["sch_1", "active"]]);
  });

  it("a change that came too late, and one too many, are said to have changed nothing", async () => {
    const { audited, written } = await open();
    expect(await audited.add(someSchedule(), 1)).toBe(true);
    expect(await audited.add(someSchedule({ id: "sch_2" }), 1)).toBe(false);
    expect(await audited.change(someSchedule({ version: 7 }))).toBe(false);
    expect(written.map(([what]) => what)).toEqual([
      "schedule_change",
      "schedule_change",
      "schedule_unchanged",
      "schedule_change",
      "schedule_unchanged",
    ]);
  });
});

describe("what a crash left between log and store", () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };

  it("names the effects of the audit log that the store has lost, and no others", async () => {
    const folder = mkdtempSync(join(tmpdir(), "reconcile-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const audit = await diskAuditLog(join(folder, "audit"), "one", { clock, log });
    const begin = async (name: string) => {
      const store = await openStore({ dataDir: join(folder, name), clock });
      onTestFinished(() => store.close());
      return { store, runs: auditedRuns(store.runs, audit, () => "write", log) };
    };
    const before = await begin("before");
    const act = async ({ runs }: typeof before, run_id: string) => {
      await runs.save(someRun({ run_id, status: "running" }));
      await runs.intend(
        ana,
        run_id,
        someStep({ status: "running", output: null }),
        run_id,
        "digest",
      );
      await runs.settle(ana, run_id, someStep());
    };
    await act(before, "run_1");
    await act(before, "run_2");
    expect(await reconcileAudit(join(folder, "audit"), before.store.runs)).toEqual({
      effects: 4,
      missing: [],
    });

    // Another store: of the first run it has nothing, of the second not the step.
    const after = await begin("after");
    await after.store.runs.save(someRun({ run_id: "run_2", status: "running" }));
    await act(after, "run_3");
    const found = await reconcileAudit(join(folder, "audit"), after.store.runs, Date.now() + 1);
    expect(found).toEqual({ effects: 0, missing: [] });
    expect(await reconcileAudit(join(folder, "audit"), after.store.runs)).toEqual({
      effects: 6,
      missing: [
        { run_id: "run_1", step_id: "1" },
        { run_id: "run_2", step_id: "1" },
      ],
    });

    await audit.append({
      what: "user_forgotten",
      user_id: "ops",
      forgotten: digestOf(ana.user_id),
    });
    await audit.close();
    const { missing } = await reconcileAudit(join(folder, "audit"), after.store.runs);
    expect(missing).toEqual([]);
  });
});
