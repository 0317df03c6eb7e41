import { z } from "zod";
import { domainName } from "./names.ts";
import { stepTrace, taskRun } from "./run.ts";

/** What two runs are compared by, in the order in which a request becomes an answer. */
export const replayAspects = [
  "goal",
  "entities",
  "follow_up",
  "plan",
  "params",
  "step",
  "answer",
] as const;
export const replayAspect = z.enum(replayAspects);
export type ReplayAspect = z.infer<typeof replayAspect>;

/** The first thing that is not as it was. `at` says where: an entity, a step, a parameter. */
export const replayDifference = z.strictObject({
  aspect: replayAspect,
  at: z.string(),
  recorded: z.json(),
  now: z.json(),
});
export type ReplayDifference = z.infer<typeof replayDifference>;

/** POST /v1/runs/:id/replay */
export const replayReport = z.strictObject({
  run_id: z.string(),
  input_text: z.string(),
  /** plan: no words led to it; it was given, takes something back, or is what a schedule stands for. */
  from: z.enum(["words", "plan"]),
  /** plan: the run was cut short, so its steps and its answer say nothing. */
  until: z.enum(["plan", "answer"]),
  /** null: identical. */
  difference: replayDifference.nullable(),
  /** Digests of the manifests then and now. */
  catalogue: z.strictObject({ recorded: z.string(), now: z.string() }),
});
export type ReplayReport = z.infer<typeof replayReport>;

/** A run that can be replayed elsewhere: the row, what its steps gave, and the domains that were heard. */
export const recording = z.strictObject({
  run: taskRun,
  steps: z.array(stepTrace),
  domains: z.array(domainName),
});
export type Recording = z.infer<typeof recording>;
