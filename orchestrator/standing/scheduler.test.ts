import { expect, it } from "vitest";
import type { WatchState } from "#shared/contracts/schedule.ts";
import { someSchedule } from "../ports/schedules.contract.ts";
import { openWorld } from "./scheduler.fixture.ts";

const MINUTE = 60_000;
const BEGIN = Date.parse("2027-01-01T00:00:00Z");
const WATCH: WatchState = {
  ...{ domain: "world", goal: "LOOK", entities: {}, value: "price", base: null, base_day: null },
  comparison: { is: "above", value: 40 },
  ...{ band_percent: 1, again: true, armed: true, last: null, fresh: null, source: null },
  ...{ every_ms: MINUTE, seen: [] },
};
const watchOf = (id: string, user_id: string) =>
  someSchedule({
    ...{ id, user_id, until: null, next_at: BEGIN + MINUTE },
    timing: { kind: "when", watch: WATCH },
    action: { do: "tell", text: null },
  });
const seen = (value: number) => ({
  ...{ value, fresh: null, source: "a", isSample: false, day: "2027-01-01" },
});

it("equal watches are looked at once, and only whose right is gone is paused", async () => {
  const world = await openWorld(BEGIN);
  let looks = 0;
  const { scheduler } = world.openProcess({
    look: async ({ user_id }, share) =>
      user_id === "gone"
        ? { pause: { why: "rights", detail: "" } }
        : share("price", async () => seen(++looks)),
  });
  for (const user_id of ["gone", "ana", "bia"])
    await world.store.add(watchOf(`sch_${user_id}`, user_id), 50);
  world.at(BEGIN + MINUTE);
  await scheduler.runDue();
  const statusOf = async (user_id: string) =>
    (await world.store.find({ user_id }, `sch_${user_id}`))?.status;
  expect(looks).toBe(1);
  expect(await Promise.all(["gone", "ana", "bia"].map(statusOf))).toEqual([
    "paused",
    "active",
    "active",
  ]);
});

it("a watch that can see nothing for a day says so once, and goes on", async () => {
  const world = await openWorld(BEGIN);
  const { scheduler } = world.openProcess({ look: async () => undefined });
  await world.store.add(watchOf("sch_1", "ana"), 50);
  for (let hour = 1; hour <= 60; hour++) {
    world.at(BEGIN + hour * 60 * MINUTE);
    await scheduler.runDue();
  }
  const ticks = await world.store.ticks({ user_id: "ana" }, { schedule_id: "sch_1" }, 10);
  expect(ticks.map(({ status, reason, text }) => [status, reason, text])).toEqual([
    ["skipped", "no_data", "skipped"],
  ]);
  expect((await world.store.find({ user_id: "ana" }, "sch_1"))?.status).toBe("active");
});

it("what a look saw is kept, whoever puts off the next one meanwhile", async () => {
  const world = await openWorld(BEGIN);
  const kept = async () => {
    const found = await world.store.find({ user_id: "ana" }, "sch_1");
    if (found?.timing.kind !== "when") throw new Error("the watch is gone");
    return { ...found, watch: found.timing.watch };
  };
  const { scheduler } = world.openProcess({
    async look() {
      const { watch: _, ...before } = await kept();
      await world.store.change({
        ...before,
        next_at: BEGIN + 9 * MINUTE,
        version: before.version + 1,
      });
      return seen(3);
    },
  });
  await world.store.add(watchOf("sch_1", "ana"), 50);
  world.at(BEGIN + MINUTE);
  await scheduler.runDue();
  const { next_at, watch } = await kept();
  expect([next_at, watch.last]).toEqual([BEGIN + 9 * MINUTE, 3]);
});

const ONCE = someSchedule({
  ...{ next_at: BEGIN + MINUTE, until: null },
  timing: { kind: "at", at: BEGIN + MINUTE },
});

it("a text that no channel takes is tried less and less often, and given up after a day", async () => {
  const world = await openWorld(BEGIN);
  let tries = 0;
  const { scheduler } = world.openProcess({
    brings: () => true,
    tell: async () => {
      tries++;
      return false;
    },
  });
  await world.store.add(ONCE, 50);
  await world.pass(scheduler, 60 * MINUTE);
  expect(tries).toBeLessThan(15);
  const before = tries;
  await world.pass(scheduler, 26 * 60 * MINUTE, 5 * MINUTE);
  expect(tries - before).toBeGreaterThan(100);
  const last = tries;
  await world.pass(scheduler, 60 * MINUTE, 5 * MINUTE);
  expect(tries).toBe(last);
});

it("a text whose chat has to speak first is not tried, is logged once, and told as soon as it has spoken", async () => {
  const world = await openWorld(BEGIN);
  let isOpen = false;
  const lines: string[] = [];
  const log = { info() {}, error() {}, warn: (_: object, text: string) => void lines.push(text) };
  const { scheduler } = world.openProcess({ log, brings: () => true, mayTell: async () => isOpen });
  await world.store.add(ONCE, 50);
  await world.pass(scheduler, 60 * MINUTE);
  expect(world.told).toEqual([]);
  expect(lines).toEqual(["a notice waits until its person writes in the chat"]);
  isOpen = true;
  await world.pass(scheduler, 5000);
  expect(world.told).toHaveLength(1);
});
