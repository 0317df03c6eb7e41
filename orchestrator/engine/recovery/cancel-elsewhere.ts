import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { HostedRun, HostedWork } from "../../ports/run-host.ts";
import type { Store } from "../../ports/stores.ts";
import { BEAT_MS, type ProcessLease } from "./process-lease.ts";

/** Long enough for whoever carries the run out to look. */
const ORDER_KEPT_MS = 60_000;
const ORDERS = { channel: "orchestrator", kind: "cancel" };

type Deps = {
  store: Pick<Store, "runs" | "channels">;
  clock: Clock;
  log: Log;
  processLease: Pick<ProcessLease, "name" | "isAlone" | "isGone">;
};

/** Asks the process that has the run to stop it. False: no other one has it. Rejects with StoreError. */
export async function cancelElsewhere(
  { store, clock, processLease }: Deps,
  run: HostedRun,
): Promise<boolean> {
  const holder = await store.runs.holder(run, run.run_id);
  if (holder === undefined || holder === processLease.name) return false;
  if (await processLease.isGone(holder)) return false;
  const expires_at = clock.now() + ORDER_KEPT_MS;
  await store.channels.put({ ...ORDERS, id: run.run_id, note: run.user_id, expires_at });
  return true;
}

/** Stops what others asked to be stopped and this process carries out. Gives what ends it. */
export function watchCancellations(
  { store: { channels }, clock, log, processLease }: Deps,
  work: Pick<HostedWork, "cancel">,
): () => void {
  const look = async (): Promise<void> => {
    const now = clock.now();
    for (const { id, note } of await channels.open(ORDERS, now))
      if (typeof note === "string" && work.cancel({ user_id: note }, id))
        await channels.put({ ...ORDERS, id, note: null, expires_at: now });
  };
  const watching = setInterval(() => {
    if (processLease.isAlone()) return;
    look().catch((err: unknown) =>
      log.warn({ err }, "cancellations asked of other processes cannot be looked at"),
    );
  }, BEAT_MS).unref();
  return () => clearInterval(watching);
}
