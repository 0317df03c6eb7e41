import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { framesOf, intentWithout } from "../../planning/frames.ts";
import { PlanError } from "../../planning/plan-error.ts";
import { resolveGoal } from "../../planning/resolve-goal.ts";
import { validatePlan } from "../../planning/validate-plan.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HostedWork } from "../../ports/run-host.ts";
import type { Store } from "../../ports/stores.ts";
import {
  type Caller,
  type CircumstancesContext,
  type OpenCircumstances,
  openCircumstances,
} from "../circumstances.ts";
import { combine, runStatus } from "../combine.ts";
import { interrupted, manifestChanged } from "../failures.ts";
import { runWork } from "../run-work.ts";
import { receiptsOf } from "../undoable-steps.ts";
import type { Ask, EngineContext, RunResult, Work } from "../work.ts";

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
  /** Something of this kind is due. */
  due(key: string): void;
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
    due,
    domainsReady,
  };
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

/** Domains keep receipts for a day by the contract; an hour of it is for what is done until a key arrives. Milliseconds. */
const KEYS_COUNT_MS = 23 * 60 * 60 * 1000;

/** What runs go on with. */
type CataloguesOfRuns = {
  /** The catalogue that a run began with, as long as its domains answer in those versions; else today's. */
  catalogueOf(run: TaskRun): Promise<Catalogue>;
  clock: Clock;
};

/** The catalogue to go on with, why the plan cannot go on under it, and whether its domains still know its keys. */
export type Fit = { catalogue: Catalogue; misfit: string | undefined; keysCount: boolean };

/** The catalogue that the run goes on with, and whether its plan holds under it. */
export async function fitOf(run: TaskRun, context: CataloguesOfRuns): Promise<Fit> {
  const catalogue = await context.catalogueOf(run);
  const keysCount = context.clock.now() - run.created_at < KEYS_COUNT_MS;
  if (catalogue.digest === run.catalogue_digest) return { catalogue, misfit: undefined, keysCount };
  try {
    validatePlan(run.plan, catalogue);
    return { catalogue, misfit: undefined, keysCount };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return { catalogue, misfit: error.message, keysCount };
  }
}

/** How the steps of a run were left. */
type Left = {
  finished: ReadonlyMap<string, StepTrace>;
  /** Sent without an answer, and to be sent again with the same key. */
  inFlight: ReadonlySet<string>;
};

/** What a journal says of a run that was interrupted. Pure. */
export function leftOf(
  steps: readonly StepTrace[],
  fit: Fit,
): Left & { unknown: StepTrace[]; cancelled: boolean } {
  const finished = new Map<string, StepTrace>();
  const inFlight = new Set<string>();
  const unknown: StepTrace[] = [];
  const cancelled = steps.some(({ status }) => status === "cancelled");
  for (const step of steps) {
    const id = String(step.id);
    if (step.status === "cancelled") continue;
    if (step.status !== "running") finished.set(id, step);
    else if (mayRepeat(step, fit) && !cancelled) inFlight.add(id);
    else {
      const ended: StepTrace = { ...step, status: "unknown", output: interrupted(step) };
      finished.set(id, ended);
      unknown.push(ended);
    }
  }
  return { finished, inFlight, unknown, cancelled };
}

/** What is left of a run to be carried out. */
export function workOf(run: TaskRun, { finished, inFlight }: Left, catalogue: Catalogue): Work {
  const intent = run.intent ?? intentWithout(run.input_text, "none", "a given plan");
  const frames = framesOf(intent).filter(
    ({ primary_domain, goal }) => catalogue.goal(primary_domain, goal) !== undefined,
  );
  return {
    run_id: run.run_id,
    catalogue,
    plan: run.plan,
    intent,
    execution_intents: frames.flatMap((frame) => resolveGoal(frame, catalogue)),
    frames,
    original_query: run.input_text,
    hearing: run.hearing,
    answers: run.answers,
    created_at: run.created_at,
    dry_run: run.circumstances?.dry_run ?? false,
    given: run.circumstances?.as === "plan",
    finished,
    inFlight,
    outside: run.outside,
    approved: new Map(Object.entries(run.circumstances?.approved ?? {})),
  };
}

/** Whoever asked is gone; what counts of the request is in the run. */
export const callerOfRun = ({
  user_id,
  session_id,
  locale,
  circumstances,
  run_id,
}: TaskRun): Caller => ({
  key: { user_id, session_id },
  locale,
  timezone: circumstances?.timezone,
  ...(circumstances?.asks_first === true && { instruction: { digest: "", isTrusted: false } }),
  run_id,
});

/** True for a step that may be sent again with the same key. */
export function mayRepeat(
  { domain, capability }: StepTrace,
  { catalogue, misfit, keysCount }: Fit,
): boolean {
  if (misfit !== undefined) return false;
  const known = catalogue.capability(domain, capability);
  return known?.effect === "read" || (known?.spec.repeat === "keyed" && keysCount);
}
