import { z } from "zod";
import { domainName } from "./names.ts";
import type { RunDetail } from "./native-endpoints.ts";
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

/** Whose run it was, a test needs not know. */
const RECORDED = { user_id: "recorded", session_id: "recorded" };

/** A run as it can be replayed elsewhere, without what is only told beside it. `domains` were known when it was heard. */
export function recordingOf(
  { steps, model_calls: _calls, effects: _effects, receipts: _receipts, ...run }: RunDetail,
  domains: string[],
): Recording {
  return { run, steps, domains };
}

/**
 * The text of a test that replays a recording. `tool` is what it imports the replay from.
 * Shape: formatted and linted as the project's own files are, whatever was said in the recording
 */
export function recordedTest({ run, steps, domains }: Recording, tool: string): string {
  const recording = { run: { ...run, ...RECORDED }, steps, domains };
  return [
    'import { expect, it } from "vitest";',
    `import { replayRecording } from "${tool}";`,
    "",
    `// Made by: npx regente replay ${run.run_id} --to-test`,
    `const recording = \`${asTemplate(JSON.stringify(recording, null, 2))}\`;`,
    "",
    'it("leads where it led when it was recorded", async () => {',
    "  expect(await replayRecording(recording)).toBeNull();",
    "});",
    "",
  ].join("\n");
}

/** A text between backticks that means itself. */
const asTemplate = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
