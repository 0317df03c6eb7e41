import { dirname, relative, sep } from "node:path";
import type { Recording } from "#shared/contracts/replay.ts";

/** Whoever said it, the test needs not know. */
const SOMEBODY = { user_id: "recorded", session_id: "recorded" };

/**
 * A test that replays a recording, whole in one file. `file` and `tool` are absolute paths.
 * Shape: formatted and linted as the project's own files are, whatever was said in the recording
 */
export function testFile(file: string, tool: string, { run, steps, domains }: Recording): string {
  const recorded = { run: { ...run, ...SOMEBODY }, steps, domains };
  return [
    'import { expect, it } from "vitest";',
    `import { replayRecording } from "${pathTo(tool, file)}";`,
    "",
    `// Made by: npx regente replay ${run.run_id} --to-test`,
    `const recording = \`${asTemplate(JSON.stringify(recorded, null, 2))}\`;`,
    "",
    'it("leads where it led when it was recorded", async () => {',
    "  expect(await replayRecording(recording)).toBeNull();",
    "});",
    "",
  ].join("\n");
}

function pathTo(tool: string, file: string): string {
  const path = relative(dirname(file), tool).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** A text between backticks that means itself. */
const asTemplate = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
