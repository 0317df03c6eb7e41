import { randomUUID } from "node:crypto";
import { type Schedule, schedule, type Tick, tick } from "#shared/contracts/schedule.ts";
import type { Log } from "../../ports/log.ts";
import type { HeldTick, ScheduleStore, Told } from "../../ports/schedule-store.ts";
import type { Engine, Row } from "./engine.ts";
import {
  ownedColumns,
  pageSize,
  readEach,
  readStored,
  rowName,
  storedId,
  userColumn,
} from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

/** For a store that belongs to no process in particular. */
const NOBODY = "";
/** No process is called so. */
const NO_PROCESS = "-";
const TOLD: readonly Told[] = ["nothing", "waiting", "sending", "told"];

export function createSchedules(
  engine: Engine,
  writes: WriteQueue,
  holder: string | undefined,
  log: Log,
): ScheduleStore {
  const { call } = engine.queries;
  const self = holder ?? NOBODY;
  const all = async (rows: Promise<Row[]>) => readEach(await rows, readSchedule, log);
  const changing = (changed: Schedule, claim: string) =>
    call("change_schedule", { ...columnsOf(changed), claim, was_version: changed.version - 1 });
  /** Its process has an occurrence while it is under way or has to be told. */
  const tickColumns = (of: Tick, told: Told) => ({
    ...tickKey(of),
    status: of.status,
    holder: of.status === "running" || told === "waiting" || told === "sending" ? self : null,
    told,
    ended_at: of.ended_at === null ? null : Math.trunc(of.ended_at),
    tick: JSON.stringify(of),
  });

  return {
    async add(added, limit) {
      const row = { ...columnsOf(added), created_at: Math.trunc(added.created_at), claim: "" };
      const isNew = (await writes.durable([call("add_schedule", { ...row, most: limit })])) === 1;
      return isNew || (await this.find(added, added.id)) !== undefined;
    },

    async find(owner, id) {
      const row = await engine.get(call("find_schedule", ownedColumns(owner, id)));
      return row && readSchedule({ ...row, user_id: owner.user_id, id });
    },

    async hasMade(owner) {
      return (await engine.get(call("made_schedule", userColumn(owner)))) !== undefined;
    },

    list: (owner, limit, open) =>
      all(
        engine.all(
          call(open ? "open_schedules" : "all_schedules", {
            ...userColumn(owner),
            limit: pageSize(limit),
          }),
        ),
      ),

    change: async (changed) => (await writes.durable([changing(changed, randomUUID())])) === 1,

    async claim(changed, ticks) {
      const claim = randomUUID();
      const calls = ticks.map(([of, told]) =>
        call("claim_tick", { ...tickColumns(of, told), claim }),
      );
      return (await writes.durable([changing(changed, claim), ...calls])) === 1;
    },

    due: (now, limit) =>
      all(engine.all(call("due_schedules", { now: Math.trunc(now), limit: pageSize(limit) }))),

    async nextDue() {
      const row = await engine.get(call("next_due", { after: -1 }));
      return row === undefined ? undefined : Number(row["next_at"]);
    },

    async settle(of, told) {
      await writes.durable([call("settle_tick", tickColumns(of, told))]);
    },

    async tick(owner, schedule_id, at) {
      const key = tickKey({ user_id: owner.user_id, schedule_id, at });
      const row = await engine.get(call("find_tick", key));
      return row && readTick({ ...row, user_id: owner.user_id, schedule_id });
    },

    async ticks(owner, { schedule_id, after }, limit) {
      const of = { ...userColumn(owner), limit: pageSize(limit) };
      const rows =
        schedule_id === undefined
          ? call("ticks_of_owner", { ...of, after: Math.trunc(after ?? 0) })
          : call("ticks_of_schedule", { ...of, schedule_id: storedId("id", schedule_id) });
      return readEach(await engine.all(rows), readTick, log);
    },

    async tickHolders() {
      const rows = await engine.all(call("tick_holders", { but: NO_PROCESS }));
      return rows.map((row) => String(row["holder"]));
    },

    async heldTicks(of) {
      const read = (row: Row): HeldTick => ({
        tick: readTick(row),
        told: TOLD.find((told) => told === row["told"]) ?? "nothing",
        holder: of,
      });
      return readEach(await engine.all(call("held_ticks", { holder: of })), read, log);
    },

    async takeTick({ tick: of, holder: was_holder }) {
      const taking = call("take_tick", { ...tickKey(of), holder: self, was_holder });
      return (await writes.durable([taking])) === 1;
    },
  };
}

const columnsOf = (of: Schedule) => ({
  ...ownedColumns(of, of.id),
  status: of.status,
  next_at: of.next_at === null ? null : Math.trunc(of.next_at),
  version: of.version,
  schedule: JSON.stringify(of),
});

const tickKey = ({ user_id, schedule_id, at }: Pick<Tick, "user_id" | "schedule_id" | "at">) => ({
  ...userColumn({ user_id }),
  schedule_id: storedId("id", schedule_id),
  at: Math.trunc(at),
});

const readSchedule = (row: Row) =>
  readStored(schedule, row["schedule"], rowName("schedules", row["user_id"], row["id"]));
const readTick = (row: Row) =>
  readStored(tick, row["tick"], rowName("schedule_ticks", row["user_id"], row["schedule_id"]));
