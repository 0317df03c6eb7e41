import { expect, it } from "vitest";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { catalogue } from "./understand.fixture.ts";
import { buildUnderstanding } from "./understand.ts";

const understanding = buildUnderstanding(catalogue);
const hear = (text: string, lastFrame: GoalFrame | null = null, locale: "pt-BR" | "en" = "pt-BR") =>
  understanding.understand(text, { lastFrame, locale });
const asked = (text: string): GoalFrame => {
  const { primary_domain, goal, entities, confidence, original_query } = hear(text).intent;
  if (primary_domain === null || goal === null) throw new Error(`"${text}" was not understood`);
  return { primary_domain, goal, entities, confidence, original_query };
};

it.each([
  "quis dizer Oslo",
  "não, eu quis dizer Oslo",
  "muda pra Oslo",
  "troca por Oslo",
  "não, Oslo",
  "na verdade em Oslo",
  "I meant Oslo",
  "no, Oslo",
  "actually, Oslo",
  "obrigado, e em Oslo?",
  "ok, and Oslo?",
  "desculpa, é Oslo kkk",
  "ops, era Oslo",
  "faz pra Oslo",
  "sorry, it's Oslo",
])("after Recife was asked about, %s asks about Oslo", (text) => {
  const { goal, entities, tier } = hear(text, asked("previsão de Recife")).intent;
  expect({ goal, entities, tier }).toEqual({
    goal: "FORECAST",
    entities: { place_text: "Oslo" },
    tier: "elliptical",
  });
});

it.each([
  "não sei",
  "não entendi nada",
  "não, obrigado",
  "sorry about that",
  "quis dizer outra coisa",
  "faz pra mim um favor",
  "desculpa, é que eu me enganei",
])("%s corrects nothing", (text) =>
  expect(hear(text, asked("previsão de Recife")).intent.tier).not.toBe("elliptical"),
);

it("of several values no one can tell which one is corrected", () => {
  const both = asked("previsão de Recife e Paris");
  expect(both.entities["place_text"]).toHaveLength(2);
  expect(hear("não, Oslo", both).intent.tier).not.toBe("elliptical");
});

it("a word that both languages use says nothing about the language", () => {
  expect(hear("no, Oslo", asked("previsão de Recife"), "en").locale).toBe("en");
});

it("what an enum's values are called tells the language", () => {
  expect(understanding.understand("coldest", { lastFrame: null }).locale).toBe("en");
});

const hall = buildUnderstanding(
  testCatalogue({
    domain: "hall",
    goals: [
      {
        goal: "BOOK_HALL",
        description: { "pt-BR": "Reservar o salão", en: "Book the hall" },
        entities_schema: { day: { type: "date", required: true } },
        capability: "book_hall",
        hints: {
          templates: {
            "pt-BR": ["reserva o salão (dia|para) {day}"],
            en: ["book the hall for {day}"],
          },
        },
      },
    ],
    capabilities: [{ capability: "book_hall", effect: "write" }],
  }),
);

it.each([
  ["o dia 19/12/2026", "elliptical"],
  ["e dia 19/12/2026?", "elliptical"],
  ["o que tenho dia 19/12/2026?", "none"],
  ["o que tenho dia 19/12/2026", "none"],
  ["as de 19/12/2026?", "none"],
] as const)("after a booking, %s: %s", (text, tier) => {
  const lastFrame: GoalFrame = {
    primary_domain: "hall",
    goal: "BOOK_HALL",
    entities: { day: "2026-12-18" },
    confidence: 1,
    original_query: "reserva o salão dia 18/12/2026",
  };
  const { intent } = hall.understand(text, { lastFrame, locale: "pt-BR" });
  expect(intent.tier === "elliptical" ? "elliptical" : "none").toBe(tier);
});

it("a question that names nothing but another kind does not do it to the thing named before", () => {
  const shelf = buildUnderstanding(
    testCatalogue({
      domain: "shelf",
      capabilities: [{ capability: "remove", effect: "destructive" }],
      goals: [
        {
          goal: "REMOVE",
          description: { en: "Remove something" },
          capability: "remove",
          entities_schema: {
            title: { type: "string", required: true, question: { en: "What?" } },
            kind: {
              type: "enum",
              values: ["FILM", "BOOK"],
              synonyms: { FILM: ["film"], BOOK: ["book"] },
            },
          },
          hints: { examples: { en: ["remove the film [Alien](title)"] } },
        },
      ],
    }),
  );
  const lastFrame: GoalFrame = {
    primary_domain: "shelf",
    goal: "REMOVE",
    entities: { title: "Alien", kind: "BOOK" },
    confidence: 1,
    original_query: "remove the book Alien",
  };
  const tierOf = (text: string) => shelf.understand(text, { lastFrame, locale: "en" }).intent.tier;
  expect(tierOf("and the film?")).not.toBe("elliptical");
  expect(tierOf("no, the film")).toBe("elliptical");
});
