import fc from "fast-check";
import { expect } from "vitest";
import type { Engine } from "../../orchestrator/adapters/store/engine.ts";
import { memoryEngine } from "../../orchestrator/adapters/store/memory-engine.fixture.ts";
import { type History, live, type Op, replies, requests } from "./history.ts";
import type { Hole, Lifetime } from "./process.ts";
import { fates } from "./world.ts";

const session = fc.constantFrom(0, 0, 0, 1, 2);
const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("ask" as const),
      session,
      what: fc.constantFrom(...requests),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("reply" as const),
      session,
      words: fc.constantFrom(...replies, "sim", "sim", "1"),
      times: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      minutes: fc.constantFrom(1, 11, 31),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Op>({ do: "kill" }) },
);
const lifetime: fc.Arbitrary<Lifetime> = fc.record({
  at: fc.nat(14),
  fate: fc.constantFrom("dies before", "dies after"),
});
const fate = fc.oneof(
  { weight: 2, arbitrary: fc.constant("answered" as const) },
  fc.constantFrom(...fates),
);

/** Up to six things that people do, with whatever becomes of the calls, and so many early deaths. */
const drawnHistory = (deaths: { minLength?: number; maxLength: number }): fc.Arbitrary<History> =>
  fc.record({
    ops: fc.array(op, { minLength: 1, maxLength: 6 }),
    fates: fc.array(fate, { maxLength: 7 }),
    lifetimes: fc.array(lifetime, deaths),
  });

/** A database of a hundred lives stays quick. */
const LIVES = 100;
let engine: Engine | undefined;
let lived = 0;

/** Every history keeps every promise; with a hole, it would not. */
export const keepsItsPromises = (
  deaths: { minLength?: number; maxLength: number },
  hole?: Hole,
): fc.IAsyncProperty<[History]> =>
  fc.asyncProperty(drawnHistory(deaths), async (drawn) => {
    if (lived % LIVES === 0) engine = undefined;
    lived += 1;
    engine ??= await memoryEngine();
    const wrong = await live(structuredClone(drawn), engine, hole);
    // What was left wrong is nothing to begin the next life with.
    if (wrong.length > 0) engine = undefined;
    expect(wrong, wrong.join("; ")).toEqual([]);
  });
