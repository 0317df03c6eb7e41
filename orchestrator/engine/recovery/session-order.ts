import { hash } from "node:crypto";
import type { ChannelStore } from "../../ports/channel-store.ts";
import type { Clock } from "../../ports/clock.ts";
import { BEAT_MS, LEASE_MS, type ProcessLease } from "./process-lease.ts";
import type { RecoveryContext } from "./recovery.ts";

/** How often a session that another process speaks in is looked at again, milliseconds. */
const AGAIN_MS = 20;

export type SessionOrderDeps = Pick<RecoveryContext, "inOrder" | "sleep"> & {
  processLease: Pick<ProcessLease, "isAlone">;
  store: ChannelStore;
  name: string;
  clock: Clock;
};

/**
 * One message of a session at a time, also where several processes share a store: who speaks in a session holds
 * its lease meanwhile. A process that is alone needs none, and pays nothing.
 * Errors: StoreError when the lease cannot be had
 */
export function orderAcrossProcesses(deps: SessionOrderDeps): RecoveryContext["inOrder"] {
  const { inOrder, sleep, processLease, store, name, clock } = deps;
  const forEver = new AbortController().signal;
  return (key, task) =>
    inOrder(key, async () => {
      if (processLease.isAlone()) return task();
      const at = { channel: "orchestrator", kind: "session", id: hash("sha256", key) };
      const lease = (ms: number) => ({ ...at, note: name, expires_at: clock.now() + ms });
      while (!(await store.claim(lease(LEASE_MS), clock.now())))
        while ((await store.find(at, clock.now())) !== undefined) await sleep(AGAIN_MS, forEver);
      // Who was paused for too long has lost it, and takes it away from nobody. A renewal that fails is made up for
      // by the next.
      const move = (ms: number) => store.replace(name, lease(ms)).catch(() => undefined);
      const renewal = setInterval(() => void move(LEASE_MS), BEAT_MS);
      try {
        return await task();
      } finally {
        clearInterval(renewal);
        await move(0);
      }
    });
}
