import { expect, it } from "vitest";
import { draftToolOverlay } from "./draft.ts";
import { madeManifest } from "./made-manifest.ts";
import { withOverlay } from "./overlay.ts";
import { toolsOf } from "./pinned-tools.ts";

const inputSchema = {
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
};
/** All words of the goals that are drafted for tools, but for those that must not lead to them. */
function wordsFor(tools: Parameters<typeof draftToolOverlay>[0]): string {
  const { overlay } = draftToolOverlay(tools, "Plants", "greenhouse", []);
  const opened = toolsOf(withOverlay({ info: { title: "Plants" }, tools }, overlay), false);
  const goals = madeManifest("greenhouse", {}, opened).goals ?? [];
  return JSON.stringify(goals.map(({ hints }) => [hints?.templates, hints?.examples]));
}

it("a tool that may change something is asked for by its own verb, and never by words for looking", () => {
  const drafted = wordsFor({ waterPlant: { description: "Waters a plant", inputSchema } });
  expect(drafted).toContain("water plant");
  expect(drafted).not.toMatch(/show me|find me|mostra|what is/);
});

it("one that only reads, as its server says, is looked at", () => {
  const annotations = { readOnlyHint: true };
  const drafted = wordsFor({ plantCare: { description: "Care", inputSchema, annotations } });
  expect(drafted).toContain("show me");
});

it("what a name says twice is one thing", () => {
  const drafted = wordsFor({ "pantry.pantry_find": { description: "Find", inputSchema } });
  expect(drafted).toContain('"show me pantry"');
  expect(drafted).not.toContain("pantry pantry");
});
