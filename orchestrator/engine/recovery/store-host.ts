import type { Presence } from "../../ports/presence.ts";
import type { HostedWork, LostRun, RunHost } from "../../ports/run-host.ts";
import type { Store } from "../../ports/stores.ts";
import { cancelElsewhere, watchCancellations } from "./cancel-elsewhere.ts";
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
