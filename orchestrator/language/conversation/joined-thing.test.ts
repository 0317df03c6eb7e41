import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { undoes } from "./joined-thing.ts";

it.each<[Locale, string]>([
  ["pt-BR", "ai errei, o do node eu uso no trampo. desfaz"],
  ["pt-BR", "não era isso que eu queria, desfaça por favor"],
  ["pt-BR", "ih, não precisa mais, desfaz"],
  ["pt-BR", "desfaz isso, era manteiga"],
  ["en", "undo that, sounds daft"],
  ["en", "undo that, I'd rather not keep it."],
  ["en", "undo that, we still need it"],
])("%s: “%s” undoes, and says why", (locale, text) => {
  expect(undoes(text, locale)).toBe(true);
});

it.each<[Locale, string]>([
  ["pt-BR", "se der errado, desfaz"],
  ["pt-BR", "só se der, desfaz"],
  ["pt-BR", "amanhã, desfaz"],
  ["en", "undo that, no wait"],
  ["en", "when you get home, undo that"],
  ["en", "he said, undo"],
  ["en", "save it, undo"],
  ["en", "is it there? undo"],
])("%s: “%s” undoes nothing", (locale, text) => {
  expect(undoes(text, locale)).toBe(false);
});
