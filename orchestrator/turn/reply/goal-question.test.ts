import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { questionOfGoal } from "./goal-question.ts";

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
