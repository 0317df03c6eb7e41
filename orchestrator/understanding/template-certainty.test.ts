import { expect, it } from "vitest";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const goal = (name: string, capability: string, verb: string, examples: string[]) => ({
  goal: name,
  description: { en: `${verb} something` },
  capability,
  entities_schema: {
    name: { type: "string" as const, required: true, question: { en: "What?" } },
  },
  hints: { examples: { en: examples }, templates: { en: [`${verb} [the] {name}`] } },
});
// Almost anything would fit after these verbs: what stands there decides.
const houseSketch = {
  domain: "house",
  capabilities: [{ capability: "open_it" }, { capability: "close_it" }],
  goals: [
    goal("OPEN", "open_it", "open", ["open the Garden Gate", "open [blue door](name)"]),
    goal("CLOSE", "close_it", "close", ["close the Attic", "close the Garden Gate"]),
  ],
};
const understanding = buildUnderstanding(testCatalogue(houseSketch));
const confidence = (text: string) => {
  const { intent } = understanding.understand(text, { lastFrame: null });
  return { goal: intent.goal, acts: intent.confidence >= 0.94 };
};

it.each([
  ["names that examples know", "open the garden gate", true],
  ["names that examples mark", "close the blue door", true],
  ["what is written as a name", "open the Wine Cellar", true],
  ["a name and the word that leads up to another", "open the garden gate to", false],
  ["a stranger among small letters", "open a support ticket", false],
  ["capitals that say nothing", "OPEN A SUPPORT TICKET", false],
])("%s: %s", (_, text, acts) => expect(confidence(text).acts).toBe(acts));

it("only reads where much is said around a stranger", () => {
  const said = (effect: "read" | "write") => {
    const { hints, ...find } = goal("FIND", "find_it", "find", ["find [blue door](name)"]);
    const around = { ...hints, templates: { en: ["where did I say the {name} was"] } };
    const catalogue = testCatalogue({
      domain: "house",
      capabilities: [...houseSketch.capabilities, { capability: "find_it", effect }],
      goals: [...houseSketch.goals, { ...find, hints: around }],
    });
    const text = "where did I say the curtain rail was";
    return buildUnderstanding(catalogue).understand(text, { lastFrame: null }).intent.confidence;
  };
  expect(said("read")).toBeGreaterThanOrEqual(0.94);
  expect(said("write")).toBeLessThan(0.94);
});

it("calls no one a stranger where the examples know no one", () => {
  const shelf = testCatalogue({
    domain: "shelf",
    capabilities: [{ capability: "look_up" }],
    goals: [goal("LOOK_UP", "look_up", "look up", [])],
  });
  const { intent } = buildUnderstanding(shelf).understand("look up milk", { lastFrame: null });
  expect(intent.confidence).toBeGreaterThanOrEqual(0.94);
});

it("asks where what stands there is a name that another domain's examples say", () => {
  const { hints: _, ...car } = goal("OPEN_CAR", "open_car", "unlock", []);
  const garage = {
    domain: "garage",
    capabilities: [{ capability: "open_car" }],
    goals: [
      {
        ...car,
        hints: {
          examples: {
            en: [
              "park [Beetle](name), the van and the bus in the second row behind the house",
              "wash the van",
            ],
          },
        },
      },
    ],
  };
  const both = buildUnderstanding(testCatalogue(houseSketch, garage));
  const acts = (text: string) =>
    both.understand(text, { lastFrame: null }).intent.confidence >= 0.94;
  expect(acts("open the Beetle")).toBe(false);
  expect(acts("open the Wine Cellar")).toBe(true);
});
