import { describe, expect, it } from "vitest";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import { ana, bia, type TestedStore } from "./stores.fixture.ts";
import type { Store } from "./stores.ts";

/** A reminder of each day. */
export const someSchedule = (changes: Partial<Schedule> = {}): Schedule => ({
  ...ana,
  id: "sch_1",
  status: "active",
  paused: null,
  timing: { kind: "every", rule: { by: "calendar", times: ["09:00"], days: { on: "every_day" } } },
  action: { do: "tell", text: "água \\ \0?" },
  until: 9_000_000,
  words: "me lembra da água todo dia às 9",
  zone: "America/Sao_Paulo",
  locale: "pt-BR",
  tell: { channel: "http", session_id: "s1" },
  acts: false,
  rights: null,
  digests: {},
  consent: [],
  failures: 0,
  next_at: 1000,
  created_at: 500,
  updated_at: 500,
  version: 1,
  ...changes,
});

export const someTick = (changes: Partial<Tick> = {}): Tick => ({
  schedule_id: "sch_1",
  user_id: "ana",
  at: 1000,
  status: "running",
  reason: null,
  run_id: "sch_1.1000",
  text: "",
  tell: { channel: "http", session_id: "s1" },
  told_at: null,
  began_at: 1001,
  ended_at: null,
  ...changes,
});

const MOST = 50;

/** The part of storeContract about requests that stand. */
export function schedulesContract(
  tested: TestedStore,
  open: (holder: string) => Promise<Store>,
): void {
  describe("requests that stand", () => {
    it("are kept by their owner, the newest first, also after reopening", async () => {
      await tested.store.schedules.add(someSchedule(), MOST);
      await tested.store.schedules.add(someSchedule({ id: "sch_2", created_at: 600 }), MOST);
      await tested.store.schedules.add(someSchedule({ ...bia, id: "sch_3" }), MOST);
      await tested.reopen();
      const { schedules } = tested.store;
      expect((await schedules.list(ana, 10, true)).map(({ id }) => id)).toEqual(["sch_2", "sch_1"]);
      expect(await schedules.find(ana, "sch_1")).toEqual(someSchedule());
      expect(await schedules.find(bia, "sch_1")).toBeUndefined();
      expect(await schedules.hasMade(ana)).toBe(true);
      expect(await schedules.hasMade({ user_id: "caio" })).toBe(false);
    });

    it("are no more than so many for one owner, of those that are not over", async () => {
      const { schedules } = tested.store;
      expect(await schedules.add(someSchedule(), 1)).toBe(true);
      expect(await schedules.add(someSchedule({ id: "sch_2" }), 1)).toBe(false);
      expect(await schedules.add(someSchedule({ words: "another" }), 1)).toBe(true);
      expect(await schedules.list(ana, 10, true)).toEqual([someSchedule()]);
      expect(await schedules.add(someSchedule({ ...bia, id: "sch_3" }), 1)).toBe(true);
      await schedules.change(someSchedule({ status: "cancelled", next_at: null, version: 2 }));
      expect(await schedules.add(someSchedule({ id: "sch_2" }), 1)).toBe(true);
    });

    it("are changed by whoever read the version before, and by no one else", async () => {
      const { schedules } = tested.store;
      await schedules.add(someSchedule(), MOST);
      expect(await schedules.change(someSchedule({ status: "paused", version: 2 }))).toBe(true);
      expect(await schedules.change(someSchedule({ status: "cancelled", version: 2 }))).toBe(false);
      expect((await schedules.find(ana, "sch_1"))?.status).toBe("paused");
      expect(await schedules.list(ana, 10, true)).toHaveLength(1);
    });

    it("are due by their time, the longest due first, of every owner", async () => {
      const { schedules } = tested.store;
      expect(await schedules.nextDue()).toBeUndefined();
      await schedules.add(someSchedule({ next_at: 3000 }), MOST);
      await schedules.add(someSchedule({ ...bia, id: "sch_2", next_at: 2000 }), MOST);
      await schedules.add(someSchedule({ id: "sch_3", next_at: null }), MOST);
      expect(await schedules.nextDue()).toBe(2000);
      expect((await schedules.due(2999, 10)).map(({ id }) => id)).toEqual(["sch_2"]);
      expect((await schedules.due(3000, 10)).map(({ id }) => id)).toEqual(["sch_2", "sch_1"]);
    });

    it("an occurrence is claimed once, whoever of several tries", async () => {
      const { schedules } = tested.store;
      const other = await open("other");
      await schedules.add(someSchedule(), MOST);
      const next = someSchedule({ next_at: 2000, version: 2 });
      const claims = await Promise.all([
        schedules.claim(next, [[someTick(), "nothing"]]),
        other.schedules.claim(next, [[someTick(), "nothing"]]),
      ]);
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(await schedules.tick(ana, "sch_1", 1000)).toEqual(someTick());
      // The same one again, by a schedule that was put back.
      const again = someSchedule({ next_at: 2000, version: 3 });
      expect(await schedules.claim(again, [[someTick(), "nothing"]])).toBe(false);
      await other.close();
    });

    it("who changes one in between keeps the occurrence from being claimed", async () => {
      const { schedules } = tested.store;
      await schedules.add(someSchedule(), MOST);
      await schedules.change(someSchedule({ status: "paused", next_at: null, version: 2 }));
      const next = someSchedule({ next_at: 2000, version: 2 });
      expect(await schedules.claim(next, [[someTick(), "nothing"]])).toBe(false);
      expect(await schedules.tick(ana, "sch_1", 1000)).toBeUndefined();
    });

    it("what a process has under way or to tell is found, and taken by one", async () => {
      const one = await open("one");
      const other = await open("other");
      await one.schedules.add(someSchedule(), MOST);
      await one.schedules.claim(someSchedule({ next_at: 2000, version: 2 }), [
        [someTick(), "nothing"],
      ]);
      expect(await other.schedules.tickHolders()).toEqual(["one"]);
      const [held] = await other.schedules.heldTicks("one");
      expect(held).toEqual({ tick: someTick(), told: "nothing", holder: "one" });
      if (held === undefined) return;
      expect(await other.schedules.takeTick(held)).toBe(true);
      expect(await one.schedules.takeTick(held)).toBe(false);
      const over = someTick({ status: "fired", text: "água", ended_at: 1100 });
      await other.schedules.settle(over, "waiting");
      expect(await one.schedules.tickHolders()).toEqual(["other"]);
      await other.schedules.settle({ ...over, told_at: 1200 }, "told");
      expect(await one.schedules.tickHolders()).toEqual([]);
      expect(await one.schedules.ticks(ana, {}, 10)).toEqual([{ ...over, told_at: 1200 }]);
      expect(await one.schedules.ticks(ana, { after: 1100 }, 10)).toEqual([]);
      expect(await one.schedules.ticks(ana, { schedule_id: "sch_1" }, 10)).toHaveLength(1);
      await one.close();
      await other.close();
    });
  });
}
