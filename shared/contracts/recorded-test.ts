import type { RunDetail } from "./native-endpoints.ts";
import type { Recording } from "./replay.ts";

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
