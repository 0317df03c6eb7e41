import { expect, it } from "vitest";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import { stretchesOf } from "./marks.ts";

const intentOf = (more: Partial<IntentOutput>): IntentOutput => ({
  ...{ primary_domain: "garden", goal: "WATER", entities: {}, confidence: 1, original_query: "" },
  ...{ tier: "template", evidence: [], alternatives: [], also: [], followups: [], ...more },
});
const shown = (text: string, more: Partial<IntentOutput>) =>
  stretchesOf(text, intentOf(more)).map(
    ({ text: part, kind, label }) => `${part}|${kind}|${label}`,
  );
const around = { locale: "pt-BR", belongs_to: { to: "request", at: 0 } } as const;

it("marks values, modifiers and unread words where they stand, and leaves the rest plain", () => {
  const modifiers = [
    {
      ...around,
      kind: "time" as const,
      value: "later",
      text: "amanhã",
      span: { start: 13, end: 19 },
    },
  ];
  const unread = [{ text: "logo", span: { start: 20, end: 24 } }];
  expect(
    shown("rega a Horta amanhã logo", { entities: { place: "horta" }, modifiers, unread }),
  ).toEqual([
    "rega a |plain|",
    "Horta|entity|place",
    " |plain|",
    "amanhã|modifier|time",
    " |plain|",
    "logo|unread|",
  ]);
});

it("of two readings of the same words one is shown, and the sentence stays whole", () => {
  const modifiers = [
    {
      ...around,
      kind: "time" as const,
      value: "later",
      text: "amanhã",
      span: { start: 5, end: 11 },
    },
  ];
  const text = "rega amanhã cedo";
  const parts = stretchesOf(text, intentOf({ entities: { what: "amanhã cedo" }, modifiers }));
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.map(({ kind }) => kind)).toEqual(["plain", "modifier", "plain"]);
});

it("words of the goal are no modifiers, and values that were not said have no place", () => {
  const modifiers = [
    {
      ...around,
      kind: "mood" as const,
      value: "asked_about",
      text: "qual",
      span: { start: 0, end: 4 },
      belongs_to: { to: "goal" as const, at: 0 },
    },
  ];
  expect(shown("qual vaso", { entities: { day: "2026-01-01" }, modifiers })).toEqual([
    "qual vaso|plain|",
  ]);
});
