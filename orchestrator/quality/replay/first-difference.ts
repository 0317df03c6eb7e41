import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { canonicalJson, type Json } from "#shared/contracts/json.ts";
import type { ExecutionPlan, ExecutionStep } from "#shared/contracts/plan.ts";
import type { ReplayAspect, ReplayDifference } from "#shared/contracts/replay.ts";
import type { StepTrace } from "#shared/contracts/run.ts";

/** A difference at one place, or undefined where both are the same. Absent counts as null. */
export function differenceOf(
  aspect: ReplayAspect,
  at: string,
  recorded: unknown,
  now: unknown,
): ReplayDifference | undefined {
  if (canonicalJson(recorded ?? null) === canonicalJson(now ?? null)) return undefined;
  return { aspect, at, recorded: (recorded ?? null) as Json, now: (now ?? null) as Json };
}

/** The first difference of several, in their order. */
const first = (
  differences: Iterable<ReplayDifference | undefined>,
): ReplayDifference | undefined => {
  for (const difference of differences) if (difference !== undefined) return difference;
  return undefined;
};

/** Every name that one of two objects has, in a fixed order. */
const namesIn = (one: object, other: object): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();

const goalName = ({ primary_domain, goal }: GoalFrame): string => `${primary_domain}.${goal}`;

/** Goals, then what was said about each. `unsure` is said of goals that would be asked about first. */
export function frameDifference(
  recorded: readonly GoalFrame[],
  now: readonly GoalFrame[],
  unsure: boolean,
): ReplayDifference | undefined {
  const goals = now.map((frame) => `${goalName(frame)}${unsure ? " (too unsure to act)" : ""}`);
  const goal = differenceOf("goal", "", recorded.map(goalName), goals);
  return goal ?? first(entityDifferences(recorded, now));
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
export function followupDifference(
  recorded: IntentOutput,
  now: IntentOutput,
): ReplayDifference | undefined {
  const facts = ({ followups }: IntentOutput) =>
    followups.map(({ role, domain, capability, sets }) => ({ role, domain, capability, sets }));
  return differenceOf("follow_up", "", facts(recorded), facts(now));
}

/** The shape of the plan first, then its steps one by one, then what each is given. */
export function planDifference(
  recorded: ExecutionPlan,
  now: ExecutionPlan,
): ReplayDifference | undefined {
  const { steps: then, ...shape } = recorded;
  const { steps, ...shapeNow } = now;
  return (
    differenceOf("plan", "steps", then.map(capabilityOf), steps.map(capabilityOf)) ??
    differenceOf("plan", "", shape, shapeNow) ??
    first(stepDifferences(then, steps))
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
export function traceDifference(
  recorded: readonly StepTrace[],
  now: readonly StepTrace[],
): ReplayDifference | undefined {
  return first(
    now.map(({ id, status }) => {
      const then = recorded.find((step) => String(step.id) === String(id));
      return differenceOf("step", `step ${id}`, then?.status ?? "pending", status);
    }),
  );
}
