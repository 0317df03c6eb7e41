import type { ChannelStore } from "../../ports/channel-store.ts";
import type { Presence } from "../../ports/presence.ts";
import type { HostedRun, HostedWork, LostRun, RunHost } from "../../ports/run-host.ts";
import { BEAT_MS } from "./process-lease.ts";
import { openSessionOrder } from "./session-order.ts";
import { openTakeover, type Takeover, type TakeoverDeps } from "./takeover.ts";

/** Long enough for whoever carries the run out to look. */
const ORDER_KEPT_MS = 60_000;
const ORDERS = { channel: "orchestrator", kind: "cancel" };

export type StoreHostDeps = Omit<TakeoverDeps, "work" | "lost"> & {
  name: RunHost["name"];
  /** Wakes at the earliest instant that was named for a key, or soon after. */
  timers(due: (key: string) => void): KeyedTimers;
  /** Absent: a death is seen by what is known of the process, and by its lease. */
  presence?: Presence | undefined;
};

export type KeyedTimers = {
  set(key: string, epochMs: number): void;
  drop(key: string): void;
  close(): void;
};

/**
 * Runs hosted by the processes that share the store: each holds a lease, and carries on what others leave. The row of a
 * run names its process, so that beginning one needs nothing more.
 */
export function openStoreHost(deps: StoreHostDeps): RunHost {
  const { store, clock, log, processLease, presence } = deps;
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
  let watching: NodeJS.Timeout | undefined;

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
    watching = setInterval(() => {
      if (processLease.isAlone()) return;
      obey(store.channels, clock.now(), work).catch((err: unknown) =>
        log.warn({ err }, "cancellations asked of other processes cannot be looked at"),
      );
    }, BEAT_MS).unref();
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
    async cancel(run) {
      const holder = await store.runs.holder(run, run.run_id);
      if (holder === undefined || holder === processLease.name) return false;
      if (await processLease.isGone(holder)) return false;
      await store.channels.put(orderOf(run, clock.now() + ORDER_KEPT_MS));
      return true;
    },
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
      clearInterval(watching);
    },
    async leave(graceMs) {
      await takeover?.leave(graceMs);
    },
  };
}

const orderOf = ({ user_id, run_id }: HostedRun, expires_at: number) => ({
  ...ORDERS,
  id: run_id,
  note: user_id,
  expires_at,
});

/** Stops what others were asked to stop and this process carries out. */
async function obey(store: ChannelStore, now: number, work: HostedWork): Promise<void> {
  for (const { id, note } of await store.open(ORDERS, now))
    if (typeof note === "string" && work.cancel({ user_id: note }, id))
      await store.put({ ...ORDERS, id, note: null, expires_at: now });
}
