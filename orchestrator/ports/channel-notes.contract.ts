import { describe, expect, it } from "vitest";
import type { TestedStore } from "./stores.fixture.ts";
import type { ChannelNote } from "./stores.ts";

const delivery = (changes: Partial<ChannelNote> = {}): ChannelNote => ({
  channel: "post:1",
  kind: "letter",
  id: "7",
  note: { state: "taken", text: "vai chover? \u0000 \ud83d" },
  expires_at: 2000,
  ...changes,
});
const at = { channel: "post:1", kind: "letter" };

/** The part of storeContract about what channels keep for themselves. */
export function channelNotesContract(tested: TestedStore): void {
  describe("channel notes", () => {
    it("gives an id to one caller only, also after reopening", async () => {
      const { channels } = tested.store;
      const claims = await Promise.all(
        [1, 2, 3].map((taker) => channels.claim(delivery({ note: taker }), 1000)),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
      const [kept] = await channels.open(at, 1000);
      expect(kept?.note).toBe(claims.indexOf(true) + 1);
      await tested.reopen();
      expect(await tested.store.channels.claim(delivery(), 1999)).toBe(false);
    });

    it("gives a forgotten id again", async () => {
      const { channels } = tested.store;
      await channels.claim(delivery({ note: 1 }), 1000);
      expect(await channels.claim(delivery({ note: 2, expires_at: 9000 }), 2000)).toBe(true);
      expect(await channels.find({ ...at, id: "7" }, 2000)).toBe(2);
    });

    it("keeps a note as it was put, and the last one wins", async () => {
      const { channels } = tested.store;
      await channels.claim(delivery(), 1000);
      await channels.put(delivery({ note: [1, null, "x"] }));
      await tested.reopen();
      expect(await tested.store.channels.find({ ...at, id: "7" }, 1000)).toEqual([1, null, "x"]);
      await tested.store.channels.put(delivery());
      expect(await tested.store.channels.find({ ...at, id: "7" }, 1000)).toEqual(delivery().note);
    });

    it("replaces a note only while it says what was read, for one of those who read it", async () => {
      const { channels } = tested.store;
      await channels.put(delivery());
      const read = await channels.find({ ...at, id: "7" }, 1000);
      const next = delivery({ note: "next", expires_at: 9000 });
      expect(await channels.replace("other", next)).toBe(false);
      expect(await channels.replace(read ?? null, { ...next, id: "8" })).toBe(false);
      const all = await Promise.all([1, 2, 3].map(() => channels.replace(read ?? null, next)));
      expect(all.filter(Boolean)).toHaveLength(1);
      await tested.reopen();
      expect(await tested.store.channels.find({ ...at, id: "7" }, 2000)).toBe("next");
    });

    it("lists what is left to do, of one kind and one channel", async () => {
      const { channels } = tested.store;
      await channels.put(delivery({ id: "1" }));
      await channels.put(delivery({ id: "2", note: null }));
      await channels.put(delivery({ id: "3", kind: "box" }));
      await channels.put(delivery({ id: "4", channel: "post:2" }));
      await channels.put(delivery({ id: "5", expires_at: 1000 }));
      expect(await channels.open(at, 1000)).toEqual([delivery({ id: "1" })]);
      expect(await channels.find({ ...at, id: "2" }, 1000)).toBeNull();
    });

    it("knows nothing of an id that was never noted, or is forgotten", async () => {
      const { channels } = tested.store;
      await channels.put(delivery());
      expect(await channels.find({ ...at, id: "8" }, 1000)).toBeUndefined();
      expect(await channels.find({ ...at, id: "7" }, 2000)).toBeUndefined();
    });

    it("drops what is forgotten and nothing else", async () => {
      const { channels } = tested.store;
      await channels.put(delivery({ id: "old", expires_at: 1000 }));
      await channels.put(delivery({ id: "new", expires_at: 1001 }));
      await channels.sweep(1000);
      const left = await channels.open(at, 0);
      expect(left.map(({ id }) => id)).toEqual(["new"]);
    });
  });
}
