import { describe, expect, it } from "vitest";
import { capabilitySchema } from "#shared/contracts/capability.ts";
import type { Entities } from "#shared/contracts/intent.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { injectMemory, missingEntities } from "./missing-entities.ts";
import { catalogue, frame } from "./planner.fixture.ts";
import { acceptedParams, resolveGoal, saidParams } from "./resolve-goal.ts";

describe("a goal's capability", () => {
  it.each<[string, string, Entities, string[]]>([
    ["is the only one there is", "FORECAST", { city_text: "Lisbon" }, ["forecast"]],
    ["is mapped from a value", "EXTREMES", { kind: "HOT" }, ["hottest"]],
    [
      "is several where a value means several",
      "EXTREMES",
      { kind: "BOTH" },
      ["hottest", "coldest"],
    ],
    [
      "is several where several values were said",
      "EXTREMES",
      { kind: ["COLD", "HOT"] },
      ["coldest", "hottest"],
    ],
    [
      "is named once where two values mean the same",
      "EXTREMES",
      { kind: ["HOT", "BOTH"] },
      ["hottest", "coldest"],
    ],
    ["comes from the default where nothing was said", "EXTREMES", {}, ["hottest", "coldest"]],
    [
      "comes from the default for a value that nobody mapped",
      "EXTREMES",
      { kind: "WET" },
      ["hottest", "coldest"],
    ],
    ["is the first mapped without a default", "STORM", {}, ["hottest"]],
    ["is not an inherited property", "STORM", { level: "constructor" }, ["hottest"]],
  ])("%s", (_how, goal, entities, expected) => {
    expect(
      resolveGoal(frame(goal, entities), catalogue).map(({ capability }) => capability),
    ).toEqual(expected);
  });

  it("is called with what it can use: a closed schema leaves the rest out, an open one takes all", () => {
    const [hottest, coldest] = resolveGoal(
      frame("EXTREMES", { kind: "BOTH", region_text: "Minho", invented: "x" }),
      catalogue,
    );
    expect(hottest).toEqual({
      domain: "weather",
      capability: "hottest",
      parameters: { region_text: "Minho" },
      confidence: 0.97,
      original_query: "what was said",
    });
    expect(coldest?.parameters).toEqual({ kind: "BOTH", region_text: "Minho" });
  });

  it("gets defaults, and the words that its searches and lists need", () => {
    const [forecast] = resolveGoal(frame("FORECAST", { city_text: ["Porto"] }), catalogue);
    expect(forecast?.parameters).toEqual({ city_text: ["Porto"], days: 3 });
  });

  it("is never guessed for a goal that is not there", () => {
    expect(() => resolveGoal(frame("RAIN"), catalogue)).toThrow("weather has no goal RAIN");
  });
});

describe("what is missing", () => {
  it.each<[string, string, Entities, string[]]>([
    ["is a required entity without a value", "FORECAST", {}, ["city_text"]],
    ["is also one with nothing in it", "FORECAST", { city_text: " " }, ["city_text"]],
    ["is also an empty list", "FORECAST", { city_text: [] }, ["city_text"]],
    ["is nothing when it was said", "FORECAST", { city_text: "Lisbon" }, []],
    ["is not what has a default", "EXTREMES", { region_text: "Minho" }, []],
    ["is nothing for a goal that is not there", "RAIN", {}, []],
  ])("%s", (_what, goal, entities, expected) => {
    expect(missingEntities(frame(goal, entities), catalogue).map(({ entity }) => entity)).toEqual(
      expected,
    );
  });
  it("comes with its schema, for the question", () => {
    expect(missingEntities(frame("FORECAST"), catalogue)[0]?.schema.remember).toBe(true);
  });
});

describe("memory", () => {
  it.each<[string, string, Entities, Record<string, string | string[] | object>, Entities]>([
    [
      "fills what is required and was not said",
      "FORECAST",
      {},
      { city_text: "Lisbon" },
      { city_text: "Lisbon" },
    ],
    [
      "never replaces what was said",
      "FORECAST",
      { city_text: "Porto" },
      { city_text: "Lisbon" },
      { city_text: "Porto" },
    ],
    [
      "is not asked for what the manifest does not mark",
      "FORECAST",
      { city_text: "Porto" },
      { days: "9" },
      { city_text: "Porto" },
    ],
    ["is not used for other goals' entities", "FORECAST", {}, { region_text: "Minho" }, {}],
    ["gives a list only where one is taken", "EXTREMES", {}, { region_text: ["a", "b"] }, {}],
    ["gives no value that the entity does not have", "STORM", {}, { level: "GONE" }, {}],
    ["gives a value that it has", "STORM", {}, { level: "LOW" }, { level: "LOW" }],
    ["gives nothing that is not a value", "EXTREMES", {}, { region_text: { a: 1 } }, {}],
  ])("%s", (_habit, goal, entities, remembered, expected) => {
    expect(injectMemory(frame(goal, entities), remembered as never, catalogue).entities).toEqual(
      expected,
    );
  });
});

const taking = (city: JsonSchema) =>
  capabilitySchema.parse({
    capability: "forecast",
    effect: "read",
    params_schema: { type: "object", properties: { city } },
  });
const LIST: JsonSchema = { type: "array", items: { type: "string" } };
const ONE: JsonSchema = { type: "string" };

it.each<[string, JsonSchema, string | string[], string | string[]]>([
  ["one value becomes a list where only lists are taken", LIST, "Oslo", ["Oslo"]],
  ["several stay as they are", LIST, ["Oslo", "Rome"], ["Oslo", "Rome"]],
  ["a list of one becomes its value where no list is taken", ONE, ["Oslo"], "Oslo"],
  ["a list of two stays, to be refused", ONE, ["Oslo", "Rome"], ["Oslo", "Rome"]],
  ["where both are taken nothing changes", { anyOf: [LIST, ONE] }, "Oslo", "Oslo"],
  ["where nothing is said nothing changes", {}, "Oslo", "Oslo"],
])("%s", (_habit, schema, given, taken) =>
  expect(saidParams(taking(schema), { city: given })).toEqual({ city: taken }),
);

it("what the schema does not name is left out", () =>
  expect(acceptedParams(taking(ONE), { city: "Oslo", mood: "fine" })).toEqual({ city: "Oslo" }));
