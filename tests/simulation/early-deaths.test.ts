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

it("the same where one process after another dies in the middle", async () => {
  await fc.assert(keepsItsPromises({ minLength: 1, maxLength: 4 }), runsOf(5000, 750));
}, 240_000);
