import { hash } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { HostedRun, HostedWork, LostRun, Presence, RunHost } from "../../ports/run-host.ts";
import type { ChannelStore, Store } from "../../ports/stores.ts";
import { BEAT_MS, LEASE_MS, type ProcessLease } from "./process-lease.ts";
import { openTakeover, type Takeover, type TakeoverDeps } from "./takeover.ts";

/** How often a session that another process speaks in is looked at again, milliseconds. */
const AGAIN_MS = 20;
/** At each of so many looks it is asked whether that process still is. */
const LOOKS_PER_CHECK = 5;
/** What a dead process left in a session is waited for no longer than that. */
const LEFT_MS = 10_000;

type InOrder = <T>(key: string, task: () => Promise<T>) => Promise<T>;

type SessionOrderDeps = {
  inOrder: InOrder;
  /** Rejects when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  processLease: Pick<ProcessLease, "isAlone" | "isGone" | "isSettled" | "onJoined">;
  store: ChannelStore;
  name: string;
  clock: Clock;
  /** A dead process has left a run in the session that is not carried on yet. */
  isLeft(key: string): Promise<boolean>;
};

type SessionOrder = {
  owned: InOrder;
  /** The same for what a dead process has left: it comes before what waits for the session. */
  ownedFirst: InOrder;
};

/**
 * One message of a session at a time, also where several processes share a store: who speaks in a session holds
 * its lease meanwhile. A process that is alone needs none, and pays nothing; it takes those of the sessions that it is
 * speaking in when another one comes, before that one answers anybody. The lease of a process that is gone is taken over,
 * once what it left in the session was carried on.
 * Errors: StoreError when the lease cannot be had
 */
export function openSessionOrder(deps: SessionOrderDeps): SessionOrder {
  const { inOrder, sleep, processLease, store, name, clock, isLeft } = deps;
  const forEver = new AbortController().signal;
  /** What is carried on here, by session. */
  const first = new Map<string, Promise<unknown>>();
  const placeOf = (key: string) => ({
    ...{ channel: "orchestrator", kind: "session" },
    id: hash("sha256", key),
  });

  const mayTakeFrom = async (holder: string, key: string, isFirst: boolean, since: number) => {
    if (!(await processLease.isGone(holder))) return false;
    const isLate = clock.monotonic() - since > LEFT_MS;
    return isFirst || isLate || !(await isLeft(key));
  };

  const leaseOf = (key: string, ms = LEASE_MS) => ({
    ...placeOf(key),
    note: name,
    expires_at: clock.now() + ms,
  });

  async function take(key: string, isFirst: boolean): Promise<void> {
    const at = placeOf(key);
    const lease = () => leaseOf(key);
    const since = clock.monotonic();
    while (!processLease.isSettled() && clock.monotonic() - since < LEFT_MS)
      await sleep(AGAIN_MS, forEver);
    while (!(await store.claim(lease(), clock.now())))
      for (let looks = 0; ; looks += 1) {
        const holder = await store.find(at, clock.now());
        if (holder === undefined) break;
        if (looks % LOOKS_PER_CHECK === 0 && typeof holder === "string")
          if (await mayTakeFrom(holder, key, isFirst, since))
            if (await store.replace(holder, lease())) return;
        await sleep(AGAIN_MS, forEver);
      }
  }

  /** Begun here while this process was alone: what takes the lease of each when another one comes. */
  const unleased = new Set<() => Promise<void>>();
  processLease.onJoined(async () => {
    await Promise.all([...unleased].map((lease) => lease()));
  });

  async function holding<T>(key: string, isFirst: boolean, task: () => Promise<T>): Promise<T> {
    // Who was paused for too long has lost it, and takes it away from no one. A renewal that fails is made up for
    // by the next.
    const move = (ms: number) => store.replace(name, leaseOf(key, ms)).catch(() => undefined);
    let renewal: NodeJS.Timeout | undefined;
    const renew = () => {
      renewal ??= setInterval(() => void move(LEASE_MS), BEAT_MS);
    };
    const lease = async () => {
      // No one else can speak in it: whoever the store still names is gone.
      await store.put(leaseOf(key));
      if (unleased.has(lease)) renew();
      else await move(0);
    };
    if (processLease.isAlone()) unleased.add(lease);
    else {
      await take(key, isFirst);
      renew();
    }
    try {
      return await task();
    } finally {
      unleased.delete(lease);
      if (renewal !== undefined) {
        clearInterval(renewal);
        await move(0);
      }
    }
  }

  return {
    owned: (key, task) =>
      inOrder(key, async () => {
        await first.get(key)?.catch(() => undefined);
        return holding(key, false, task);
      }),
    async ownedFirst(key, task) {
      const before = first.get(key);
      const mine = (async () => {
        await before?.catch(() => undefined);
        return holding(key, true, task);
      })();
      first.set(key, mine);
      try {
        return await mine;
      } finally {
        if (first.get(key) === mine) first.delete(key);
      }
    },
  };
}

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
