import { hash } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { ChannelStore } from "../../ports/stores.ts";

/** How often a process has to be heard of, and from when on it counts as gone; milliseconds. */
export const BEAT_MS = 1000;
export const LEASE_MS = 5000;
const PLACE = { channel: "orchestrator", kind: "process" };

/** A beat that comes later than that says that the store, or this process, stood still. */
const LATE_MS = 2.5 * BEAT_MS;
/** After that, everybody else has to have had the time to renew what they hold. */
const SETTLES_IN_MS = 2 * BEAT_MS;

export type ProcessLease = ReturnType<typeof openProcessLease>;

/**
 * The lease of a process: while it is renewed, what the process carries out is no one else's. `hasEnded`: the process is
 * certainly not there, whatever its lease says.
 */
export function openProcessLease(
  store: ChannelStore,
  name: string,
  clock: Clock,
  hasEnded: (name: string) => boolean,
) {
  /** Who was there at the last beat. */
  let others: readonly string[] = [];
  /** Of these, whom this process is ready for: each writes down whom it has seen, and who is not seen yet waits. */
  let seen: readonly string[] = [];
  const joined: (() => Promise<void>)[] = [];
  let isKnown = false;
  let until = Number.NEGATIVE_INFINITY;
  let beatAt = Number.NEGATIVE_INFINITY;
  let settledAt = Number.NEGATIVE_INFINITY;
  const isLate = (now: number) => beatAt !== Number.NEGATIVE_INFINITY && now - beatAt > LATE_MS;
  const isSettled = () => !isLate(clock.now()) && clock.now() >= settledAt;
  const note = (expires_at: number) => ({ ...PLACE, id: name, note: [...seen], expires_at });
  const look = async (now: number) => {
    const present = await store.open(PLACE, now);
    const alive = present.filter(({ id }) => id !== name && !hasEnded(id));
    isKnown = alive.every(({ note: theirs }) => Array.isArray(theirs) && theirs.includes(name));
    return alive.map(({ id }) => id);
  };
  return {
    /** Renews it, and looks who else is there. Rejects with StoreError. */
    async beat(): Promise<void> {
      const now = clock.now();
      // Written before it is read: of two that come at the same moment, at least one sees the other.
      await store.put(note(now + LEASE_MS));
      others = await look(now);
      const known = new Set(seen);
      const isAnyNew = others.some((id) => !known.has(id));
      if (isAnyNew) for (const prepare of joined) await prepare();
      seen = others;
      if (isAnyNew) await store.put(note(now + LEASE_MS));
      until = now + LEASE_MS;
      if (isLate(now)) settledAt = now + SETTLES_IN_MS;
      beatAt = now;
    },
    /** Gives it back: others may go on with what is left at once. */
    leave: () => store.put(note(clock.now())),
    /** At the last beat, which was not too long ago for anybody to have come since. */
    isAlone: () => others.length === 0 && clock.now() < until,
    /** Everybody who was there at the last beat has seen this process. */
    isKnown: () => isKnown,
    /**
     * False after the store, or this process, stood still: what others hold may only look expired, because no one could
     * renew anything. Nothing is taken from anybody meanwhile.
     */
    isSettled,
    /** True when that process cannot come back to what it has. Rejects with StoreError. */
    async isGone(other: string): Promise<boolean> {
      if (other === name) return false;
      if (hasEnded(other)) return true;
      // Asked again: it may have come after the last beat, and has its lease from before it had anything else.
      const note = await store.find({ ...PLACE, id: other }, clock.now());
      return note === undefined && isSettled();
    },
    /** Called when another process has come, before that one is told that it was seen. */
    onJoined: (handler: () => Promise<void>) => void joined.push(handler),
    name,
  };
}

/** A process as people are told of it: the same in its log, and no place on a machine. */
export const processDigest = (name: string): string => hash("sha256", name).slice(0, 12);

/** Renews the lease until the signal fires, and gives it back. */
export async function keepLease(
  processLease: ProcessLease,
  { sleep, log }: { sleep(ms: number, signal: AbortSignal): Promise<void>; log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await processLease
      .beat()
      .catch((err: unknown) => log.error({ err }, "the lease of this process cannot be renewed"));
    await sleep(BEAT_MS, signal).catch(() => undefined);
  }
  await processLease.leave();
}
