import { expect, it } from "vitest";
import { speaksOfComing } from "./coming.ts";

it.each([
  "histórico da PETR4 nos próximos 3 meses",
  "quanto vai estar a vale amanhã",
  "gráfico da vale na semana que vem",
  "preço da vale no próximo ano",
  "apple price history for the next 6 months",
  "price of apple tomorrow",
])("%s is about what has not come", (sentence) => expect(speaksOfComing(sentence)).toBe(true));

it.each([
  "histórico da PETR4 nos últimos 3 meses",
  "preço da próxima ação da lista",
  "how did tesla do last week",
  "e a próxima?",
])("%s is not", (sentence) => expect(speaksOfComing(sentence)).toBe(false));
