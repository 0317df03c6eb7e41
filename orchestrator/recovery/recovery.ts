import type { TaskRun } from "#shared/contracts/run.ts";
import { makeInOrder } from "../conversation/in-order.ts";
import { RunTakenError } from "../ports/run-taken-error.ts";
import { StoreError } from "../ports/store-error.ts";
import type { Desk } from "../turn/desk.ts";
import { giveBack } from "../turn/give-back.ts";
import { continueRun } from "./continue-run.ts";
import { BEAT_MS, type Presence } from "./presence.ts";
import { fitOf } from "./work-of-run.ts";

/** Interrupted runs that are carried on at once. */
const LANES = 32;
const BEATS_PER_SWEEP = 3600;

export type RecoveryDeps = {
  desk: Desk;
  presence: Presence;
  /** Resolves when every domain was looked at. */
  domainsReady: Promise<void>;
  /** True for a domain that may still come up. */
  isExpected(domain: string): boolean;
};

export type Recovery = {
  /** True once everything that was unfinished at the start is loaded, and will come before what is asked now. */
  isLoaded(): boolean;
  loaded: Promise<void>;
  /** Takes nothing more. */
  stop(): void;
  /** Waits until what was taken is done, at most `graceMs`, and gives the lease back. */
  leave(graceMs: number): Promise<void>;
};

/**
 * Keeps this process's lease and carries on what processes without one have left: at the start what the one
 * before was doing, later what others were. Begins by itself.
 */
export function openRecovery({ desk, presence, domainsReady, isExpected }: RecoveryDeps): Recovery {
  const { store, log } = desk;
  const lanes = makeInOrder();
  const stopping = new AbortController();
  const loaded = Promise.withResolvers<void>();
  const underWay = new Set<Promise<void>>();
  /** Runs of ours that cannot go on yet: a domain is not up, or the store fails. */
  let parked: TaskRun[] = [];
  let isLoaded = false;
  let taken = 0;

  const carryOn = async (run: TaskRun): Promise<void> => {
    if (stopping.signal.aborted) return;
    const fit = fitOf(run, desk);
    const isMissing = ({ domain }: { domain: string }) => !fit.catalogue.manifests.has(domain);
    if (
      fit.misfit !== undefined &&
      run.plan.steps.filter(isMissing).some((step) => isExpected(step.domain))
    ) {
      parked.push(run);
      return;
    }
    const { run_id } = run;
    try {
      await continueRun(desk, run, fit);
      log.info({ run_id }, "an interrupted run was carried on");
    } catch (error) {
      if (error instanceof RunTakenError) return;
      log.error({ err: error, run_id }, "an interrupted run could not be carried on");
      if (error instanceof StoreError) parked.push(run);
    }
  };

  /** What the session is told next comes after it. */
  const begin = (run: TaskRun): void => {
    const lane = String(taken++ % LANES);
    const session = `${run.user_id}\n${run.session_id}`;
    const done = desk.inOrder(session, () => lanes(lane, () => carryOn(run)));
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  };

  const takeOver = async (): Promise<void> => {
    const again = parked;
    parked = [];
    again.forEach(begin);
    for (const holder of await store.runs.holders()) {
      if (!(await presence.isGone(holder))) continue;
      const runs = await store.runs.unfinished(holder);
      const claimed = await Promise.all(runs.map((run) => store.runs.claim(run)));
      claimed.filter((run) => run !== undefined).forEach(begin);
      for (const question of await store.pending.held(holder))
        await giveBack(desk, question, holder);
    }
  };

  const pause = () => desk.sleep(BEAT_MS, stopping.signal);

  async function watch(): Promise<void> {
    await domainsReady;
    let isKnown = false;
    for (let beat = 0; ; beat += 1) {
      try {
        await presence.beat();
        // Who else is there has to know of this process before it answers anybody.
        if (!isKnown && !presence.isAlone()) await pause();
        isKnown = true;
        await takeOver();
        if (beat % BEATS_PER_SWEEP === 0) await store.channels.sweep(desk.clock.now());
        isLoaded = true;
        loaded.resolve();
      } catch (error) {
        stopping.signal.throwIfAborted();
        log.error({ err: error }, "unfinished runs cannot be looked through");
      }
      await pause();
    }
  }
  watch().catch((error: unknown) => {
    loaded.reject(error);
    if (!stopping.signal.aborted) log.error({ err: error }, "nobody looks after unfinished runs");
  });
  loaded.promise.catch(() => undefined);

  return {
    isLoaded: () => isLoaded,
    loaded: loaded.promise,
    stop: () => stopping.abort(new Error("the orchestrator is stopping")),
    async leave(graceMs) {
      const late = new AbortController();
      const grace = desk.sleep(graceMs, late.signal).catch(() => undefined);
      await Promise.race([Promise.allSettled([...underWay]), grace]);
      late.abort();
      await presence.leave();
    },
  };
}
