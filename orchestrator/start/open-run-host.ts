import { inEnglish } from "#shared/messages/messages.ts";
import { reason } from "#shared/messages/reason.ts";
import { oneAfterAnotherByKey } from "#shared/patience/one-after-another.ts";
import { hasEnded } from "../adapters/process/this-process.ts";
import { keyedTimers, sleep } from "../adapters/time/system-clock.ts";
import {
  keepLease,
  openProcessLease,
  type ProcessLease,
  processDigest,
} from "../engine/recovery/process-lease.ts";
import {
  cancelElsewhere,
  openStoreHost,
  type StoreHostDeps,
  watchCancellations,
} from "../engine/recovery/store-host.ts";
import { takeHeldQuestion } from "../engine/recovery/takeover.ts";
import type { OpenTimers } from "../ports/clock.ts";
import { type Presence, type RunHost, RunHostAwayError } from "../ports/run-host.ts";
import type { Store } from "../ports/stores.ts";
import type { Chosen } from "./open-chosen.ts";
import type { Opening } from "./opening.ts";

/** What the host is woken for when a standing request is due. */
export const STANDING = "standing";

/** Who carries runs on, as it is configured. */
export async function openRunHost(
  { config, log, clock, name, chosen, ends }: Opening,
  store: Store,
): Promise<{ host: RunHost; processLease: ProcessLease }> {
  const presence = await openHeldConnection(config, name, log);
  if (presence !== undefined) ends.defer(() => presence.close());
  const isOver = (other: string) => hasEnded(other) || presence?.isGone(other) === true;
  const processLease = openProcessLease(store.channels, name, clock, isOver);
  log.info({ host: config.runHost.name, process: processDigest(name) }, "runs are hosted");
  const parts = { store, clock, log, sleep, deadlineMs: config.deadlineMs, processLease };
  if (chosen.openHost !== undefined)
    return { host: await openElsewhere(chosen.openHost, parts, presence), processLease };
  const host = openStoreHost({
    ...{ ...parts, presence, inOrder: oneAfterAnotherByKey(), timers: keyedTimers(clock) },
    name: config.runHost.name,
  });
  return { host, processLease };
}

/** A host that is a package of its own, with the leases that stay the truth about who is there. */
async function openElsewhere(
  openHost: NonNullable<Chosen["openHost"]>,
  parts: Omit<StoreHostDeps, "name" | "timers" | "presence" | "inOrder"> & { store: Store },
  presence: Presence | undefined,
): Promise<RunHost> {
  const { store, clock, processLease } = parts;
  const LINES = { channel: "orchestrator", kind: "line" };
  const { name } = processLease;
  const host = await openHost({
    ...parts,
    name,
    inOrder: oneAfterAnotherByKey(),
    isGone: processLease.isGone,
    onGone: (handler) => presence?.onGone(handler),
    lines: {
      tell: (url, keptMs) =>
        store.channels.put({ ...LINES, id: name, note: url, expires_at: clock.now() + keptMs }),
      async find(other) {
        const url = await store.channels.find({ ...LINES, id: other }, clock.now());
        return typeof url === "string" ? url : undefined;
      },
    },
    openAgain: (question, holder) => takeHeldQuestion(parts, question, holder),
    cancel: (run) => cancelElsewhere(parts, run),
    ...{ RunHostAwayError, reason, inEnglish },
  });
  const leaving = new AbortController();
  const leased = keepLease(processLease, parts, leaving.signal);
  let endWatch: (() => void) | undefined;
  return {
    ...host,
    start(work) {
      host.start(work);
      endWatch = watchCancellations(parts, work);
    },
    async leave(graceMs) {
      await host.leave(graceMs);
      endWatch?.();
      leaving.abort();
      await leased;
    },
  };
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
