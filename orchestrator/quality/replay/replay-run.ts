import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { canonicalJson, type Json, ownValue } from "#shared/contracts/json.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import type { ReplayAspect, ReplayDifference, ReplayReport } from "#shared/contracts/replay.ts";
import type { ContextRecord, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { wasPlannedByModel } from "../../engine/run-policy.ts";
import { type Draft, draftPlan, handleDraft } from "../../planning/draft.ts";
import { framesOf, withFrames } from "../../planning/frames.ts";
import { withAnswer, withChosen } from "../../planning/missing-entities.ts";
import { PlanError } from "../../planning/plan-error.ts";
import { validatePlan } from "../../planning/validate-plan.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
import { carryOutAgain } from "./carry-out-again.ts";

type Redrafted = { intent: IntentOutput; draft: Draft };

/**
 * Where a run's words lead now. What the words leave open is taken from the record, as far as someone
 * else had answered it: the user who chose a goal or filled a gap, or a model.
 * Errors: PlanError when the manifests lead to a plan that cannot run
 */
function draftAgain(run: TaskRun, { catalogue, understanding }: Snapshot): Redrafted {
  // What a schedule stands for was heard when it was made, and is planned anew each time as it was heard then.
  if (run.intent !== null && isOccurrence(run))
    return { intent: run.intent, draft: draftPlan(run.intent, {}, catalogue) };
  const { locale, timezone, last_frame, remembered } = run.hearing ?? nothingKnown(run);
  const { intent: heard } = understanding.understand(run.input_text, {
    locale,
    lastFrame: last_frame,
    now: run.created_at,
    timezone,
  });
  const draft = (intent: IntentOutput) => draftPlan(intent, remembered, catalogue);
  const recorded = run.intent;
  if (recorded === null) return { intent: heard, draft: draft(heard) };
  // A program named it: there are no words to be heard again.
  if (recorded.tier === "given") return { intent: recorded, draft: draft(recorded) };
  const told = framesOf(recorded);

  let intent = heard;
  let drafted = draft(intent);
  if (drafted.leads === "nowhere" || drafted.leads === "unsure" || drafted.leads === "held") {
    const chosen = chosenFrame(run.input_text, recorded, told[0], understanding);
    if (chosen !== undefined) intent = withFrames(intent, [chosen]);
    drafted = draft(intent);
  }
  for (let gaps = 0; drafted.leads === "gap" && gaps < MOST_GAPS; gaps += 1) {
    const { frames, frame: at, entity } = drafted;
    const frame = frames[at];
    const value = wasAnswered(entity, recorded) ? ownValue(told[at]?.entities, entity) : undefined;
    if (frame === undefined || value === undefined) break;
    const entities = { ...frame.entities, [entity]: value as GoalFrame["entities"][string] };
    intent = withFrames(intent, frames.with(at, { ...frame, entities }));
    drafted = draft(intent);
  }
  return { intent, draft: drafted };
}

/** A run that a schedule made is named by it, and by the time. */
const isOccurrence = ({ run_id }: TaskRun): boolean => /^sch_[0-9a-f]{32}\./.test(run_id);

/** A run that was recorded without its circumstances is heard as the first words of a session. */
const nothingKnown = ({ locale }: TaskRun): ContextRecord => ({
  locale,
  timezone: "UTC",
  last_frame: null,
  remembered: {},
  only_domain: null,
});

/** More than any goal has; a gap that does not close must not go on for ever. */
const MOST_GAPS = 100;

/** A goal that the words did not settle, as it was chosen then. */
function chosenFrame(
  text: string,
  { tier, evidence }: IntentOutput,
  told: GoalFrame | undefined,
  understanding: Snapshot["understanding"],
): GoalFrame | undefined {
  if (told === undefined) return undefined;
  // A model's frame is its answer; the user's is what the words say of the goal that was chosen.
  if (tier === "model") return told;
  if (!evidence.some(({ kind }) => kind === "pending")) return undefined;
  const frame = understanding.frameOf(told.primary_domain, told.goal, text);
  return frame && { ...frame, confidence: 1 };
}

/** Someone beside the words gave this value: the user was asked for it, or a model read it. */
const wasAnswered = (entity: string, { evidence }: IntentOutput): boolean =>
  evidence.some(({ kind, detail }) => kind === "model" || (kind === "answer" && detail === entity));

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
  const isHeard = run.intent !== null && framesOf(run.intent).length > 0;
  const from = isHeard && !isOccurrence(run) ? "words" : "plan";
  const until = wasCutShort(run, steps) ? "plan" : "answer";
  return {
    run_id: run.run_id,
    input_text: run.input_text,
    from,
    until,
    difference: (await findDifference(run, steps, snapshot, { isHeard, until })) ?? null,
    catalogue: { recorded: run.catalogue_digest, now: snapshot.catalogue.digest },
  };
}

