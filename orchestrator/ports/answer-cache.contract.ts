import { describe, expect, it } from "vitest";
import { type CachedAnswer, EVERYBODY } from "./answer-cache.ts";
import type { TestedStore } from "./stores.fixture.ts";

const cached = (changes: Partial<CachedAnswer> = {}): CachedAnswer => ({
  owner: "ana",
  kind: "response:weather",
  key: "k1",
  answer: { rain_mm: 3.5, text: "\u0000 chuva" },
  expires_at: 2000,
  ...changes,
});
const at = { owner: "ana", kind: "response:weather", key: "k1" };

/** The part of storeContract about answers that need not be made again. */
export function answerCacheContract(tested: TestedStore): void {
  describe("cached answers", () => {
    const put = async (...answers: CachedAnswer[]) => {
      for (const each of answers) tested.store.cache.put(each);
      await tested.store.flush();
    };

    it("are there until they expire, also after reopening; the last one wins", async () => {
      await put(cached({ answer: 1 }), cached());
      await tested.reopen();
      expect(await tested.store.cache.find(at, 1999)).toEqual(cached().answer);
      expect(await tested.store.cache.find(at, 2000)).toBeUndefined();
    });

    it("are one owner's, of one kind, and no one else finds them", async () => {
      await put(cached());
      for (const other of [{ owner: "bia" }, { owner: EVERYBODY }, { kind: "plan" }, { key: "k2" }])
        expect(await tested.store.cache.find({ ...at, ...other }, 0)).toBeUndefined();
    });

    it("are forgotten by owner and kind, also those that were put a moment ago", async () => {
      await put(cached(), cached({ owner: "bia" }), cached({ kind: "plan" }));
      tested.store.cache.put(cached({ key: "k2" }));
      await tested.store.cache.forget({ owner: "ana", kind: "response:weather" });
      const find = (more: object) => tested.store.cache.find({ ...at, ...more }, 0);
      expect(await find({})).toBeUndefined();
      expect(await find({ key: "k2" })).toBeUndefined();
      expect(await find({ owner: "bia" })).toBeDefined();
      expect(await find({ kind: "plan" })).toBeDefined();
    });

    it("are dropped when they have expired, and no others", async () => {
      await put(cached({ key: "old", expires_at: 1000 }), cached({ key: "new", expires_at: 1001 }));
      await tested.store.cache.sweep(1000);
      expect(await tested.store.cache.find({ ...at, key: "old" }, 0)).toBeUndefined();
      expect(await tested.store.cache.find({ ...at, key: "new" }, 0)).toBeDefined();
    });
  });
}
