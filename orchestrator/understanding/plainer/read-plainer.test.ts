import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { farewellIn } from "./read-plainer.ts";

it.each<[string, Locale, string, boolean]>([
  ["jot down: buy bread. Ta ever so much.", "en", "jot down: buy bread", true],
  ["anota pão. Um abraço, Deus te abençoe!", "pt-BR", "anota pão", true],
  ["salva o filme Bacurau fechou", "pt-BR", "salva o filme Bacurau", false],
  ["anota: comprar pão. Obrigada, viu?", "pt-BR", "anota: comprar pão", true],
])("%s: it ends without its farewell", (text, locale, request, isApart) => {
  const farewell = farewellIn(text, locale);
  expect(text.slice(0, farewell?.end)).toBe(request);
  expect(farewell?.isApart).toBe(isApart);
});

it.each<[string, Locale]>([
  ["note: thank Ana for the cake", "en"],
  ["anota: agradecer o Beto. ligar pro banco", "pt-BR"],
  ["fechou", "pt-BR"],
])("%s: nothing is cut off", (text, locale) => expect(farewellIn(text, locale)).toBeUndefined());
