import { expect, it } from "vitest";
import { type Manifest, type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import { compareManifests } from "../review/compare-manifests.ts";
import { withoutTakers } from "./drafted.ts";

type Goal = NonNullable<ManifestSource["goals"]>[number];
const goal = (name: string, en: string[], more: Partial<Goal> = {}): Goal => ({
  ...{ goal: name, description: { en: name }, capability: "do_it", hints: { examples: { en } } },
  ...more,
});
const garden = (more: readonly string[] = []): Manifest =>
  manifestSchema.parse({
    ...{ manifest_version: "1", domain: "garden", version: "1.0.0", description: { en: "Garden" } },
    goals: [
      goal(
        "WATER",
        ["water the [roses](plant_text)", "give the [ferns](plant_text) some water", ...more],
        {
          entities_schema: { plant_text: {} },
        },
      ),
      goal("PRUNE", ["cut back the hedge", "trim the hedge please"]),
    ],
    capabilities: [{ capability: "do_it", effect: "read" }],
  });

const chosen = (...examples: string[]) => examples.map((example) => ({ goal: "WATER", example }));
const check = (examples: string[], said: string[]) =>
  withoutTakers("garden", chosen(...examples), (sentences) =>
    compareManifests([garden()], [garden(sentences.map(({ example }) => example))], said),
  );

const drink = "a drink for my [orchids](plant_text)";
const greedy = "cut back the hedge for good now";

it("keeps out the sentence that would take what people say to another goal, and no other", () => {
  const { staying, held } = check([drink, greedy], ["cut back the hedge for good"]);
  expect(staying).toEqual(chosen(drink));
  expect(held).toMatchObject([
    { sentence: { example: greedy }, takes: { before: { goal: "PRUNE" } } },
  ]);
});

it("keeps out a sentence that another goal acts on itself", () => {
  const { staying, held } = check([drink, greedy], []);
  expect(staying).toEqual(chosen(drink));
  expect(held.map(({ sentence }) => sentence.example)).toEqual([greedy]);
});

it("lets everything pass that takes nothing", () => {
  expect(check([drink], ["what a lovely day"])).toEqual({ staying: chosen(drink), held: [] });
});
