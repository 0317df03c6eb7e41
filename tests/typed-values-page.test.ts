import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { TypedEntity } from "#shared/contracts/goal.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { tokens } from "../orchestrator/language/text.ts";
import { recognise } from "../orchestrator/language/values/typed-values.ts";

const page = readFileSync(new URL("../docs/add-a-domain.md", import.meta.url), "utf8");
const FRIDAY = { year: 2026, month: 11, day: 20, weekday: 5 };

/** The first value of a type in a text, as JSON. */
function arrivesAs(type: TypedEntity, text: string, locale: Locale): string | undefined {
  const words = tokens(text);
  for (let at = 0; at < words.length; at++) {
    const found = recognise(type, { text, words, locale, today: () => FRIDAY }, at);
    if (found !== undefined) return JSON.stringify(found.value);
  }
  return undefined;
}

/** The row of a type, and its cells. */
const rowOf = (type: string): string =>
  page.split("\n").find((line) => line.startsWith("| `") && line.includes(`\`${type}\``)) ?? "";

it.each<[TypedEntity, Locale, string]>([
  ["integer", "pt-BR", "vinte e cinco"],
  ["number", "pt-BR", "1.234,56"],
  ["money", "pt-BR", "R$ 1.234,56"],
  ["money", "pt-BR", "dez reais"],
  ["percent", "pt-BR", "2,5 por cento"],
  ["date", "pt-BR", "amanhã"],
  ["date", "pt-BR", "3 de março de 2025"],
  ["date", "pt-BR", "sexta"],
  ["time", "pt-BR", "3 da tarde"],
  ["time", "pt-BR", "10h30"],
  ["time", "en", "8pm"],
  ["duration", "pt-BR", "1 hora e 30 minutos"],
  ["duration", "en", "two weeks"],
  ["url", "pt-BR", "veja https://a.b/c"],
  ["email", "pt-BR", "ana@x.com"],
])("a %s arrives as the page for authors says: %s, %s", (type, locale, text) => {
  const row = rowOf(type);
  expect(row).toContain(text);
  expect(row).toContain(`\`${arrivesAs(type, text, locale)}\``);
});
