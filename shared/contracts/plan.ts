import { z } from "zod";
import { anyJson } from "./json.ts";
import { capabilityName, domainName, fieldName } from "./names.ts";

/** 1, 2, 3 as the planner writes them, or a name a person chose. "1" and 1 are the same step. */
export const stepId = z.union([
  z.int().nonnegative(),
  z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/, { error: '1|"my-step"' }),
]);
export type StepId = z.infer<typeof stepId>;

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
