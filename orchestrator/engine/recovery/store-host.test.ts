import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { oneAfterAnotherByKey } from "#shared/patience/one-after-another.ts";
import { openStore } from "../../adapters/store/open-store.ts";
import { databasesWithTables } from "../../adapters/store/postgres-database.fixture.ts";
import { openPresence } from "../../adapters/store/postgres-presence.ts";
import { keyedTimers, sleep, systemClock } from "../../adapters/time/system-clock.ts";
import { runHostContract, type TestedHost } from "../../ports/run-host.contract.ts";
import type { Presence } from "../../ports/run-host.ts";
import type { Store } from "../../ports/stores.ts";
import { BEAT_MS, LEASE_MS, openProcessLease, type ProcessLease } from "./process-lease.ts";
import { hostProcess } from "./run-host.fixture.ts";
import { openSessionOrder, openStoreHost } from "./store-host.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Hosts over one store whose processes share this one; how a death is seen is what differs. */
async function tested(
  name: "in-process" | "leases",
  databaseUrl: string | undefined,
): Promise<TestedHost> {
  const dataDir = mkdtempSync(join(tmpdir(), "regente-hosts-"));
  const opened: { end(): Promise<void> }[] = [];
  /** Those of one machine are seen to be dead; of others it is only known by what they hold. */
  const dead = new Set<string>();
  return {
    async open() {
      const process = await hostProcess({ dataDir, databaseUrl }, async (id, store) => {
        const presence: Presence | undefined =
          databaseUrl === undefined ? undefined : openPresence(databaseUrl, id, silent);
        const isOver = (other: string) =>
          databaseUrl === undefined ? dead.has(other) : presence?.isGone(other) === true;
        const sleeping = new AbortController();
        const nap = (ms: number, signal: AbortSignal) =>
          sleep(Math.min(ms, 100), AbortSignal.any([signal, sleeping.signal]));
        const lease = openProcessLease(store.channels, id, systemClock, isOver);
        // A dead process beats no more, and gives nothing back.
        let isDead = false;
        const never = () => new Promise<never>(() => undefined);
        const processLease = {
          ...lease,
          beat: () => (isDead ? never() : lease.beat()),
          leave: () => (isDead ? Promise.resolve() : lease.leave()),
        };
        const host = openStoreHost({
          ...{ name, store, clock: systemClock, log: silent, sleep: nap, deadlineMs: 3000 },
          ...{
            processLease,
            inOrder: oneAfterAnotherByKey(),
            timers: keyedTimers(systemClock),
            presence,
          },
        });
        return {
          host,
          async die() {
            isDead = true;
            dead.add(id);
            host.stop();
            await presence?.close();
          },
          async leave() {
            host.stop();
            await host.leave(100);
            await presence?.close();
          },
        };
      });
      opened.push(process);
      return process;
    },
    async close() {
      for (const each of opened) await each.end();
      rmSync(dataDir, { recursive: true });
    },
  };
}

runHostContract("processes over an embedded store", () => tested("in-process", undefined));

const url = process.env["TEST_DATABASE_URL"];
if (url === undefined)
  describe("processes over PostgreSQL", () => {
    it.skip("needs TEST_DATABASE_URL; `source .ci/postgres.sh` makes one", () => undefined);
  });
else {
  const databases = databasesWithTables(url);
  afterAll(() => databases.close());
  runHostContract("processes over PostgreSQL", async () => {
    const database = await databases.make();
    const host = await tested("leases", database.databaseUrl);
    return {
      ...host,
      async close() {
        await host.close();
        await database.remove();
      },
    };
  });
}

type Process = {
  store: Store;
  processLease: ProcessLease;
  inOrder: ReturnType<typeof oneAfterAnotherByKey>;
};

let folder: string;
/** Moves the clock of all processes. */
let ahead: number;
let one: Process;
let other: Process;
/** It stands still but for that: how busy the machine is says nothing. */
const clock = { now: () => Date.UTC(2026, 0, 1) + ahead, monotonic: () => ahead };

async function open(name: string): Promise<Process> {
  const store = await openStore({ dataDir: folder, holder: name, clock });
  const processLease = openProcessLease(store.channels, name, clock, () => false);
  const deps = { inOrder: oneAfterAnotherByKey(), sleep, processLease, name, clock };
  const isLeft = async () => false;
  const { owned } = openSessionOrder({ ...deps, store: store.channels, isLeft });
  return { store, processLease, inOrder: owned };
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "regente-order-"));
  ahead = 0;
  one = await open("one");
  other = await open("other");
});
afterEach(async () => {
  await one.store.close();
  await other.store.close();
  rmSync(folder, { recursive: true });
});
/** So much later, for processes that have beaten all the while. */
const later = async (ms: number, beating: readonly Process[]) => {
  const until = ahead + ms;
  while (ahead < until) {
    ahead = Math.min(ahead + BEAT_MS, until);
    for (const { processLease } of beating) await processLease.beat();
  }
};
const beat = async () => {
  await one.processLease.beat();
  await other.processLease.beat();
  await one.processLease.beat();
};

