import { expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../../../catalogue/catalogue.fixture.ts";
import { deadWatchables } from "./sibling-rules.ts";

type Goal = NonNullable<ManifestSource["goals"]>[number];
type Capability = ManifestSource["capabilities"][number];

const result = {
  type: "object" as const,
  properties: {
    level: { type: "number" as const },
    state: { type: "string" as const, enum: ["OPEN", "SHUT"] },
    gates: { type: "array" as const, items: { type: "string" as const } },
  },
};
const level = { name: "level", path: "level", words: { en: ["level"] } };

/** What is said of a goal that watches something, with one thing changed. */
function said({
  goal = {},
  capability = {},
}: {
  goal?: Partial<Goal>;
  capability?: Partial<Capability>;
}) {
  const catalogue = testCatalogue({
    domain: "canal",
    goals: [
      {
        ...{
          goal: "ASK_LEVEL",
          description: { en: "The level of a lock" },
          capability: "get_level",
        },
        hints: { examples: { en: ["the level of [Bingley](lock_text)"] } },
        entities_schema: { lock_text: { required: true } },
        watchable: [level],
        ...goal,
      },
    ],
    capabilities: [
      {
        capability: "get_level",
        effect: "read",
        result_schema: result,
        ...capability,
      } as Capability,
      { capability: "find_lock", effect: "read" },
    ],
  });
  return deadWatchables(catalogue).map(
    ({ level: how, path, message }) => `${how} ${path}: ${message.en}`,
  );
}

it("has nothing to say of a value that can be waited for", () => {
  expect(said({})).toEqual([]);
  expect(said({ capability: { result_schema: { type: "object" } } })).toEqual([]);
});

it.each<[string, Parameters<typeof said>[0], string]>([
  [
    "a goal that needs nothing",
    { goal: { entities_schema: { lock_text: {} } } },
    "requires no entity",
  ],
  ["a value that nothing says", { goal: { hints: {} } }, "what lock_text can be"],
  [
    "a list",
    { goal: { watchable: [{ ...level, path: "gates" }] } },
    "gates in its result is a list",
  ],
  [
    "a state that never comes",
    { goal: { watchable: [{ ...level, path: "state", values: { BROKEN: { en: ["broken"] } } }] } },
    "is never BROKEN",
  ],
  [
    "what is searched for first",
    {
      capability: {
        metadata: {
          flow: { pre: [{ type: "find", param: "lock", search_capability: "find_lock" }] },
        },
      },
    },
    "only called after a search",
  ],
  [
    "what no service carries out",
    {
      capability: {
        kind: "reasoning",
        prompt: { template: { en: "Guess." }, max_tokens: 10 },
      } as Partial<Capability>,
    },
    "no service runs",
  ],
])("tells of %s as an error", (_what, change, why) => {
  expect(said(change)).toEqual([
    expect.stringMatching(/^error goals\.0\.watchable\.0: Nobody can watch level of ASK_LEVEL: /),
  ]);
  expect(said(change)[0]).toContain(why);
});

it("a type, a list, synonyms or a mark of another goal say what a value can be", () => {
  const bare = { hints: {} };
  expect(
    said({ goal: { ...bare, entities_schema: { lock: { type: "integer", required: true } } } }),
  ).toEqual([]);
  const synonyms = { TOP: ["top", "upper"] };
  expect(
    said({ goal: { ...bare, entities_schema: { lock: { synonyms, required: true } } } }),
  ).toEqual([]);
});
