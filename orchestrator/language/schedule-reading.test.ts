import { expect, it } from "vitest";
import { laterBehind } from "./schedule-reading.ts";

it.each([
  ["pt-BR", "anota: comprar pão, e me lembra disso amanhã", "anota: comprar pão"],
  ["en", "take a note: call the roofer, and remind me about it", "take a note: call the roofer"],
] as const)("%s: %s may go on behind what is written down", (locale, text, first) => {
  expect(laterBehind(text, locale).map((each) => each.first)).toContain(first);
});

it.each([
  ["pt-BR", "manda no telegram: cheguei, e me lembra disso amanhã"],
  ["en", "tell Ana: I am here, and remind me about it"],
] as const)("%s: %s is sent as it stands", (locale, text) => {
  expect(laterBehind(text, locale)).toEqual([]);
});
