import { randomUUID } from "node:crypto";
import { openStore } from "../../adapters/store/open-store.ts";
import { systemClock } from "../../adapters/time/system-clock.ts";
import type { HostProcess } from "../../ports/run-host.contract.ts";
import type { HostedWork, RunHost } from "../../ports/run-host.ts";
import type { Store } from "../../ports/stores.ts";

/** What is opened beside the store of a process; `die` ends it as kill -9 would. */
export type OpenedHost = { host: RunHost; die(): Promise<void>; leave(): Promise<void> };

/** A process that carries runs on by writing them down. */
export async function hostProcess(
  place: { dataDir: string; databaseUrl?: string | undefined },
  open: (name: string, store: Store) => Promise<OpenedHost>,
): Promise<HostProcess & { end(): Promise<void> }> {
  const name = randomUUID();
  const store = await openStore({ ...place, holder: name, clock: systemClock });
  const opened = await open(name, store);
  let isDead = false;
  const made: HostProcess = {
    host: opened.host,
    store,
    broken: new Set(),
    carried: [],
    due: [],
    underWay: new Map(),
    async die() {
      isDead = true;
      await opened.die();
    },
  };
  const work: HostedWork = {
    async carryOn(run) {
      if (made.broken.has(run.run_id)) throw new Error("the test's run cannot be carried on");
      made.carried.push(run.run_id);
      const updated_at = Math.max(Date.now(), run.updated_at + 1);
      store.runs.record({ ...run, status: "success", updated_at }, [], true);
      await store.flush();
      return true;
    },
    cancel(_owner, run_id) {
      const found = made.underWay.get(run_id);
      if (found !== undefined) found.cancelled = true;
      return found !== undefined;
    },
    isUnderWay: (_owner, run_id) => made.underWay.has(run_id),
    ended: async (_owner, run_id) => made.underWay.get(run_id)?.over,
    due: (key) => void made.due.push(key),
    domainsReady: Promise.resolve(),
  };
  opened.host.start(work);
  return Object.assign(made, {
    async end() {
      if (!isDead) await opened.leave();
      await store.close();
    },
  });
}
