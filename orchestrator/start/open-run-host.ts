import { hasEnded } from "../adapters/process/this-process.ts";
import { keyedTimers } from "../adapters/time/keyed-timers.ts";
import { sleep } from "../adapters/time/system-clock.ts";
import { makeInOrder } from "../engine/in-order.ts";
import {
  openProcessLease,
  type ProcessLease,
  processDigest,
} from "../engine/recovery/process-lease.ts";
import { openStoreHost } from "../engine/recovery/store-host.ts";
import type { Presence } from "../ports/presence.ts";
import type { RunHost } from "../ports/run-host.ts";
import type { Store } from "../ports/stores.ts";
import type { OpenTimers } from "../ports/timers.ts";
import type { Opening } from "./opening.ts";

/** What the host is woken for when a standing request is due. */
export const STANDING = "standing";

/** Who carries runs on, as it is configured; what another host needs is not loaded. */
export async function openRunHost(
  { config, log, clock, name, ends }: Opening,
  store: Store,
): Promise<{ host: RunHost; processLease: ProcessLease }> {
  const presence = await openHeldConnection(config, name, log);
  if (presence !== undefined) ends.defer(() => presence.close());
  const isOver = (other: string) => hasEnded(other) || presence?.isGone(other) === true;
  const processLease = openProcessLease(store.channels, name, clock, isOver);
  log.info({ host: config.runHost.name, process: processDigest(name) }, "runs are hosted");
  const parts = { store, clock, log, sleep, deadlineMs: config.deadlineMs, processLease };
  const host = openStoreHost({
    ...{ ...parts, presence, inOrder: makeInOrder(), timers: keyedTimers(clock) },
    name: config.runHost.name,
  });
  return { host, processLease };
}

/** Only processes that share a server need it. */
async function openHeldConnection(
  { databaseUrl, runHost }: Opening["config"],
  name: string,
  log: Opening["log"],
): Promise<Presence | undefined> {
  if (databaseUrl === undefined || runHost.name === "in-process") return undefined;
  const { openPresence } = await import("../adapters/store/postgres-presence.ts");
  return openPresence(databaseUrl, name, log);
}

/** The host's timers of one key, as one who is woken sees them. */
export const hostTimers =
  (host: RunHost, key: string, clock: Opening["clock"]): OpenTimers =>
  () => {
    host.later(key, clock.now());
    return { wakeAt: (epochMs) => host.later(key, epochMs), close: () => host.drop(key) };
  };
