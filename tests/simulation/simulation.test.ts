import fc from "fast-check";
import { afterAll, beforeAll, it, vi } from "vitest";
import { keepsItsPromises } from "./draw-history.ts";

// Batches are written when somebody waits for them, never because real time has passed.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterAll(() => {
  vi.useRealTimers();
});

it("nothing is lost, nothing is done twice or unasked, and nothing is claimed that was not done", async () => {
  await fc.assert(keepsItsPromises({ maxLength: 2 }), { numRuns: 5000 });
}, 240_000);
