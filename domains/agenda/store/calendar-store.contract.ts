import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newEvent } from "../event/new-event.ts";
import { occurrencesOf } from "../event/occurrence.ts";
import type { CalendarStore } from "./calendar-store.ts";

/** One store's storage, empty at first: opened as often as a test likes, then taken away. */
export type TestStorage = { open(): CalendarStore; remove(): Promise<void> };

const ZONE = "America/Sao_Paulo";
const NOW = Date.parse("2026-11-20T12:00:00Z");
/** The 27th of November there. */
const FRIDAY = { from: Date.parse("2026-11-27T03:00:00Z"), to: Date.parse("2026-11-28T03:00:00Z") };

const event = (uid: string, title: string, date = "2026-11-27") =>
  newEvent({
    uid,
    title,
    zone: ZONE,
    now: NOW,
    start: { date, time: "15:00" },
    end: { date, time: "16:00" },
  });

/** What every CalendarStore promises, whatever it is kept in. */
export function calendarStoreContract(name: string, makeStorage: () => Promise<TestStorage>): void {
  describe(`${name} keeps the promises of a calendar store`, () => {
    let storage: TestStorage;
    let store: CalendarStore;
    beforeEach(async () => {
      storage = await makeStorage();
      store = storage.open();
    });
    afterEach(async () => {
      await store.close();
      await storage.remove();
    });

    const make = async (uid: string, title: string, date?: string) =>
      store.write("ana", await store.nameOf("ana", uid), event(uid, title, date), null);
    const titlesOnFriday = async () => {
      const stored = await store.list("ana", FRIDAY);
      return stored.flatMap((each) => occurrencesOf(each, FRIDAY, ZONE)).map(({ title }) => title);
    };

    it("has nothing at first", async () => {
      expect(await store.list("ana", FRIDAY)).toEqual([]);
      expect(await store.read("ana", await store.nameOf("ana", "a"))).toBeUndefined();
    });

    it("gives back what was written, also when it is opened again", async () => {
      const { name, etag } = await make("a", "Dentista, às 15h; “já”\n🦷");
      await store.close();
      store = storage.open();
      const again = await store.read("ana", name);
      expect(again).toMatchObject({ name, etag });
      expect(await titlesOnFriday()).toEqual(["Dentista, às 15h; “já”\n🦷"]);
    });

    it("lists each object with the tag that changes it", async () => {
      await make("a", "Dentista");
      await make("b", "Almoço", "2026-12-04");
      expect(await titlesOnFriday()).toEqual(["Dentista"]);
      const [listed] = await store.list("ana", FRIDAY);
      expect(await store.read("ana", listed?.name ?? "")).toMatchObject({ etag: listed?.etag });
    });

    it("makes an object of one name once", async () => {
      const { name } = await make("a", "Dentista");
      await expect(store.write("ana", name, event("a", "Outro"), null)).rejects.toMatchObject({
        fault: "CONFLICT",
      });
      expect(await titlesOnFriday()).toEqual(["Dentista"]);
    });

    it("replaces what is as it was seen, and nothing else", async () => {
      const { name, etag } = await make("a", "Dentista");
      const next = await store.write("ana", name, event("a", "Médico"), etag);
      expect(next.etag).not.toBe(etag);
      await expect(store.write("ana", name, event("a", "Outro"), etag)).rejects.toMatchObject({
        fault: "CONFLICT",
      });
      expect(await titlesOnFriday()).toEqual(["Médico"]);
    });

    it("removes what is as it was seen, and nothing else", async () => {
      const { name, etag } = await make("a", "Dentista");
      const next = await store.write("ana", name, event("a", "Médico"), etag);
      await expect(store.remove("ana", name, etag)).rejects.toMatchObject({ fault: "CONFLICT" });
      await store.remove("ana", name, next.etag);
      await expect(store.remove("ana", name, next.etag)).rejects.toMatchObject({
        fault: "CONFLICT",
      });
      expect(await titlesOnFriday()).toEqual([]);
    });

    it("lists an event that repeats on each of its days", async () => {
      const weekly = event("a", "Yoga", "2026-11-06").replace(
        "SUMMARY",
        "RRULE:FREQ=WEEKLY\r\nSUMMARY",
      );
      await store.write("ana", await store.nameOf("ana", "a"), weekly, null);
      expect(await titlesOnFriday()).toEqual(["Yoga"]);
    });

    it.each(["", "/", "../a", "/etc/passwd", "https://example.com/a.ics", "a/../../b", "a\0"])(
      "takes %j for no event's name",
      async (name) => {
        expect(await store.read("ana", name)).toBeUndefined();
        await expect(store.remove("ana", name, "x")).rejects.toMatchObject({ fault: "CONFLICT" });
      },
    );
  });
}
