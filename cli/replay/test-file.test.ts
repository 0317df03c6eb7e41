import { expect, it } from "vitest";
import { type Recording, recording } from "#shared/contracts/replay.ts";
import { testFile } from "./test-file.ts";

const recorded = (input_text: string): Recording => ({
  run: {
    run_id: "run_1",
    user_id: "ana",
    session_id: "private",
    status: "success",
    catalogue_digest: "d",
    intent: null,
    plan: {
      execution_mode: "dag",
      combine_mode: "last",
      max_concurrency: 4,
      steps: [
        {
          id: 1,
          domain: "weather",
          capability: "get_rain",
          params: { message: "${1.explanation}" },
          depends_on: [],
          required: true,
        },
      ],
    },
    locale: "en",
    input_text,
    answer: "",
    created_at: 1,
    updated_at: 1,
  },
  steps: [],
  domains: ["weather"],
});

const textOf = (input_text: string) =>
  testFile(
    "/p/tests/rain/a.test.ts",
    "/p/orchestrator/quality/tools/replay.ts",
    recorded(input_text),
  );

/** What the template literal of the file stands for: its escapes are those of a string. */
function heldBy(file: string): unknown {
  const inside = /const recording = `([\s\S]*)`;\n/.exec(file)?.[1] ?? "";
  expect(inside.replaceAll(/\\[\\`$]/g, "_")).not.toMatch(/`|\$\{|\\/);
  return JSON.parse(inside.replaceAll(/\\([\\`$])/g, "$1"));
}

it.each([
  ["plain words", "will it rain?"],
  ["quotes and line feeds", 'say "hi"\nand go'],
  ["what ends a template", "`; process.exit(1); `"],
  ["what begins an expression", "${process.exit(1)} $\\{1} \\${2} $$ {"],
  ["backslashes", "a\\b \\\\ \\` \\u0041 \\"],
])("holds %s as they were said", (_what, text) => {
  const held = recording.parse(heldBy(textOf(text)));
  expect(held.run.input_text).toBe(text);
  expect(held.run.plan).toEqual(recorded(text).run.plan);
});

it("does not say who asked", () => {
  expect(textOf("will it rain?")).not.toMatch(/"ana"|private/);
});

it("finds the replay from where it is", () => {
  expect(textOf("x")).toContain('from "../../orchestrator/quality/tools/replay.ts"');
});
