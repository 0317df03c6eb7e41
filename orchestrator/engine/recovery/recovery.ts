import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { HostedWork } from "../../ports/run-host.ts";
import type { Store } from "../../ports/stores.ts";
import {
  type CircumstancesContext,
  type OpenCircumstances,
  openCircumstances,
} from "../circumstances.ts";
import { combine } from "../combine.ts";
import { manifestChanged } from "../failures.ts";
import { runStatus } from "../run-status.ts";
import { runWork } from "../run-work.ts";
import { receiptsOf } from "../undoable-steps.ts";
import type { Ask, EngineContext, RunResult, Work } from "../work.ts";
import type { ProcessLease } from "./process-lease.ts";
import { openTakeover, type Takeover } from "./takeover.ts";
import {
  type CataloguesOfRuns,
  callerOfRun,
  type Fit,
  fitOf,
  type Left,
  leftOf,
  workOf,
} from "./work-of-run.ts";

/** What runs are found, taken and carried on with. */
export type RecoveryContext = ContinueContext &
  CataloguesOfRuns & {
    store: Pick<Store, "runs" | "pending" | "channels">;
    inOrder<T>(key: string, task: () => Promise<T>): Promise<T>;
  };

export type WorkDeps = {
  context: RecoveryContext;
  /** Tells the session of each run that is carried on. */
  continuedFor: ContinuedFor;
  /** Resolves when every domain was looked at. */
  domainsReady: Promise<void>;
  /** True for a domain that may still come up. */
  isExpected(domain: string): boolean;
  /** Something of this kind is due. Absent: nothing ever is. */
  due?(key: string): void;
};

/** What a host of runs works with: runs as the engine carries them on. */
export function hostedWork(deps: WorkDeps): HostedWork {
  const { context, continuedFor, domainsReady, isExpected, due } = deps;
  const { running, log } = context;
  return {
    async carryOn(run: TaskRun) {
      const fit = await fitOf(run, context);
      const isMissing = ({ domain }: { domain: string }) => !fit.catalogue.manifests.has(domain);
      const missing = fit.misfit === undefined ? [] : run.plan.steps.filter(isMissing);
      if (missing.some(({ domain }) => isExpected(domain))) return false;
      await continueRun(context, run, fit, continuedFor);
      log.info({ run_id: run.run_id }, "an interrupted run was carried on");
      return true;
    },
    cancel: running.cancel,
    isUnderWay: (owner, run_id) => running.find(owner, run_id) !== undefined,
    ended: running.ended,
    due: (key) => due?.(key),
    domainsReady,
  };
}

/** Keeps this process's lease, and carries on what processes without one have left. Begins by itself. */
export function openRecovery(deps: WorkDeps & { processLease: ProcessLease }): Takeover {
  const { store, clock, log, sleep, deadlineMs, inOrder } = deps.context;
  const { processLease } = deps;
  const parts = { store, clock, log, sleep, deadlineMs, inOrder, processLease };
  return openTakeover({ ...parts, work: hostedWork(deps) });
}

/** What runs are carried on with. */
type ContinueContext = Omit<EngineContext, "store"> &
  CircumstancesContext & {
    store: EngineContext["store"] & CircumstancesContext["store"] & Pick<Store, "runs">;
  };

/** Who has begun the run hears how it went on: its session, with its question where it asks one. */
type Continued = {
  ask: Ask;
  tell(result: RunResult): Promise<void>;
};

/** Opens that for one run. */
export type ContinuedFor = (
  run: TaskRun,
  circumstances: OpenCircumstances,
  work: Work,
) => Continued;

/**
 * Carry on a run that another process, or an earlier one, began: what is finished is read back, what was sent
 * without an answer is sent again with the same key, or told to be unknown where it must not be repeated. The
 * session then knows as much as if nothing had happened.
 * Errors: StoreError, and RunTakenError when another process carries it on by now
 */
async function continueRun(
  context: ContinueContext,
  run: TaskRun,
  fit: Fit,
  continuedFor: ContinuedFor,
): Promise<void> {
  const { store } = context;
  const left = leftOf(await store.runs.steps(run, run.run_id), fit);
  for (const step of left.unknown) await store.runs.settle(run, run.run_id, step);
  const leaving = new AbortController();
  // The user had cancelled it: what was not sent before is not sent now.
  if (left.cancelled) leaving.abort();
  const caller = { ...callerOfRun(run), signal: leaving.signal };
  const circumstances = await openCircumstances(caller, context);
  const work = workOf(run, left, fit.catalogue);
  const { ask, tell } = continuedFor(run, circumstances, work);
  const result =
    fit.misfit === undefined
      ? await runWork(work, circumstances, context, ask)
      : stopRun(context, run, work, left, fit.misfit);
  await tell(result);
}

/** The plan no longer fits: what was done is told, and what was not is not done. */
function stopRun(
  { store, clock }: ContinueContext,
  run: TaskRun,
  { plan, catalogue }: Work,
  { finished }: Left,
  why: string,
): RunResult {
  const steps = plan.steps.map(({ id, domain, capability, required }): StepTrace => {
    const notDone = { status: "failure" as const, output: manifestChanged(why), attempts: 0 };
    const planned = { id, domain, capability, required };
    return finished.get(String(id)) ?? { ...planned, ...notDone, duration_ms: 0 };
  });
  const ended = runStatus(plan, steps);
  const status = ended === "success" || ended === "partial" ? ended : "failure";
  const output = combine(plan, steps, run.locale);
  const answer = output.explanation;
  store.runs.record({ ...run, status, answer, updated_at: clock.now() }, steps, true);
  const receipts = receiptsOf(run.run_id, steps, catalogue);
  const nothing = { acted: true, sources: [], files: [], agentEvents: [], artifactNotes: [] };
  return { status, answer, output, steps, receipts, ...nothing };
}
