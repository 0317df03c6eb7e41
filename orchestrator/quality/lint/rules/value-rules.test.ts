import { expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../../../catalogue/catalogue.fixture.ts";
import { type GoalSketch, inShort, rain, weather } from "../lint.fixture.ts";
import { lintManifests } from "../lint-manifests.ts";

type Sketch = Partial<ManifestSource>;

const lint = (changes: Sketch = {}) => lintManifests(testCatalogue({ ...weather, ...changes }));
/** The good goal with other hints or entities. */
const goalWith = (
  hints: Partial<NonNullable<GoalSketch["hints"]>>,
  changes: Partial<GoalSketch> = {},
): Sketch => ({ goals: [{ ...rain, ...changes, hints: { ...rain.hints, ...hints } }] });
const english = rain.hints?.examples?.en ?? [];
const portuguese = rain.hints?.examples?.["pt-BR"] ?? [];
/** The capability with parameters that it cannot do without. */
const needing = (...required: string[]) => ({
  capability: "get_rain",
  effect: "read" as const,
  params_schema: {
    type: "object" as const,
    properties: Object.fromEntries(required.map((name) => [name, { type: "string" as const }])),
    required,
  },
});

it.each<[what: string, planted: Sketch, found: string]>([
  ...[
    { type: "integer" as const, default: "many" },
    { type: "boolean" as const, default: "maybe" },
    { list: "days", default: "tomorrow" },
    { type: "number" as const, list: "levels", default: 9 },
  ].map((entity): [string, Sketch, string] => [
    `a default that is none of the values: ${entity.default}`,
    {
      lists: {
        days: { values: ["today", { in: "tomorrow", out: "NEXT" }] },
        levels: { range: { from: 1, to: 5 } },
      },
      ...goalWith(
        {
          examples: {
            "pt-BR": portuguese,
            en: [...english, "[some](more) rain in [X](place_text)"],
          },
        },
        { entities_schema: { ...rain.entities_schema, more: entity } },
      ),
    },
    "error bad_default goals.0.entities_schema.more.default",
  ]),
  [
    "a parameter that is needed, of an entity that is not",
    {
      ...goalWith({}, { entities_schema: { place_text: {} } }),
      capabilities: [needing("place_text")],
    },
    "warning unfilled_param goals.0.entities_schema.place_text.required",
  ],
  [
    "a parameter that is needed, and that the goal has nothing for",
    { capabilities: [needing("place_text", "day")] },
    "warning unfilled_param capabilities.0.params_schema.required",
  ],
])("finds %s, and nothing else", (_what, planted, found) => {
  expect(inShort(lint(planted))).toEqual([found]);
});

it("has nothing to say of a parameter that is needed and always there", () => {
  const { place_text } = rain.entities_schema ?? {};
  for (const entity of [{ ...place_text, required: true }, { default: "Recife" }])
    expect(
      lint({
        ...goalWith({}, { entities_schema: { place_text: entity } }),
        capabilities: [needing("place_text")],
      }),
    ).toEqual([]);
});
