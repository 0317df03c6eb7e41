import { expect, it } from "vitest";
import type { AuditEntry } from "#shared/audit-log/audit-record.ts";
import { someSchedule } from "../../ports/schedules.contract.ts";
import { StoreError } from "../../ports/store-error.ts";
import { memoryEngine } from "../store/memory-engine.fixture.ts";
import { storeOver } from "../store/open-store.ts";
import { systemClock } from "../time/system-clock.ts";
import { auditedSchedules } from "./audited-schedules.ts";

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
