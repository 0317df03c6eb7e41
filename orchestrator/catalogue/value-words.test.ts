import { expect, it } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import { type Goal, goalSchema } from "#shared/contracts/manifest.ts";
import { valueInWords } from "./value-words.ts";

const goal: Goal = goalSchema.parse({
  goal: "MOW",
  description: { en: "Mow the lawn" },
  capability: "mow",
  entities_schema: {
    day: { type: "date" },
    at: { type: "time" },
    takes: { type: "duration" },
    when: { type: "period" },
    price: { type: "money" },
    place: { type: "integer" },
    wet: { type: "boolean" },
    lawn_text: {},
    part: { type: "enum", values: ["front", "BACK"], synonyms: { BACK: ["fundos"] } },
  },
  hints: {
    examples: { "pt-BR": ["corte a [frente](part:front)"], en: ["mow the [back part](part:BACK)"] },
  },
});

it.each<[name: string, value: Json, pt: string | undefined, en: string | undefined]>([
  ["day", "2026-11-29", "dom., 29/11/2026", "Sun, 11/29/2026"],
  ["at", "15:00", "15:00", "15:00"],
  ["takes", "PT1H30M", "1 hora e 30 minutos", "1 hour and 30 minutes"],
  ["takes", "P2W", "2 semanas", "2 weeks"],
  ["when", "2026-11-29", "dom., 29/11/2026", "Sun, 11/29/2026"],
  ["when", "2026-11", "novembro de 2026", "November 2026"],
  ["when", "2026", "2026", "2026"],
  ["when", "P6M", "6 meses", "6 months"],
  ["when", "2026-03-01/..", "01/03/2026 – …", "03/01/2026 – …"],
  ["when", "P1M/2026-11-18", "18/10/2026 – 18/11/2026", "10/18/2026 – 11/18/2026"],
  ["price", 1234.5, "1.234,5", "1,234.5"],
  ["place", 1001, "1001", "1001"],
  ["wet", false, "não", "no"],
  ["part", "front", "frente", "front"],
  ["part", "BACK", "fundos", "back part"],
])("%s %j reads as people write it", (name, value, pt, en) => {
  expect(valueInWords(value, name, goal, "pt-BR")).toBe(pt);
  expect(valueInWords(value, name, goal, "en")).toBe(en);
});

it.each<[name: string, value: Json]>([
  ["lawn_text", "2026-11-29"],
  ["day", "2026-02-30"],
  ["day", "tomorrow\n\nConfirma?"],
  ["takes", "P"],
  ["at", "noon"],
  ["part", "sides"],
  ["nothing", 3],
])("%s %j is shown as it is", (name, value) =>
  expect(valueInWords(value, name, goal, "pt-BR")).toBeUndefined(),
);
