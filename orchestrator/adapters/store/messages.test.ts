import { expect, it } from "vitest";
import type { Taker } from "../../ports/message-store.ts";
import { StoreError } from "../../ports/stores.ts";
import { systemClock } from "../time/system-clock.ts";
import type { Engine } from "./engine.ts";
import { memoryEngine } from "./memory-engine.fixture.ts";
import { storeOver } from "./open-store.ts";

const place = { channel: "post:1", kind: "letter", keptMs: 60_000 };
const letter = { id: "7", digest: "d1", run_id: "run_1" };
const here: Taker = { name: "here", isGone: async () => false };
const there: Taker = { name: "there", isGone: async () => false };

/** A store whose disk fails for as long as it is told to, before it writes or, unheard, after it. */
async function openFailing() {
  const engine = await memoryEngine();
  let fails: "before" | "after" | undefined;
  const commit: Engine["commit"] = async (units) => {
    if (fails === "before") throw new StoreError("EIO: the test's disk");
    const done = await engine.commit(units);
    if (fails === "after") throw new StoreError("EIO: the test's disk");
    return done;
  };
  const store = storeOver({ ...engine, commit }, { clock: systemClock });
  const set = (how: typeof fails) => {
    fails = how;
  };
  return { ...store, set };
}

it.each(["before", "after"] as const)(
  "a message whose taking failed (%s it was written) is taken by the same process when it comes again",
  async (how) => {
    const { messages, set } = await openFailing();
    set(how);
    await expect(messages.take(place, letter, here)).rejects.toThrow(StoreError);
    set(undefined);
    expect(await messages.take(place, letter, here)).toMatchObject({ is: "ours" });
    expect(await messages.take(place, letter, here)).toEqual({ is: "under_way" });
  },
);

it("a message that is let go of while the store is unavailable is free when that is back", async () => {
  const { messages, set, flush } = await openFailing();
  const taken = await messages.take(place, letter, here);
  if (taken.is !== "ours") throw new Error("it was not taken");
  set("before");
  await taken.message.letGo();
  set(undefined);
  await flush();
  expect(await messages.take(place, letter, there)).toMatchObject({ is: "ours" });
});

it("messages that are taken over come in the order in which they were taken, whatever they are called", async () => {
  const engine = await memoryEngine();
  let now = systemClock.now();
  const { messages } = storeOver(engine, { clock: { ...systemClock, now: () => now } });
  const gone: Taker = { name: "next", isGone: async () => true };
  for (const id of ["z", "a", "m"]) {
    await messages.take(place, { ...letter, id, said: id }, here);
    now += 1;
  }
  for (const id of ["10", "9"]) await messages.take(place, { ...letter, id, said: id }, here);
  const taken = await messages.takeOver(place, gone);
  expect(taken.map(({ said }) => said)).toEqual(["z", "a", "m", "9", "10"]);
});
