import type { TaskRun } from "#shared/contracts/run.ts";
import { RunTakenError } from "../../ports/run-taken-error.ts";
import { StoreError } from "../../ports/store-error.ts";
import type { HeldQuestion, Store } from "../../ports/stores.ts";
import { makeInOrder, sessionOrderKey } from "../in-order.ts";
import { type ContinueContext, type ContinuedFor, continueRun } from "./continue-run.ts";
import { BEAT_MS, LEASE_MS, type ProcessLease } from "./process-lease.ts";
import { reopenQuestion } from "./reopen-question.ts";
import { type CataloguesOfRuns, fitOf } from "./work-of-run.ts";

/** Interrupted runs that are carried on at once. */
const LANES = 32;
const BEATS_PER_SWEEP = 3600;
/** While others have not seen this process yet, milliseconds. */
const UNSEEN_MS = 200;
/** How often, in beats, and how long after its deadline a run of ours is looked for that nobody here carries out. */
const BEATS_PER_SEARCH = 10;
const LOST_AFTER_MS = 5000;

/** What runs are found, taken and carried on with. */
export type RecoveryContext = ContinueContext &
  CataloguesOfRuns & {
    store: Pick<Store, "runs" | "pending" | "channels">;
    inOrder<T>(key: string, task: () => Promise<T>): Promise<T>;
  };

export type RecoveryDeps = {
  context: RecoveryContext;
  /** Tells the session of each run that is carried on. */
  continuedFor: ContinuedFor;
  processLease: ProcessLease;
  /** Resolves when every domain was looked at. */
  domainsReady: Promise<void>;
  /** True for a domain that may still come up. */
  isExpected(domain: string): boolean;
};

export type Recovery = {
  /** True once everything that was unfinished at the start is loaded, and will come before what is asked now. */
  isLoaded(): boolean;
  loaded: Promise<void>;
  /** Takes nothing more; what this process has stays its own until it leaves. */
  stop(): void;
  /** Waits until what was taken is done, at most `graceMs`, and gives the lease back. */
  leave(graceMs: number): Promise<void>;
};

/**
 * Keeps this process's lease and carries on what processes without one have left: at the start what the one
 * before was doing, later what others were. Begins by itself.
 */
