import { expect, it } from "vitest";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const goal = (name: string, templates: string[], examples: string[]) => ({
  goal: name,
  description: { en: name },
  capability: "work",
  hints: { templates: { en: templates }, examples: { en: examples } },
  entities_schema: { name: {}, room: {} },
});
const understanding = buildUnderstanding(
  testCatalogue({
    domain: "house",
    capabilities: [{ capability: "work" }],
    goals: [
      goal(
        "MOW",
        ["start [the] {name}"],
        ["start the [Mower](name)", "let the [Mower](name) cut the grass", "the lawn is too long"],
      ),
      goal(
        "SWEEP",
        ["start [the] {name}"],
        [
          "start sweeping with [Rosie](name)",
          "let [Rosie](name) sweep the floor",
          "the floor is dirty",
        ],
      ),
      goal(
        "DIM",
        ["dim [the] {name}"],
        [
          "dim the [Lamp of the Hall](name)",
          "dim the [Lamp](name)",
          "less light from the [Hall](name)",
        ],
      ),
      goal(
        "SHUT",
        ["(shut|dim) [the] {name} (of|in) [the] {room}"],
        ["shut the [Blind](name) in the [Hall](room)", "shut the [Blind](name)", "no sun please"],
      ),
    ],
  }),
);
const heard = (text: string) => {
  const { goal, confidence } = understanding.understand(text, { lastFrame: null }).intent;
  return [goal, confidence >= 0.94];
};

it.each([
  ["start the Harvester", false, "no example knows the name"],
  ["start Rosie", true, "only one goal's examples know the name"],
])("%s acts %s where two goals' templates fit: %s", (text, acts) =>
  expect(heard(text)[1]).toBe(acts),
);

it("what may be one name is not cut in two without the examples' agreement", () => {
  expect(heard("dim the Lamp of the Hall")).not.toEqual(["SHUT", true]);
});
