import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { framesOf, intentWithout } from "../../planning/frames.ts";
import { PlanError } from "../../planning/plan-error.ts";
import { resolveGoal } from "../../planning/resolve-goal.ts";
import { validatePlan } from "../../planning/validate-plan.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Caller } from "../circumstances.ts";
import { interrupted } from "../failures.ts";
import type { Work } from "../work.ts";

/** Domains keep receipts for a day by the contract; an hour of it is for what is done until a key arrives. Milliseconds. */
const KEYS_COUNT_MS = 23 * 60 * 60 * 1000;

/** What runs go on with. */
export type CataloguesOfRuns = {
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
export type Left = {
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
