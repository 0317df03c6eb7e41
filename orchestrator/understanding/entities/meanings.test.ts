import { describe, expect, it } from "vitest";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../understand.ts";

const catalogue = testCatalogue({
  domain: "rain",
  lists: { places: { values: ["Recife", "Oslo", "Lisboa", "Manaus"] } },
  goals: [
    {
      goal: "RAIN",
      description: { "pt-BR": "Quanto choveu", en: "How much it rained" },
      entities_schema: {
        place_text: { list: "places", required: true, multiple: true },
        period_text: {},
        period: { type: "period" },
      },
      capability: "rain",
      hints: {
        examples: {
          "pt-BR": [
            "quanto choveu em [Recife](place_text) [este mês](period_text)",
            "quanta chuva caiu em [Oslo](place_text) em [março](period_text)?",
            "quanto choveu em [Lisboa](place_text) desde [janeiro](period_text)",
            "choveu quanto em [Manaus](place_text)",
          ],
          en: ["how much did it rain in [Recife](place_text) in [March](period_text)"],
        },
        templates: {
          "pt-BR": [
            "quanto choveu em {place_text} [em|nos|na] [{period}]",
            "choveu em {place_text} desde {period_text}",
          ],
        },
      },
    },
    {
      goal: "ALARM",
      description: { "pt-BR": "Alarme de chuva", en: "Rain alarm" },
      entities_schema: { period: { type: "period", leaning: "coming" } },
      capability: "alarm",
      hints: { templates: { "pt-BR": ["alarme de chuva (para|na|em) {period}"] } },
    },
    {
      goal: "WATER",
      description: { "pt-BR": "Regar o jardim", en: "Water the garden" },
      entities_schema: {
        day: { type: "date", leaning: "coming", required: true },
        often: { type: "recurrence" },
      },
      capability: "water",
      hints: { templates: { "pt-BR": ["rega o jardim [{day}] [{often}]"] } },
    },
    {
      goal: "COST",
      description: { "pt-BR": "Quanto custa a água", en: "What water costs" },
      entities_schema: { currency: { type: "currency" }, period: { type: "period" } },
      capability: "cost",
      hints: { examples: { "pt-BR": ["quanto custa a água", "preço da água", "conta de água"] } },
    },
  ],
  capabilities: ["rain", "alarm", "water", "cost"].map((capability) => ({
    capability,
    effect: "read" as const,
  })),
});
const understanding = buildUnderstanding(catalogue);
const WEDNESDAY = { now: Date.parse("2026-11-18T15:00:00Z"), timezone: "America/Sao_Paulo" };
const hear = (text: string, lastFrame: GoalFrame | null = null) =>
  understanding.understand(text, { lastFrame, locale: "pt-BR", ...WEDNESDAY }).intent;

describe("beside the words of a period stands what they mean", () => {
  it.each([
    ["quanto choveu em Oslo nos últimos 6 meses", "últimos 6 meses", "P6M/2026-11-18"],
    [
      "quanto choveu em Oslo entre 1 de março e 1 de maio",
      "entre 1 de março e 1 de maio",
      "2026-03-01/2026-05-01",
    ],
    ["choveu em Recife desde janeiro", "janeiro", "2026-01-01/.."],
    ["quanta chuva caiu em Manaus na semana que vem?", "semana que vem", "2026-11-23/2026-11-29"],
  ])("%s", (text, period_text, period) =>
    expect(hear(text)).toMatchObject({ goal: "RAIN", entities: { period_text, period } }),
  );

  it("nothing is said for certain of two days, or of days that no calendar has", () => {
    expect(hear("água de 10/03 ou de 12/03, preço em reais").entities).toEqual({ currency: "BRL" });
    expect(hear("quanta chuva caiu em Oslo em 30/02/2026?").entities).not.toHaveProperty("period");
  });

  it("explain shows which words it was read from", () => {
    const { evidence } = hear("quanto choveu em Oslo ontem");
    expect(evidence.map(({ detail }) => detail)).toContain('period: "ontem" (typed)');
  });
});

it("which of two days is meant is for the goal to say", () => {
  expect(hear("quanto choveu em Oslo na sexta").entities["period"]).toBe("2026-11-13");
  expect(hear("alarme de chuva para sexta").entities["period"]).toBe("2026-11-20");
});

describe("what recurs says its first day by itself", () => {
  it.each([
    ["rega o jardim toda sexta e domingo", "2026-11-20", "FREQ=WEEKLY;BYDAY=SU,FR"],
    ["rega o jardim amanhã toda semana", "2026-11-19", "FREQ=WEEKLY"],
  ])("%s", (text, day, often) => {
    const { entities, doubts } = hear(text);
    expect(entities).toEqual({ day, often });
    expect(doubts).toBeUndefined();
  });

  it("where the words leave the day open, it is asked", () => {
    expect(hear("rega o jardim toda semana").entities).toEqual({ often: "FREQ=WEEKLY" });
  });
});

it("a currency is one where something is wanted in it", () => {
  expect(hear("preço da água em dólar").entities).toEqual({ currency: "USD" });
  expect(hear("preço da água").entities).toEqual({});
});

it("other words than last time mean something else, and the same goal goes on", () => {
  const { primary_domain, goal, ...rest } = hear("quanto choveu em Oslo em março");
  if (primary_domain === null || goal === null) throw new Error("not understood");
  const { entities, confidence, original_query } = rest;
  const last = { primary_domain, goal, entities, confidence, original_query };
  expect(last.entities).toMatchObject({ period: "2026-03" });
  expect(hear("e ontem?", last).entities).toEqual({
    place_text: "Oslo",
    period_text: "ontem",
    period: "2026-11-17",
  });
  expect(hear("e em Recife?", last).entities).toMatchObject({
    place_text: "Recife",
    period: "2026-03",
  });
});

it("tomorrow the same words are heard again, and what depends on no day is not", () => {
  const later = { ...WEDNESDAY, now: WEDNESDAY.now + 86_400_000, lastFrame: null };
  const tomorrow = understanding.understand("quanto choveu em Oslo ontem", later).intent;
  expect(hear("quanto choveu em Oslo ontem").entities["period"]).toBe("2026-11-17");
  expect(tomorrow.entities["period"]).toBe("2026-11-18");
});
