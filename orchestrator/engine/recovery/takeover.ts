import type { TaskRun } from "#shared/contracts/run.ts";
import { oneAfterAnotherByKey } from "#shared/patience/one-after-another.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { sessionOrderKey } from "../../ports/owner.ts";
import type { HostedWork, LostRun } from "../../ports/run-host.ts";
import { type HeldQuestion, RunTakenError, type Store, StoreError } from "../../ports/stores.ts";
import { BEAT_MS, LEASE_MS, type ProcessLease } from "./process-lease.ts";

/** Interrupted runs that are carried on at once. */
const LANES = 32;
/** While others have not seen this process yet, milliseconds. */
const UNSEEN_MS = 200;
/** How often, in beats, and how long after its deadline a run of ours is looked for that no one here carries out. */
const BEATS_PER_SEARCH = 10;
const LOST_AFTER_MS = 5000;

export type TakeoverDeps = {
  store: Pick<Store, "runs" | "pending">;
  clock: Clock;
  log: Log;
  /** Rejects when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** For a whole request, milliseconds. */
  deadlineMs: number;
  inOrder<T>(key: string, task: () => Promise<T>): Promise<T>;
  processLease: ProcessLease;
  work: Pick<HostedWork, "carryOn" | "isUnderWay" | "domainsReady">;
  /** Hears of what is given up. */
  lost?(run: LostRun): void;
};

export type Takeover = ReturnType<typeof openTakeover>;

/**
 * Keeps this process's lease and carries on what processes without one have left: at the start what the one
 * before was doing, later what others were. Begins by itself.
 */
export function openTakeover(deps: TakeoverDeps) {
  const { store, log, clock, sleep, processLease, work } = deps;
  const lanes = oneAfterAnotherByKey();
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

  /** What the session is told next comes after it. */
  const begin = (run: TaskRun): void => {
    const lane = String(taken++ % LANES);
    const key = nameOf(run);
    inHand.add(key);
    const task = async () => stopping.signal.aborted || (await work.carryOn(run));
    const done = deps
      .inOrder(sessionOrderKey(run), () => lanes(lane, task))
      .then(
        (isDone) => {
          if (isDone) inHand.delete(key);
          else parked.push(run);
        },
        (error: unknown) => {
          if (!(error instanceof RunTakenError))
            log.error({ err: error, run_id: run.run_id }, "an interrupted run is not carried on");
          if (error instanceof StoreError) {
            parked.push(run);
            return;
          }
          inHand.delete(key);
          if (!(error instanceof RunTakenError))
            deps.lost?.({ run_id: run.run_id, why: "it failed inside the orchestrator" });
        },
      );
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  };

  /** Each of them by one process, and what cannot be taken now another time. Gives how many it were. */
  const take = async (runs: readonly TaskRun[]): Promise<number> => {
    const claims = await Promise.allSettled(runs.map((run) => store.runs.claim(run)));
    for (const claim of claims)
      if (claim.status === "fulfilled" && claim.value !== undefined) begin(claim.value);
    for (const claim of claims) if (claim.status === "rejected") throw claim.reason;
    return claims.filter((claim) => claim.status === "fulfilled" && claim.value !== undefined)
      .length;
  };

  const openAgain = async (question: HeldQuestion, holder: string): Promise<void> => {
    const run = await takeHeldQuestion(deps, question, holder);
    if (run !== undefined) await take([run]);
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
          // One that cannot be read keeps no one waiting at the endpoints.
          log.error({ err: error, run_id: question.run_id }, "a question is not open again");
        });
    }
  };

  /** Runs of ours that no one carries out: no one knew whether the store had kept their claim, or their beginning. */
  const findLost = async (): Promise<void> => {
    const before = clock.now() - deps.deadlineMs - LOST_AFTER_MS;
    const ours = await store.runs.unfinished(processLease.name);
    await take(
      ours.filter(
        (run) =>
          run.updated_at < before && !inHand.has(nameOf(run)) && !work.isUnderWay(run, run.run_id),
      ),
    );
  };

  let looks = 0;
  let isLooking = false;
  let again = false;
  const look = async (): Promise<void> => {
    again = isLooking;
    if (isLooking) return;
    isLooking = true;
    try {
      await work.domainsReady;
      if (stopping.signal.aborted) return;
      await takeOver();
      isLoaded = true;
      loaded.resolve();
      looks += 1;
      if (looks % BEATS_PER_SEARCH === 0) await findLost();
    } catch (error) {
      log.error({ err: error }, "unfinished runs cannot be looked through");
    } finally {
      isLooking = false;
      if (again) void look();
    }
  };

  /** A look may take long; the lease is renewed meanwhile. */
  async function watch(): Promise<void> {
    const startedAt = clock.monotonic();
    let isKnown = false;
    while (!leaving.signal.aborted) {
      try {
        await processLease.beat();
        // Who else is there has to know of this process before it answers anybody. An older one does not say so.
        isKnown ||= processLease.isKnown() || clock.monotonic() - startedAt > LEASE_MS;
      } catch (error) {
        log.error({ err: error }, "the lease of this process cannot be renewed");
      }
      if (isKnown) void look();
      await sleep(isKnown ? BEAT_MS : UNSEEN_MS, leaving.signal).catch(() => undefined);
    }
  }
  const watching = watch();
  loaded.promise.catch(() => undefined);

  return {
    /** Looks at once for what is left: a process is known to be gone. */
    lookNow: () => void look(),
    /** Takes a run that no one carries out. False: someone else does by now. */
    take: async (run: TaskRun) => (await take([run])) > 0,
    /** True once everything that was unfinished at the start is loaded, and will come before what is asked now. */
    isLoaded: () => isLoaded,
    loaded: loaded.promise,
    /** Takes nothing more; what this process has stays its own until it leaves. */
    stop(): void {
      stopping.abort();
      loaded.reject(new Error("the orchestrator is stopping"));
    },
    /** Waits until what was taken is done, at most `graceMs`, and gives the lease back. */
    async leave(graceMs: number): Promise<void> {
      const late = new AbortController();
      const grace = sleep(graceMs, late.signal).catch(() => undefined);
      await Promise.race([Promise.allSettled([...underWay]), grace]);
      late.abort();
      leaving.abort();
      await watching;
      await processLease.leave();
    },
  };
}