async function findDifference(
  run: TaskRun,
  steps: readonly StepTrace[],
  snapshot: Snapshot,
  { isHeard, until }: Pick<ReplayReport, "until"> & { isHeard: boolean },
): Promise<ReplayDifference | undefined> {
  const { catalogue } = snapshot;
  const planned = isHeard ? planFromWords(run, snapshot) : givenPlan(run, snapshot);
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

/** A difference at one place, or undefined where both are the same. Absent counts as null. */
function differenceOf(
  aspect: ReplayAspect,
  at: string,
  recorded: unknown,
  now: unknown,
): ReplayDifference | undefined {
  if (canonicalJson(recorded ?? null) === canonicalJson(now ?? null)) return undefined;
  return { aspect, at, recorded: (recorded ?? null) as Json, now: (now ?? null) as Json };
}

const isThere = (difference: ReplayDifference | undefined) => difference !== undefined;

/** Every name that one of two objects has, in a fixed order. */
const namesIn = (one: object, other: object): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();

const goalName = ({ primary_domain, goal }: GoalFrame): string => `${primary_domain}.${goal}`;

/** Goals, then what was said about each. `unsure` is said of goals that would be asked about first. */
function frameDifference(
  recorded: readonly GoalFrame[],
  now: readonly GoalFrame[],
  unsure: boolean,
): ReplayDifference | undefined {
  const goals = now.map((frame) => `${goalName(frame)}${unsure ? " (too unsure to act)" : ""}`);
  const goal = differenceOf("goal", "", recorded.map(goalName), goals);
  return goal ?? entityDifferences(recorded, now).find(isThere);
}

function* entityDifferences(recorded: readonly GoalFrame[], now: readonly GoalFrame[]) {
  for (const [at, frame] of recorded.entries()) {
    const other = now[at]?.entities ?? {};
    for (const name of namesIn(frame.entities, other))
      yield differenceOf(
        "entities",
        `${goalName(frame)} ${name}`,
        frame.entities[name],
        other[name],
      );
  }
}

/** Which capabilities were asked to follow, and with what. */
function followupDifference(
  recorded: IntentOutput,
  now: IntentOutput,
): ReplayDifference | undefined {
  const facts = ({ followups }: IntentOutput) =>
    followups.map(({ role, domain, capability, sets }) => ({ role, domain, capability, sets }));
  return differenceOf("follow_up", "", facts(recorded), facts(now));
}

/** The shape of the plan first, then its steps one by one, then what each is given. */
function planDifference(recorded: ExecutionPlan, now: ExecutionPlan): ReplayDifference | undefined {
  const { steps: then, ...shape } = recorded;
  const { steps, ...shapeNow } = now;
  return (
    differenceOf("plan", "steps", then.map(capabilityOf), steps.map(capabilityOf)) ??
    differenceOf("plan", "", shape, shapeNow) ??
    stepDifferences(then, steps).find(isThere)
  );
}

const capabilityOf = ({ domain, capability }: ExecutionStep): string => `${domain}.${capability}`;

function* stepDifferences(then: readonly ExecutionStep[], now: readonly ExecutionStep[]) {
  for (const [at, step] of then.entries()) {
    // What counts as asked for changes nothing that is done, and old plans do not say it.
    const { params, asked: _then, ...rest } = step;
    const { params: others = {}, asked: _now, ...other } = now[at] ?? {};
    yield differenceOf("plan", `step ${step.id}`, rest, other);
    for (const name of namesIn(params, others))
      yield differenceOf("params", `step ${step.id} ${name}`, params[name], others[name]);
  }
}

/** How each step ended. */
function traceDifference(
  recorded: readonly StepTrace[],
  now: readonly StepTrace[],
): ReplayDifference | undefined {
  return now
    .map(({ id, status }) => {
      const then = recorded.find((step) => String(step.id) === String(id));
      return differenceOf("step", `step ${id}`, then?.status ?? "pending", status);
    })
    .find(isThere);
}
