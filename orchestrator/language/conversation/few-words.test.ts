import { expect, it } from "vitest";
import { saysOnlySend, saysOnlyThat, withFigure } from "./few-words.ts";

it.each([
  ["o conserto ficou em 280 reais", "é 380", "o conserto ficou em 380 reais"],
  ["the number of the locker is 41", "14", "the number of the locker is 14"],
  ["dinner at 19:30", "at 20:30", "dinner at 20:30"],
])("%s, %s: the only figure is the one that is put right", (text, said, right) =>
  expect(withFigure(text, said)).toBe(right),
);

it.each([
  ["2 loaves and 3 eggs", "4"],
  ["buy milk", "4"],
  ["dinner at 19:30", "8"],
  ["pay 280", "order 380"],
  ["pay 280", "380 or 390"],
  ["https://example.org/page2", "3"],
  ["PETR4", "3"],
  ["2027-03-12", "13"],
  ["5W30", "40"],
])("%s, %s: no figure is chosen where it is not clear", (text, said) =>
  expect(withFigure(text, said)).toBeUndefined(),
);

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
