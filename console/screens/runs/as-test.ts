import type { RunDetail } from "#shared/contracts/native-doors.ts";
import type { Recording } from "#shared/contracts/replay.ts";

/** Whoever said it, the test needs not know. */
const ANYBODY = { user_id: "recorded", session_id: "recorded" };

/** A run as a file for `tests/` that replays it, as `npx regente replay <run> --to-test` makes it. `domains` were heard. */
export function asTest(detail: RunDetail, domains: string[]): string {
  const { steps, model_calls: _, effects: __, receipts: ___, ...run } = detail;
  const only = run.hearing?.only_domain ?? null;
  const heard = only === null ? domains : [only];
  const recording: Recording = { run: { ...run, ...ANYBODY }, steps, domains: heard };
  return [
    'import { expect, it } from "vitest";',
    'import { replayRecording } from "../orchestrator/quality/tools/replay.ts";',
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
