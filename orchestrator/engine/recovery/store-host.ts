import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { HostedRun, HostedWork, LostRun, Presence, RunHost } from "../../ports/run-host.ts";
import type { Store } from "../../ports/stores.ts";
import { BEAT_MS, type ProcessLease } from "./process-lease.ts";
import { openSessionOrder } from "./session-order.ts";
import { openTakeover, type Takeover, type TakeoverDeps } from "./takeover.ts";

export type StoreHostDeps = Omit<TakeoverDeps, "work" | "lost" | "store"> & {
  store: Pick<Store, "runs" | "pending" | "channels">;
  name: RunHost["name"];
  /** Wakes at the earliest instant that was named for a key, or soon after. */
  timers(due: (key: string) => void): KeyedTimers;
  /** Absent: a death is seen by what is known of the process, and by its lease. */
  presence?: Presence | undefined;
};

type KeyedTimers = {
  set(key: string, epochMs: number): void;
  drop(key: string): void;
  close(): void;
};

/**
 * Runs hosted by the processes that share the store: each holds a lease, and carries on what others leave. The row of a
 * run names its process, so that beginning one needs nothing more.
 */
export function openStoreHost(deps: StoreHostDeps): RunHost {
  const { store, processLease, presence } = deps;
  const { owned, ownedFirst } = openSessionOrder({
    ...deps,
    store: store.channels,
    name: processLease.name,
    isLeft: async (session) => {
      const [user_id = "", session_id = ""] = session.split("\n");
      const { runs } = await store.runs.list({ user_id }, 1, undefined, {
        ...{ session_id, status: "running" },
      });
      return runs.length > 0;
    },
  });
  const loaded = Promise.withResolvers<void>();
  loaded.promise.catch(() => undefined);
  const lost: ((run: LostRun) => void)[] = [];
  let timers: KeyedTimers | undefined;
  let takeover: Takeover | undefined;
  let endWatch: (() => void) | undefined;

  const start = (work: HostedWork): void => {
    timers = deps.timers((key) => work.due(key));
    const opened = openTakeover({
      ...deps,
      inOrder: ownedFirst,
      work,
      lost: (run) => {
        for (const tell of lost) tell(run);
      },
    });
    takeover = opened;
    opened.loaded.then(loaded.resolve, loaded.reject);
    presence?.onGone(opened.lookNow);
    endWatch = watchCancellations(deps, work);
  };

  return {
    name: deps.name,
    start,
    owned,
    begin: async () => undefined,
    async carryOn(run) {
      const left = await store.runs.find(run, run.run_id);
      if (left !== undefined) await takeover?.take(left);
    },
    cancel: (run) => cancelElsewhere(deps, run),
    later: (key, epochMs) => timers?.set(key, epochMs),
    drop: (key) => timers?.drop(key),
    onLost: (handler) => void lost.push(handler),
    away: () => undefined,
    standsStill: () => undefined,
    isLoaded: () => takeover?.isLoaded() ?? false,
    loaded: loaded.promise,
    stop() {
      takeover?.stop();
      timers?.close();
      endWatch?.();
    },
    async leave(graceMs) {
      await takeover?.leave(graceMs);
    },
  };
}

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
