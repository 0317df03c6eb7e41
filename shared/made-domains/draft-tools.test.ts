import { expect, it } from "vitest";
import { draftToolOverlay } from "./draft-tools.ts";

const inputSchema = {
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
};
const templatesOf = (tools: Parameters<typeof draftToolOverlay>[0]): string =>
  JSON.stringify(draftToolOverlay(tools, "Plants", "greenhouse", []).overlay);

it("a tool that may change something is asked for by its own verb, and never by words for looking", () => {
  const drafted = templatesOf({ waterPlant: { description: "Waters a plant", inputSchema } });
  expect(drafted).toContain("water plant");
  expect(drafted).not.toMatch(/show me|find me|mostra|what is/);
});

it("one that only reads, as its server says, is looked at", () => {
  const annotations = { readOnlyHint: true };
  const drafted = templatesOf({ plantCare: { description: "Care", inputSchema, annotations } });
  expect(drafted).toContain("show me");
});

it("what a name says twice is one thing", () => {
  const drafted = templatesOf({ "pantry.pantry_find": { description: "Find", inputSchema } });
  expect(drafted).toContain('"show me pantry"');
  expect(drafted).not.toContain("pantry pantry");
});
