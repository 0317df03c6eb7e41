import fc from "fast-check";
import { afterAll, beforeAll, it, vi } from "vitest";
import { runsOf } from "../how-much.ts";
import { keepsItsPromises } from "./draw-history.ts";

// Batches are written when someone waits for them, never because real time has passed.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterAll(() => {
  vi.useRealTimers();
});

it("nothing is lost, nothing is done twice or unasked, and nothing is claimed that was not done", async () => {
  await fc.assert(keepsItsPromises({ maxLength: 2 }), runsOf(5000, 750));
}, 240_000);
