import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { databasesWithTables } from "../../adapters/store/postgres-database.fixture.ts";
import { openPresence } from "../../adapters/store/postgres-presence.ts";
import { keyedTimers } from "../../adapters/time/keyed-timers.ts";
import { sleep, systemClock } from "../../adapters/time/system-clock.ts";
import { runHostContract, type TestedHost } from "../../ports/run-host.contract.ts";
import type { Presence } from "../../ports/run-host.ts";
import { makeInOrder } from "../in-order.ts";
import { openProcessLease } from "./process-lease.ts";
import { hostProcess } from "./run-host.fixture.ts";
import { openStoreHost } from "./store-host.ts";

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
          ...{ processLease, inOrder: makeInOrder(), timers: keyedTimers(systemClock), presence },
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
