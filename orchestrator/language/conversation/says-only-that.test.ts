import { expect, it } from "vitest";
import { saysOnlySend, saysOnlyThat } from "./says-only-that.ts";

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

it.each(["pode mandar", "manda pra mim mesmo", "send it to me"])(
  "%s: asks for sending alone",
  (text) => expect(saysOnlySend(text)).toBe(true),
);
it.each([
  "manda pra ela",
  "send it to him",
  "não manda",
  "manda de novo",
  "manda: oi",
  "manda o pdf",
])("%s: is more than that", (text) => expect(saysOnlySend(text)).toBe(false));
