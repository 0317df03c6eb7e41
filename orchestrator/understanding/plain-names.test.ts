import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { readModifiers } from "../language/modifiers/read-modifiers.ts";
import { tokens } from "../language/text.ts";
import { plainNamesIn } from "./plain-names.ts";

function namesIn(text: string, locale: Locale): (string | undefined)[] {
  const words = tokens(text);
  const marks = readModifiers({ text, words, locale, today: () => undefined });
  const found = plainNamesIn({ text, words, locale, marks, ways: new Set(["telegram"]) });
  return [...new Set(found.map(({ name }) => name))];
}

it.each<[string, Locale, (string | undefined)[]]>([
  ["manda pro joão no telegram que vou atrasar", "pt-BR", ["joão"]],
  ["manda no telegram da maria: te amo", "pt-BR", ["maria"]],
  ["avisa a carla pelo telegram que cheguei", "pt-BR", ["carla"]],
  ["manda pra joana que o preço subiu", "pt-BR", ["joana"]],
  ["message peter on telegram that I'm late", "en", ["peter"]],
  ["send it to mary's telegram", "en", ["mary"]],
  ["drop kate a telegram: see you", "en", ["kate"]],
])("whom “%s” may be for, though nothing marks a name", (text, locale, names) =>
  expect(namesIn(text, locale)).toEqual(names),
);

it.each<[string, Locale]>([
  ["manda pra mim no telegram: comprar pão", "pt-BR"],
  ["manda no telegram para comprar pão", "pt-BR"],
  ["manda no telegram as altas para amanhã", "pt-BR"],
  ["manda a cotação da vale no telegram", "pt-BR"],
  ["se não for incômodo, envia no telegram: oi", "pt-BR"],
  ["manda um recado no telegram", "pt-BR"],
  ["send me a telegram saying john is late", "en"],
  ["send on telegram to buy milk", "en"],
  ["send dinner is ready on telegram", "en"],
  ["tell my brother to write that on telegram", "en"],
])("“%s” names no one", (text, locale) => expect(namesIn(text, locale)).toEqual([]));

it.each<[string, Locale]>([
  ["manda pra mim e pro joão no telegram: oi", "pt-BR"],
  ["send to anna and bob on telegram: lunch", "en"],
])("“%s” is for no one alone", (text, locale) =>
  expect(namesIn(text, locale)).toContain(undefined),
);
