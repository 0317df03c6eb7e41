import { expect, it } from "vitest";
import { goalSchema } from "../contracts/manifest.ts";
import { exampleFaults, foldSentence } from "./goal-files.ts";

const weather = goalSchema.parse({
  goal: "FORECAST",
  description: { en: "Forecast" },
  capability: "get_forecast",
  entities_schema: {
    place_text: {},
    kind: { type: "enum", values: ["RAIN", "SUN"], synonyms: { RAIN: ["rain", "Chuva"] } },
  },
});

it.each([
  ["a sentence without marks", "how will it be", []],
  ["its own entities", "[chuva](kind:RAIN) em [Recife](place_text)", []],
  ["an enum said as its value", "[sun](kind:SUN) tomorrow", []],
  [
    "an entity of nobody",
    "in [Rome](city)",
    ["in [Rome](city): city is not an entity of FORECAST"],
  ],
  ["a value of nobody", "[snow](kind:SNOW)", ["[snow](kind:SNOW): kind has no value SNOW"]],
  [
    "a word that means no value",
    "[drizzle](kind:RAIN)",
    ['[drizzle](kind:RAIN): "drizzle" is no synonym of RAIN'],
  ],
  ["half a mark", "in [Rome](place_text", ["in [Rome](place_text: a mark that is not complete"]],
])("%s", (_case, example, faults) => expect(exampleFaults(example, weather)).toEqual(faults));

it("holds sentences for equal whatever their case, accents and punctuation", () => {
  expect(foldSentence("Vai chover, à noite?!")).toBe(foldSentence("vai chover a noite"));
});
