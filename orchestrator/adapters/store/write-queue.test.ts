import { afterEach, describe, expect, it, vi } from "vitest";
import { StoreError } from "../../ports/stores.ts";
import type { Unit, UnitOutcome } from "./engine.ts";
import type { Call } from "./queries.ts";
import { createWriteQueue } from "./write-queue.ts";

/** An engine that keeps what it is given, and commits when the test says so. */
function makeEngine() {
  const committed: string[][] = [];
  let arrived = Promise.withResolvers<void>();
  let respond: (outcome: UnitOutcome[] | Error) => void = () => undefined;
  return {
    committed,
    commit(units: readonly Unit[]) {
      committed.push(units.map((unit) => unit.map(({ values }) => values.join()).join("+")));
      const response = Promise.withResolvers<UnitOutcome[]>();
      respond = (outcome) =>
        outcome instanceof Error ? response.reject(outcome) : response.resolve(outcome);
      arrived.resolve();
      arrived = Promise.withResolvers();
      return response.promise;
    },
    /** Resolves with the next commit that arrives. */
    nextCommit: () => arrived.promise,
    succeed: () => respond(committed.at(-1)?.map(() => 1) ?? []),
    answer: (outcomes: UnitOutcome[]) => respond(outcomes),
    fail: () => respond(new StoreError("disk full")),
  };
}

function makeLog() {
  const lines: string[] = [];
  const write = (fields: object, message: string) =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  return { lines, info: write, warn: write, error: write };
}

const call = (value: string): Call => ({ query: "take_pending", values: [value] });
const unit = (value: string): Unit => [call(value)];
const at = (key: string, text: string) => ({ key, text });

