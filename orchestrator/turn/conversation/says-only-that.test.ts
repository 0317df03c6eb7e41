import { expect, it } from "vitest";
import { saysOnlyThat } from "./says-only-that.ts";

it.each([
  "quero isso",
  "salva essa comparação",
  "guarda",
  "I want that",
  "save both",
  "just save that",
])("%s: a wish for what was shown, and nothing else", (text) =>
  expect(saysOnlyThat(text)).toBe(true),
);

it.each([
  "quero a weg",
  "não quero isso",
  "never save that",
  "salva: isso",
  "keep the note",
  "manda isso",
])("%s: says more", (text) => expect(saysOnlyThat(text)).toBe(false));