export function openRecovery(deps: RecoveryDeps): Recovery {
  const { context, continuedFor, processLease, domainsReady, isExpected } = deps;
  const { store, log } = context;
  const lanes = makeInOrder();
  const stopping = new AbortController();
  const leaving = new AbortController();
  const loaded = Promise.withResolvers<void>();
  const underWay = new Set<Promise<void>>();
  /** Taken, and not done yet. */
  const inHand = new Set<string>();
  /** Of these, what cannot go on yet: a domain is not up, or the store fails. */
  let parked: TaskRun[] = [];
  let isLoaded = false;
  let taken = 0;

  /** False: it has to wait. */
  const carryOn = async (run: TaskRun): Promise<boolean> => {
    const fit = fitOf(run, context);
    const isMissing = ({ domain }: { domain: string }) => !fit.catalogue.manifests.has(domain);
    const missing = fit.misfit === undefined ? [] : run.plan.steps.filter(isMissing);
    if (missing.some(({ domain }) => isExpected(domain))) return false;
    await continueRun(context, run, fit, continuedFor);
    log.info({ run_id: run.run_id }, "an interrupted run was carried on");
    return true;
  };

  /** What the session is told next comes after it. */
  const begin = (run: TaskRun): void => {
    const lane = String(taken++ % LANES);
    const key = nameOf(run);
    inHand.add(key);
    const task = async () => stopping.signal.aborted || (await carryOn(run));
    const done = context
      .inOrder(sessionOrderKey(run), () => lanes(lane, task))
      .then(
        (isDone) => {
          if (isDone) inHand.delete(key);
          else parked.push(run);
        },
        (error: unknown) => {
          if (!(error instanceof RunTakenError))
            log.error({ err: error, run_id: run.run_id }, "an interrupted run is not carried on");
          if (error instanceof StoreError) parked.push(run);
          else inHand.delete(key);
        },
      );
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  };

  /** Each of them by one process, and what cannot be taken now another time. */
  const take = async (runs: readonly TaskRun[]): Promise<void> => {
    const claims = await Promise.allSettled(runs.map((run) => store.runs.claim(run)));
    for (const claim of claims)
      if (claim.status === "fulfilled" && claim.value !== undefined) begin(claim.value);
    for (const claim of claims) if (claim.status === "rejected") throw claim.reason;
  };

  const openAgain = async (question: HeldQuestion, holder: string): Promise<void> => {
    const { action, run_id } = question;
    await reopenQuestion(context, question, holder);
    const run = await store.runs.find(action, run_id);
    if (run?.status !== "waiting") return;
    const open = await store.pending.find(action, context.clock.now());
    if (open?.resume.at === "step" && open.resume.run_id === run_id) return;
    // It has gone on since, and died before it could ask what it waits for now: carried on, it asks.
    await take([run]);
  };

  const takeOver = async (): Promise<void> => {
    const again = parked;
    parked = [];
    again.forEach(begin);
    for (const holder of await store.runs.holders()) {
      if (!(await processLease.isGone(holder))) continue;
      await take(await store.runs.unfinished(holder));
      for (const question of await store.pending.held(holder))
        await openAgain(question, holder).catch((error: unknown) => {
          // One that cannot be read keeps nobody waiting at the endpoints.
          log.error({ err: error, run_id: question.run_id }, "a question is not open again");
        });
    }
  };

  /** Runs of ours that nobody carries out: nobody knew whether the store had kept their claim, or their beginning. */
  const findLost = async (): Promise<void> => {
    const before = context.clock.now() - context.deadlineMs - LOST_AFTER_MS;
    const ours = await store.runs.unfinished(processLease.name);
    await take(
      ours.filter(
        (run) =>
          run.updated_at < before &&
          !inHand.has(nameOf(run)) &&
          context.running.find(run, run.run_id) === undefined,
      ),
    );
  };

  let looks = 0;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      await domainsReady;
      if (stopping.signal.aborted) return;
      await takeOver();
      isLoaded = true;
      loaded.resolve();
      looks += 1;
      if (looks % BEATS_PER_SEARCH === 0) await findLost();
      if (looks % BEATS_PER_SWEEP === 1) await store.channels.sweep(context.clock.now());
    } catch (error) {
      log.error({ err: error }, "unfinished runs cannot be looked through");
    } finally {
      isLooking = false;
    }
  };

  /** A look may take long; the lease is renewed meanwhile. */
  async function watch(): Promise<void> {
    const startedAt = context.clock.monotonic();
    let isKnown = false;
    while (!leaving.signal.aborted) {
      try {
        await processLease.beat();
        // Who else is there has to know of this process before it answers anybody. An older one does not say so.
        isKnown ||= processLease.isKnown() || context.clock.monotonic() - startedAt > LEASE_MS;
      } catch (error) {
        log.error({ err: error }, "the lease of this process cannot be renewed");
      }
      if (isKnown) void look();
      await context.sleep(isKnown ? BEAT_MS : UNSEEN_MS, leaving.signal).catch(() => undefined);
    }
  }
  const watching = watch();
  loaded.promise.catch(() => undefined);

  return {
    isLoaded: () => isLoaded,
    loaded: loaded.promise,
    stop() {
      stopping.abort();
      loaded.reject(new Error("the orchestrator is stopping"));
    },
    async leave(graceMs) {
      const late = new AbortController();
      const grace = context.sleep(graceMs, late.signal).catch(() => undefined);
      await Promise.race([Promise.allSettled([...underWay]), grace]);
      late.abort();
      leaving.abort();
      await watching;
      await processLease.leave();
    },
  };
}

const nameOf = ({ user_id, run_id }: TaskRun): string => `${user_id}\n${run_id}`;
