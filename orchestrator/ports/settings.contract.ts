import { describe, expect, it } from "vitest";
import type { TestedStore } from "./stores.fixture.ts";

const ana = { user_id: "ana" };

export function settingsContract(tested: TestedStore): void {
  describe("settings", () => {
    it("are their user's alone, also after reopening, and the last ones count", async () => {
      expect(await tested.store.settings.find(ana)).toBeUndefined();
      await tested.store.settings.put(ana, { timezone: "Europe/Lisbon" });
      await tested.store.settings.put(ana, { timezone: "Asia/Tokyo" });
      await tested.reopen();
      expect(await tested.store.settings.find(ana)).toEqual({ timezone: "Asia/Tokyo" });
      expect(await tested.store.settings.find({ user_id: "bia" })).toBeUndefined();
      await tested.store.settings.put(ana, { timezone: null });
      expect(await tested.store.settings.find(ana)).toEqual({ timezone: null });
    });
  });
}
