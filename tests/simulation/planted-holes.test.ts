import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { TurnDeps } from "../../orchestrator/turn/turn-deps.ts";
import { keepsItsPromises } from "./draw-history.ts";
import type { Hole } from "./process.ts";
import { repeated, unasked } from "./world.ts";

// Batches are written when someone waits for them, never because real time has passed.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** What a process promises is kept by these guards; without any of them someone would notice. */
describe("a guard that is switched off is found out", () => {
  const part = <T extends object>(of: T, changed: Partial<T>): T => ({ ...of, ...changed });
  const under = (snapshot: typeof unasked) => ({
    current: () => snapshot,
    pinned: () => snapshot,
    catalogueOf: async () => snapshot.catalogue,
  });
  const holes: Record<string, Hole> = {
    "the journal's line before an effect": {
      store: (store) => ({
        ...store,
        runs: part(store.runs, { intend: async () => undefined, save: async () => true }),
      }),
    },
    "the receipt after it": {
      store: (store) => ({
        ...store,
        runs: part(store.runs, { settle: async () => undefined, record: () => undefined }),
      }),
    },
    "the key that a domain honours": {
      deps: (deps) => {
        let sent = 0;
        const call: TurnDeps["client"]["call"] = (made) =>
          deps.client.call({ ...made, idempotencyKey: `${made.idempotencyKey}#${sent++}` });
        return { ...deps, client: { call } };
      },
    },
    "the question before what cannot be taken back": {
      deps: (deps) => ({ ...deps, ...under(unasked) }),
    },
    "one answer for one question": {
      store: (store) => ({
        ...store,
        pending: part(store.pending, { take: async () => true, hold: async () => true }),
      }),
      deps: (deps) => ({ ...deps, inOrder: (_key, task) => task() }),
    },
    "what is carried on after a crash": {
      store: (store) => ({ ...store, runs: part(store.runs, { unfinished: async () => [] }) }),
    },
    "a step that is sent once where it may not be sent again": {
      deps: (deps) => ({ ...deps, ...under(repeated) }),
    },
  };
  it.each(Object.keys(holes))("%s", async (name) => {
    const found = await fc.check(keepsItsPromises({ maxLength: 3 }, holes[name]), {
      numRuns: 1500,
      seed: 7,
    });
    expect(found.failed).toBe(true);
  });
});
