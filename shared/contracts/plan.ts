import { z } from "zod";
import { anyJson, isJsonObject, type JsonObject } from "./json.ts";
import {
  capabilityName,
  domainName,
  fieldName,
  isCapabilityName,
  isDomainName,
  isFieldName,
} from "./names.ts";

/** 1, 2, 3 as the planner writes them, or a name a person chose. "1" and 1 are the same step. */
const STEP_NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/;
export const stepId = z.union([
  z.int().nonnegative(),
  z.string().regex(STEP_NAME, { error: '1|"my-step"' }),
]);
export type StepId = z.infer<typeof stepId>;

const isStepId = (value: unknown): value is StepId =>
  typeof value === "number"
    ? Number.isSafeInteger(value) && value >= 0
    : typeof value === "string" && STEP_NAME.test(value);

/** The most steps that one plan may have. */
export const MAX_STEPS = 2000;

export const executionStep = z.strictObject({
  id: stepId,
  domain: domainName,
  capability: capabilityName,
  params: z.record(z.string(), anyJson).default({}),
  depends_on: z.array(stepId).default([]),
  /** A required step that fails skips its dependants and fails the run; an optional one is reported beside the success. */
  required: z.boolean().default(true),
  /**
   * A person asked for this step although it is not required. also: beside what comes before it. point: what it depends
   * on only serves it. Absent: a required step is asked for, an optional one is not.
   */
  asked: z.enum(["also", "point"]).optional(),
  /** A second name for references: `${prices.result.price}` */
  output_key: fieldName.optional(),
});
export type ExecutionStep = z.infer<typeof executionStep>;

/** Steps and their order. `sequential` adds the order of writing; `parallel` has no dependencies; `dag` follows depends_on. */
export const executionPlan = z.strictObject({
  execution_mode: z.enum(["sequential", "parallel", "dag"]).default("dag"),
  /** last: the last step's answer. report: a section per step. merge: results by output_key. */
  combine_mode: z.enum(["last", "report", "merge"]).default("last"),
  max_concurrency: z.int().min(1).max(256).default(4),
  steps: z.array(executionStep).min(1).max(MAX_STEPS),
});
export type ExecutionPlan = z.infer<typeof executionPlan>;

/** A plan as someone writes it: a step need not name its domain where only one has such a capability. */
export const givenPlan = executionPlan.extend({
  steps: z
    .array(executionStep.extend({ domain: domainName.optional() }))
    .min(1)
    .max(MAX_STEPS),
});
export type GivenPlan = z.infer<typeof givenPlan>;

type GivenStep = GivenPlan["steps"][number];
/** What a caller says of a step; `asked` is the planner's. */
const PLAIN_FIELDS = new Set(Object.keys(executionStep.omit({ asked: true }).shape));

/**
 * The steps of a plan where all are plainly right, as `givenPlan` reads them, at a tenth of the cost: it makes a hundred
 * objects for each. undefined says nothing: then that one is asked, which also says why. Of JSON as it came over the wire.
 */
export function plainSteps(given: unknown): GivenStep[] | undefined {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_STEPS) return undefined;
  const steps: GivenStep[] = [];
  for (const each of given as unknown[]) {
    const step = plainStep(each);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return steps;
}

function plainStep(given: unknown): GivenStep | undefined {
  if (!isJsonObject(given)) return undefined;
  for (const field in given) if (!PLAIN_FIELDS.has(field)) return undefined;
  const { id, domain, capability, output_key } = given;
  const { params = {}, depends_on = [], required = true } = given;
  const isPlain =
    isStepId(id) &&
    (domain === undefined || isDomainName(domain)) &&
    isCapabilityName(capability) &&
    isJsonObject(params) &&
    Array.isArray(depends_on) &&
    depends_on.every(isStepId) &&
    typeof required === "boolean" &&
    (output_key === undefined || isFieldName(output_key));
  if (!isPlain) return undefined;
  return { id, domain, capability, params: params as JsonObject, depends_on, required, output_key };
}
