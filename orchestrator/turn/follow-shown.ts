import type { IntentOutput } from "#shared/contracts/intent.ts";
import { isJsonObject, type Json, type JsonObject } from "#shared/contracts/json.ts";
import type { ShownAnswer } from "#shared/contracts/pending.ts";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { escapeObject } from "#shared/contracts/references.ts";
import { fillReferences } from "../engine/references.ts";
import { planFollowups } from "../planning/plan-followups.ts";
import { addressedTo } from "../planning/recipients.ts";
import { resolveGoal } from "../planning/resolve-goal.ts";
import { forbiddenSteps } from "../planning/rights.ts";
import { validatePlan } from "../planning/validate-plan.ts";
import { carryOut } from "./carry-out.ts";
import { notUnderstood, type Outcome } from "./outcome.ts";
import { refuse } from "./pursue.ts";
import type { Turn } from "./turn.ts";

const SHOWN = { kind: "shown", detail: "done with what an answer before had shown" };
/** In the place of the step whose answer is followed: it is not carried out again. */
const BEFORE = 0;

/**
 * Do with what was shown what is asked for ("manda isso no telegram"): nothing that showed it is run again.
 * Shape: undefined where a follow-up needs more of it than its words
 */
export async function followShown(
  turn: Turn,
  intent: IntentOutput,
  answer: ShownAnswer,
  text: string,
): Promise<Outcome | undefined> {
  const { catalogue } = turn.snapshot;
  const [frame] = answer.frames;
  const [before] = frame === undefined ? [] : resolveGoal(frame, catalogue);
  if (before === undefined) return undefined;
  const { domain, capability, parameters } = before;
  const drafted = planFollowups(
    [{ id: BEFORE, domain, capability, parameters }],
    intent.followups.map((each) => ({
      ...each,
      sets: { ...each.sets, ...addressedTo(each, each, catalogue) },
    })),
    catalogue,
    { nextId: BEFORE + 1 },
  );
  const output = { status: "success" as const, explanation: text, result: null, confidence: 1 };
  const { files = [] } = answer;
  const shown = {
    id: BEFORE,
    status: "success" as const,
    output: { ...output, metadata: { files } },
  };
  const steps = drafted.map(({ params, depends_on, ...step }) => {
    const fill = (given: JsonObject) =>
      fillReferences(given, (name) => (name === String(BEFORE) ? shown : undefined));
    const isFilled = (value: Json | undefined) =>
      mentions(value, "explanation") || (files.length > 0 && mentions(value, "files"));
    const own = Object.entries(params).filter(([, value]) => isFilled(value));
    const rest = Object.entries(params).filter(
      ([, value]) => !isFilled(value) && !mentions(value, "files"),
    );
    const needsResult = rest.some(([, value]) => mentions(value, "result"));
    return {
      needsResult,
      filled: own.map(([name]) => name),
      step: {
        ...step,
        params: { ...Object.fromEntries(rest), ...escapeObject(fill(Object.fromEntries(own))) },
        depends_on: depends_on.filter((id) => id !== BEFORE),
        required: true,
      },
    };
  });
  if (steps.length === 0 || steps.some(({ needsResult }) => needsResult)) return undefined;
  const plan: ExecutionPlan = {
    execution_mode: steps.length === 1 ? "sequential" : "dag",
    combine_mode: steps.length === 1 ? "last" : "report",
    max_concurrency: 1,
    steps: steps.map(({ step }) => step),
  };
  validatePlan(plan, catalogue);
  const forbidden = forbiddenSteps(plan, { catalogue, mayUse: turn.mayUse });
  if (forbidden.length > 0) return refuse(turn, intent, forbidden);
  const outside = Object.fromEntries(
    steps.map(({ step, filled }) => [
      String(step.id),
      Object.fromEntries(filled.map((name) => [name, [...answer.outside]])),
    ]),
  );
  return carryOut(turn, {
    run_id: turn.run_id,
    catalogue,
    plan,
    // What was shown is not asked for again: this does something with it.
    intent: { ...notUnderstood(intent), evidence: [...intent.evidence, SHOWN] },
    execution_intents: [],
    frames: [],
    original_query: turn.entry.input_text,
    created_at: turn.begunAt,
    ...(answer.outside.length > 0 && { outside }),
  });
}

/** True where a parameter is filled with that part of the answer before; not with that of a step of its own. */
function mentions(value: Json | undefined, field: string): boolean {
  if (typeof value === "string") return value.includes(`\${${BEFORE}.${field}}`);
  if (Array.isArray(value)) return value.some((each) => mentions(each, field));
  return isJsonObject(value) && Object.values(value).some((each) => mentions(each as Json, field));
}
