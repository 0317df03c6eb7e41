import { describe, expect, it } from "vitest";
import { type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";
import { judgeExample } from "./jobs.ts";

type Goal = NonNullable<ManifestSource["goals"]>[number];
const goal = (name: string, en: string[], more: Partial<Goal> = {}): Goal => ({
  goal: name,
  description: { en: name },
  capability: "do_it",
  hints: { examples: { en }, negatives: { en: [{ text: "water down the wine" }] } },
  ...more,
});
const garden = manifestSchema.parse({
  manifest_version: "1",
  domain: "garden",
  version: "1.0.0",
  description: { en: "Garden" },
  goals: [
    goal("WATER", ["water the [roses](plant_text)", "give the [ferns](plant_text) some water"], {
      entities_schema: { plant_text: {} },
    }),
    goal("PRUNE", ["cut back the hedge", "trim the hedge please"]),
  ],
  capabilities: [{ capability: "do_it", effect: "read" }],
});
const example = (text: string, goalName = "WATER"): PromotedExample => ({
  domain: "garden",
  goal: goalName,
  locale: "en",
  example: text,
});

describe("one more example", () => {
  it("that does no harm is learnt, with its values", () => {
    expect(judgeExample([garden], example("a drink for my [orchids](plant_text)"), [])).toEqual({
      errors: [],
      changes: [],
      isLearnt: true,
      nearMisses: [],
    });
  });

  it("that another goal has as its own takes that sentence away, and is told", () => {
    const { changes, isLearnt } = judgeExample([garden], example("cut back the hedge"), []);
    expect(isLearnt && changes.length === 0).toBe(false);
  });

  it("changes what people said before, and is told", () => {
    const said = "cut back the hedge for good";
    const { changes } = judgeExample([garden], example("cut back the hedge for good now"), [said]);
    expect(changes.map(({ text }) => text)).toContain(said);
  });

  it.each([
    [
      "marks an entity that the goal does not have",
      "a drink for my [orchids](animal_text)",
      "wrong_mark",
    ],
    ["is one of the goal's near misses", "water down the wine", "denied_example"],
  ])("that %s is an error", (_what, text, rule) => {
    expect(judgeExample([garden], example(text), []).errors.map((each) => each.rule)).toEqual([
      rule,
    ]);
  });
});