const nameOf = ({ user_id, run_id }: TaskRun): string => `${user_id}\n${run_id}`;

/**
 * The answer to a question was taken, and what it led on to did not come to its end. The question is open again, unless the
 * run that the answer led on to is kept: that one is carried on instead.
 */
export async function reopenQuestion(
  { store }: { store: Pick<Store, "runs" | "pending"> },
  { action, run_id }: HeldQuestion,
  holder?: string,
): Promise<void> {
  const run = await store.runs.find(action, run_id);
  const { resume } = action;
  const steps = run?.status === "waiting" ? await store.runs.steps(action, run_id) : [];
  const stillWaits =
    resume.at === "step" &&
    steps.some(({ id, status }) => String(id) === resume.step_id && status === "waiting");
  if (run === undefined || stillWaits) await store.pending.reopen(action, action.id, holder);
  else store.pending.letGo(action, action.id, holder);
}

/**
 * The same for a question that a dead process held. Gives the run that has to go on by itself: it went on after the answer,
 * and its process died before it could ask what it waits for now.
 */
export async function takeHeldQuestion(
  { store, clock }: { store: Pick<Store, "runs" | "pending">; clock: Clock },
  question: HeldQuestion,
  holder: string,
): Promise<TaskRun | undefined> {
  const { action, run_id } = question;
  await reopenQuestion({ store }, question, holder);
  const run = await store.runs.find(action, run_id);
  if (run?.status !== "waiting") return undefined;
  const open = await store.pending.find(action, clock.now());
  return open?.resume.at === "step" && open.resume.run_id === run_id ? undefined : run;
}