it("a process knows whether it is alone, and who is gone", async () => {
  await one.processLease.beat();
  expect(one.processLease.isAlone()).toBe(true);
  await beat();
  expect([one.processLease.isAlone(), other.processLease.isAlone()]).toEqual([false, false]);
  expect(await one.processLease.isGone("other")).toBe(false);
  await later(LEASE_MS, [one]);
  expect(await one.processLease.isGone("other")).toBe(true);
  await other.processLease.beat();
  await other.processLease.leave();
  await one.processLease.beat();
  expect([one.processLease.isAlone(), await one.processLease.isGone("other")]).toEqual([
    true,
    true,
  ]);
});

it("of two processes that begin at the same moment at least one sees the other", async () => {
  // A write takes longer than a read, always.
  const slow = (store: Store): Store["channels"] => ({
    ...store.channels,
    async put(note) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
      await store.channels.put(note);
    },
  });
  const begun = [one, other].map(({ store }, at) =>
    openProcessLease(slow(store), at === 0 ? "one" : "other", clock, () => false),
  );
  await Promise.all(begun.map((processLease) => processLease.beat()));
  expect(begun.map((processLease) => processLease.isAlone())).toContain(false);
});

it("a process that begins knows when the others have seen it", async () => {
  await one.processLease.beat();
  expect(one.processLease.isKnown()).toBe(true);
  await other.processLease.beat();
  expect(other.processLease.isKnown()).toBe(false);
  await one.processLease.beat();
  expect(one.processLease.isAlone()).toBe(false);
  await other.processLease.beat();
  expect(other.processLease.isKnown()).toBe(true);
});

it("when the store was away for longer than a lease, nobody takes another one for gone", async () => {
  await beat();
  ahead += 2 * LEASE_MS;
  expect(await one.processLease.isGone("other")).toBe(false);
  await one.processLease.beat();
  expect(one.processLease.isSettled()).toBe(false);
  expect(await one.processLease.isGone("other")).toBe(false);
  await other.processLease.beat();
  await later(3 * BEAT_MS, [one, other]);
  expect([one.processLease.isSettled(), await one.processLease.isGone("other")]).toEqual([
    true,
    false,
  ]);
  await later(LEASE_MS, [one]);
  expect(await one.processLease.isGone("other")).toBe(true);
});

it("a process that was paused does not take itself for alone", async () => {
  await one.processLease.beat();
  ahead += LEASE_MS;
  expect(one.processLease.isAlone()).toBe(false);
  await one.processLease.beat();
  expect(one.processLease.isAlone()).toBe(true);
});

it("messages of one session are answered one after another, whichever process they come to", async () => {
  await beat();
  let speaking = 0;
  let most = 0;
  const speak = async () => {
    most = Math.max(most, ++speaking);
    await new Promise((next) => setImmediate(next));
    speaking -= 1;
  };
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => (at % 2 ? one : other).inOrder("ana\ns1", speak)),
  );
  expect(most).toBe(1);
});

it("messages of different sessions do not wait for each other", async () => {
  await beat();
  const met = Promise.withResolvers<void>();
  await Promise.all([
    one.inOrder("ana\ns1", () => met.promise),
    other.inOrder("ana\ns2", async () => met.resolve()),
  ]);
});

it("a session that a process alone speaks in is not free for one that comes meanwhile", async () => {
  await one.processLease.beat();
  const begun = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const told: string[] = [];
  const first = one.inOrder("ana\ns1", async () => {
    begun.resolve();
    await answered.promise;
    told.push("one");
  });
  await begun.promise;
  await beat();
  await other.processLease.beat();
  expect(other.processLease.isKnown()).toBe(true);
  const second = other.inOrder("ana\ns1", async () => void told.push("other"));
  // Long enough for whoever finds the session free to speak in it.
  await sleep(200, new AbortController().signal);
  answered.resolve();
  await Promise.all([first, second]);
  expect(told).toEqual(["one", "other"]);
});

it("a session that a dead process spoke in is free when its lease is out", async () => {
  await beat();
  const never = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const dying = one.inOrder("ana\ns1", async () => {
    begun.resolve();
    await never.promise;
  });
  await begun.promise;
  await later(LEASE_MS + 1000, [other]);
  expect(await other.inOrder("ana\ns1", async () => "heard")).toBe("heard");
  never.resolve();
  await dying;
});

it("who was paused for too long gives no session free that another one speaks in", async () => {
  // Who is alone holds no lease: there is a third process.
  const third = await open("third");
  await third.processLease.beat();
  await beat();
  const paused = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const late = one.inOrder("ana\ns1", async () => {
    begun.resolve();
    await paused.promise;
  });
  await begun.promise;
  await later(LEASE_MS + 1000, [other, third]);
  const told: string[] = [];
  const speaking = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  const others = other.inOrder("ana\ns1", async () => {
    speaking.resolve();
    await heard.promise;
    told.push("other");
  });
  await speaking.promise;
  paused.resolve();
  await late;
  const next = one.inOrder("ana\ns1", async () => void told.push("one"));
  // Long enough for whoever finds the session free to speak in it.
  await later(3 * BEAT_MS, [one, other, third]);
  await sleep(100, new AbortController().signal);
  heard.resolve();
  await Promise.all([others, next]);
  expect(told).toEqual(["other", "one"]);
  await third.store.close();
});