describe("the queue of writes", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("commits alone what comes first, and together all that comes meanwhile", async () => {
    const engine = makeEngine();
    const queue = createWriteQueue(engine, makeLog());
    const first = queue.durable(unit("a"));
    await engine.nextCommit();
    const others = ["b", "c", "d"].map((value) => queue.durable(unit(value)));
    engine.succeed();
    expect(await first).toBe(1);
    await engine.nextCommit();
    engine.succeed();
    await Promise.all(others);
    expect(engine.committed).toEqual([["a"], ["b", "c", "d"]]);
  });

  it("commits batched writes by itself, without anyone asking", async () => {
    const engine = makeEngine();
    const queue = createWriteQueue(engine, makeLog());
    queue.batched("usage", unit("a"));
    queue.batched("usage", unit("b"));
    await engine.nextCommit();
    expect(engine.committed).toEqual([["a", "b"]]);
  });

  it("takes batched writes along with a durable one, in the order they came", async () => {
    const engine = makeEngine();
    const queue = createWriteQueue(engine, makeLog());
    queue.batched("run", unit("a"));
    const durable = queue.durable(unit("b"));
    queue.batched("run", unit("c"));
    await engine.nextCommit();
    expect(engine.committed).toEqual([["a", "b", "c"]]);
    engine.succeed();
    await durable;
  });

  it("does not wait for the timer when a thousand wait", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const engine = makeEngine();
    const queue = createWriteQueue(engine, makeLog());
    for (let count = 1; count <= 1000; count += 1) queue.batched("usage", unit(String(count)));
    await engine.nextCommit();
    expect(engine.committed[0]).toHaveLength(1000);
  });

  it("writes only the newest of several saves of one thing", async () => {
    const engine = makeEngine();
    const queue = createWriteQueue(engine, makeLog());
    queue.batched("conversation", unit("s1 old"), at("s1", "old"));
    queue.batched("conversation", unit("s2"), at("s2", "s2"));
    queue.batched("conversation", unit("s1 new"), at("s1", "new"));
    expect(queue.peek("s1")).toEqual(at("s1", "new"));
    const flushed = queue.flush();
    await engine.nextCommit();
    expect(engine.committed[0]).toEqual(["s1 new", "s2", ""]);
    expect(queue.peek("s1")).toEqual(at("s1", "new"));
    engine.succeed();
    await flushed;
    expect(queue.peek("s1")).toBeUndefined();
  });

  it("rejects only the write that was refused", async () => {
    const engine = makeEngine();
    const log = makeLog();
    const queue = createWriteQueue(engine, log);
    queue.batched("usage", unit("x"));
    const writes = ["a", "b", "c"].map((value) => queue.durable(unit(value)));
    await engine.nextCommit();
    engine.answer(["constraint failed", 1, "no such step", 3]);
    const settled = await Promise.allSettled(writes);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    await expect(writes[1]).rejects.toThrow("The store refused a write: no such step");
    expect(log.lines).toEqual([
      'a batched write was refused {"kind":"usage","reason":"constraint failed"}',
    ]);
    // It would be refused for ever: it is not tried again.
    await queue.flush();
    expect(engine.committed).toHaveLength(1);
  });

  it("rejects durable writes when the storage fails, and tries batched ones again", async () => {
    const engine = makeEngine();
    const log = makeLog();
    const queue = createWriteQueue(engine, log);
    queue.batched("run", unit("a"));
    queue.batched("conversation", unit("s1 old"), at("s1", "old"));
    queue.batched("conversation", unit("s2"), at("s2", "s2"));
    const durable = expect(queue.durable(unit("b"))).rejects.toThrow(StoreError);
    await engine.nextCommit();
    queue.batched("conversation", unit("s1 new"), at("s1", "new"));
    const late = expect(queue.durable(unit("c"))).rejects.toThrow("disk full");
    engine.fail();
    await Promise.all([durable, late]);
    expect(queue.peek("s1")).toEqual(at("s1", "new"));
    expect(queue.peek("s2")).toEqual(at("s2", "s2"));

    const again = queue.durable(unit("d"));
    await engine.nextCommit();
    expect(engine.committed.at(-1)).toEqual(["a", "s2", "s1 new", "d"]);
    engine.succeed();
    expect(await again).toBe(1);
    expect(log.lines).toEqual([
      'the store cannot write {"reason":"disk full"}',
      'the store writes again {"waiting":0}',
    ]);
  });

  it("tries again by itself while the storage fails", async () => {
    const engine = makeEngine();
    const queue = createWriteQueue(engine, makeLog());
    queue.batched("run", unit("a"));
    await engine.nextCommit();
    engine.fail();
    await engine.nextCommit();
    expect(engine.committed).toEqual([["a"], ["a"]]);
  });

  it("does not make a read wait for a storage that fails", async () => {
    const engine = makeEngine();
    const queue = createWriteQueue(engine, makeLog());
    queue.batched("run", unit("a"));
    const reading = queue.caughtUp();
    await engine.nextCommit();
    engine.fail();
    await reading;
    await queue.caughtUp();
    expect(engine.committed).toHaveLength(1);
  });

  it("loses the oldest usage first when too much waits, and says how much", async () => {
    const engine = makeEngine();
    const log = makeLog();
    const queue = createWriteQueue(engine, log, 2000);
    queue.batched("conversation", unit("s1"), at("s1", "s1"));
    queue.batched("run", unit("r"));
    const failing = expect(queue.durable(unit("f"))).rejects.toThrow("disk full");
    await engine.nextCommit();
    engine.fail();
    await failing;
    for (let count = 0; count < 30; count += 1) queue.batched("usage", unit(`u${count}`));
    const durable = queue.durable(unit("d"));
    await engine.nextCommit();
    engine.succeed();
    await durable;
    const kept = engine.committed.at(-1) ?? [];
    expect(kept.slice(0, 2)).toEqual(["s1", "r"]);
    expect(kept).not.toContain("u0");
    expect(kept).toContain("u29");
    const lost = log.lines.flatMap((line) => /"lost":(\d+)/.exec(line)?.[1] ?? []);
    // Kept: two others, the usage rows that are left, and the durable write.
    expect(lost.reduce((sum, each) => sum + Number(each), 0)).toBe(30 - (kept.length - 3));
  });

  it("commits what waits when it is closed, and takes nothing more", async () => {
    const engine = makeEngine();
    const log = makeLog();
    const queue = createWriteQueue(engine, log);
    queue.batched("run", unit("a"));
    const closed = queue.close();
    await expect(queue.durable(unit("b"))).rejects.toThrow("The store is closed");
    queue.batched("usage", unit("c"));
    await engine.nextCommit();
    engine.succeed();
    await closed;
    await queue.close();
    expect(engine.committed).toEqual([["a", ""]]);
    expect(log.lines).toEqual([
      'a batched write came after the store was closed {"kind":"usage","lost":1}',
    ]);
  });

  it("says what is lost when it has to close while the storage fails", async () => {
    const engine = makeEngine();
    const log = makeLog();
    const queue = createWriteQueue(engine, log);
    queue.batched("run", unit("a"));
    const closed = queue.close();
    await engine.nextCommit();
    engine.fail();
    await expect(closed).rejects.toThrow("disk full");
    expect(log.lines.at(-1)).toBe('batched writes are lost: the store closed unwritten {"lost":1}');
  });
});
