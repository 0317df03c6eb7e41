import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { ReplayDifference, ReplayReport } from "#shared/contracts/replay.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { wasPlannedByModel } from "../../engine/run-policy.ts";
import { handleDraft } from "../../planning/draft.ts";
import { framesOf } from "../../planning/frames.ts";
import { PlanError } from "../../planning/plan-error.ts";
import { validatePlan } from "../../planning/validate-plan.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
import { withAnswer, withChosen } from "../../turn/with-answer.ts";
import { carryOutAgain } from "./carry-out-again.ts";
import { draftAgain } from "./draft-again.ts";
import {
  differenceOf,
  followupDifference,
  frameDifference,
  planDifference,
  traceDifference,
} from "./first-difference.ts";

/**
 * Run a recorded run again from what was stored: its words, what was known when they were heard, what was
 * answered, and what its steps gave. Today's manifests and today's code decide everything else.
 * Shape:  the first thing that differs, in the order in which a request becomes an answer; null: identical
 * Errors: none; a plan that today's manifests refuse is a difference
 */
export async function replayRun(
  run: TaskRun,
  steps: readonly StepTrace[],
  snapshot: Snapshot,
): Promise<ReplayReport> {
  const from = run.intent !== null && framesOf(run.intent).length > 0 ? "words" : "plan";
  const until = wasCutShort(run, steps) ? "plan" : "answer";
  return {
    run_id: run.run_id,
    input_text: run.input_text,
    from,
    until,
    difference: (await findDifference(run, steps, snapshot, { from, until })) ?? null,
    catalogue: { recorded: run.catalogue_digest, now: snapshot.catalogue.digest },
  };
}

async function findDifference(
  run: TaskRun,
  steps: readonly StepTrace[],
  snapshot: Snapshot,
  { from, until }: Pick<ReplayReport, "from" | "until">,
): Promise<ReplayDifference | undefined> {
  const { catalogue } = snapshot;
  const planned = from === "words" ? planFromWords(run, snapshot) : givenPlan(run, snapshot);
  if ("aspect" in planned) return planned;
  if (until === "plan") return undefined;
  const again = await carryOutAgain({ run, steps, ...planned }, catalogue);
  return (
    // An agent's calls are part of what its own step was answered.
    traceDifference(steps.filter(isPlanned(planned.plan)), again.steps) ??
    differenceOf("answer", "", run.answer, again.answer)
  );
}

/** The plan that the words lead to, and how sure it is. */
type Planned = { plan: ExecutionPlan; confidence: number };

function planFromWords(run: TaskRun, snapshot: Snapshot): Planned | ReplayDifference {
  const { intent } = run;
  if (intent === null) return { plan: run.plan, confidence: 1 };
  const drafted = attempt(() => draftAgain(run, snapshot));
  if (typeof drafted === "string") return planRefused(run, drafted);
  const { draft } = drafted;
  const answers = Object.values(run.answers ?? {});
  const frames = (draft.leads === "nowhere" ? [] : draft.frames).map((frame) =>
    answers.reduce(withChosen, frame),
  );
  const heard =
    frameDifference(framesOf(intent), frames, draft.leads === "unsure") ??
    followupDifference(intent, drafted.intent);
  if (heard !== undefined) return heard;
  // A model's plan is recorded, and not made again.
  const asRecorded = () => givenPlan(run, snapshot);
  if (wasPlannedByModel(intent)) return asRecorded();
  const noPlan = () => planRefused(run, "no plan");
  return handleDraft<Planned | ReplayDifference>(draft, {
    nowhere: noPlan,
    unsure: noPlan,
    held: noPlan,
    forbidden: noPlan,
    gap: noPlan,
    hybrid: asRecorded,
    plan: ({ plan: drawn, execution_intents }) => {
      const plan = Object.entries(run.answers ?? {}).reduce(
        (answered, [step_id, params]) => withAnswer(answered, step_id, params),
        drawn,
      );
      const confidence = Math.min(1, ...execution_intents.map((each) => each.confidence));
      return planDifference(run.plan, plan) ?? { plan, confidence };
    },
  });
}

function givenPlan(run: TaskRun, { catalogue }: Snapshot): Planned | ReplayDifference {
  const refused = attempt(() => validatePlan(run.plan, catalogue));
  if (typeof refused === "string") return planRefused(run, refused);
  return { plan: run.plan, confidence: 1 };
}

const planRefused = (run: TaskRun, why: string): ReplayDifference => ({
  aspect: "plan",
  at: "",
  recorded: run.plan.steps.map(({ domain, capability }) => `${domain}.${capability}`),
  now: why,
});

/** The result, or why the manifests of today allow no plan. */
function attempt<T>(task: () => T): T | string {
  try {
    return task();
  } catch (error) {
    if (error instanceof PlanError) return error.message;
    throw error;
  }
}

/** Cancelled, or interrupted by a crash: how its steps would have ended no one knows. */
const wasCutShort = ({ status }: TaskRun, steps: readonly StepTrace[]): boolean =>
  status === "cancelled" ||
  status === "running" ||
  steps.some((step) => step.status === "cancelled" || step.status === "running");

function isPlanned({ steps }: ExecutionPlan): (step: StepTrace) => boolean {
  const ids = new Set(steps.map(({ id }) => String(id)));
  return ({ id }) => ids.has(String(id));
}
