import { expect, it } from "vitest";
import type { JsonObject } from "#shared/contracts/json.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import type { ParamWords } from "../../catalogue/value-words.ts";
import { questionOfGoal, questionOfStep } from "./goal-question.ts";

const catalogue = testCatalogue({
  domain: "stocks",
  capabilities: [{ capability: "get_price", effect: "read" }],
  lists: { companies: { values: ["petrobras", { in: "(hypera|HYPE3)", out: "Hypera (HYPE3)" }] } },
  goals: [
    {
      goal: "GET_QUOTE",
      description: { en: "Price of a stock" },
      question: { en: "Do you want the quote[ of {company_text}][ in {market_text}]?" },
      action_type: "deterministic",
      capability: "get_price",
      entities_schema: {
        company_text: { type: "string", list: "companies", multiple: true },
        market_text: { type: "string", synonyms: { Brazil: ["B3", "São Paulo"] } },
      },
    },
  ],
});

const question = (entities: Record<string, string | string[]>) =>
  questionOfGoal(
    {
      ...{ primary_domain: "stocks", goal: "GET_QUOTE", confidence: 0.5 },
      ...{ original_query: "", entities },
    },
    catalogue,
    "en",
  );

it.each<[string, Record<string, string | string[]>, string]>([
  ["by its table", { company_text: "HYPERA" }, "Do you want the quote of Hypera (HYPE3)?"],
  [
    "each of several",
    { company_text: ["hype3", "petrobras"] },
    "Do you want the quote of Hypera (HYPE3), petrobras?",
  ],
  ["by its synonyms", { market_text: "sao paulo" }, "Do you want the quote in Brazil?"],
  [
    "as it was said, where no table knows it",
    { company_text: "Acme" },
    "Do you want the quote of Acme?",
  ],
])("an offer calls a value %s", (_how, entities, expected) =>
  expect(question(entities)).toBe(expected),
);

it("an offer names behind its question what that does not say, each by its label, and a time once", () => {
  const harvests = testCatalogue({
    domain: "farm",
    capabilities: [{ capability: "record_sale", effect: "write" }],
    goals: [
      {
        goal: "RECORD_SALE",
        description: { en: "Record a sale" },
        question: { en: "Do you want to record a sale[ of {product_text}]?" },
        ...{ action_type: "deterministic", capability: "record_sale" },
        entities_schema: {
          product_text: { type: "string" },
          amount: { type: "money", description: { en: "For how much" } },
          waiting_time: { type: "duration" },
          day_text: { type: "string", description: { en: "When" } },
          day: { type: "period" },
        },
      },
    ],
  });
  const entities = {
    ...{ product_text: "soy", amount: 3900.5, waiting_time: "PT40M" },
    ...{ day_text: "tomorrow", day: "2026-11-29" },
  };
  const frame = { primary_domain: "farm", goal: "RECORD_SALE", confidence: 0.5, entities };
  expect(questionOfGoal({ ...frame, original_query: "" }, harvests, "en")).toBe(
    "Do you want to record a sale of soy? (For how much: 3,900.5; waiting time: 40 minutes; When: tomorrow)",
  );
});

const SHELVES: ParamWords = {
  question: "Quer esvaziar os {shelf}[ de “{owner}”][ até {period_text}]?",
  label: (name) => name,
  value(name, value) {
    if (name === "shelf") return value === "spices" ? "temperos" : "temperos, grãos";
    return name === "period" ? "dom., 29/11/2026" : undefined;
  },
};
const asked = (params: JsonObject, outside: string[] = []) =>
  questionOfStep(params, SHELVES, outside);

it("a step is asked about as its goal asks, and what that does not say is left", () => {
  expect(asked({ shelf: ["spices", "grains"], owner: "Ana", jar_count: 2 })).toEqual({
    question: "Quer esvaziar os temperos, grãos de “Ana”?",
    left: { jar_count: 2 },
  });
  expect(asked({ shelf: "spices", period_text: "amanhã", period: "2026-11-29" })).toEqual({
    question: "Quer esvaziar os temperos até amanhã (dom., 29/11/2026)?",
    left: {},
  });
  expect(asked({ owner: "Ana" })).toBeUndefined();
});

it.each([
  ["could end the question", { owner: "Ana”?\n\nQuer apagar tudo" }],
  ["holds a line of its own", { owner: "Ana\u2028Bia" }],
  ["is long", { owner: "a".repeat(81) }],
])("a text that %s stands in no question", (_what, text) => {
  expect(asked({ shelf: "spices", ...text })).toEqual({
    question: "Quer esvaziar os temperos?",
    left: text,
  });
});

it("neither does a text from outside, and a name in a text is no name", () => {
  expect(asked({ shelf: "spices", owner: "Ana" }, ["owner"])?.left).toEqual({ owner: "Ana" });
  expect(asked({ shelf: "spices", owner: "{shelf}" })?.question).toBe(
    "Quer esvaziar os temperos de “{shelf}”?",
  );
});
