import { expect, it } from "vitest";
import { detectLocale } from "./locale-detector.ts";

it.each([
  ["qual a previsão para amanhã?", "pt-BR"],
  ["quanto ta o dolar", "pt-BR"],
  ["e da Ana?", "pt-BR"],
  ["histórico", "pt-BR"],
  ["to com fome", "pt-BR"],
  ["to the moon", "en"],
  ["what is the weather like", "en"],
  ["and Anna?", "en"],
  ["how's Paris", "en"],
] as const)("%s is %s", (text, locale) => expect(detectLocale(text)).toBe(locale));

it.each(["AB12", "Paris", "to triste", "ok", "", "?!", "12/03"])("%s could be either", (text) =>
  expect(detectLocale(text)).toBeUndefined(),
);
