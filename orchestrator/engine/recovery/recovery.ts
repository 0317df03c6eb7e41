import type { TaskRun } from "#shared/contracts/run.ts";
import type { HostedWork } from "../../ports/run-host.ts";
import type { Store } from "../../ports/stores.ts";
import { type ContinueContext, type ContinuedFor, continueRun } from "./continue-run.ts";
import type { ProcessLease } from "./process-lease.ts";
import { openTakeover, type Takeover } from "./takeover.ts";
import { type CataloguesOfRuns, fitOf } from "./work-of-run.ts";

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
