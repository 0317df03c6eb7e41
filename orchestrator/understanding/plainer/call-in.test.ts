import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { sceneOf } from "../../language/modifiers/scene.ts";
import { tokens } from "../../language/text.ts";
import { callIn } from "./call-in.ts";

const requestIn = (text: string, locale: Locale): string | undefined => {
  const call = callIn(sceneOf({ text, words: tokens(text), locale, today: () => undefined }));
  return call && text.slice(call.start, call.end);
};

it.each<[string, Locale, string]>([
  ["guri, anota que a vaca pariu", "pt-BR", "anota que a vaca pariu"],
  ["pega a visão, manda oi no telegram", "pt-BR", "manda oi no telegram"],
  ["ai gente que sono... anota fralda", "pt-BR", "anota fralda"],
  ["ô macho, apaga a nota do pão", "pt-BR", "apaga a nota do pão"],
  ["listen up, save the movie Heat", "en", "save the movie Heat"],
  ["grand. jot down the trip", "en", "jot down the trip"],
  ["useless!! ok what about gerdau", "en", "ok what about gerdau"],
  ["decidi, pode apagar a nota do pão", "pt-BR", "pode apagar a nota do pão"],
])("%s: what follows the call is %s", (text, locale, request) =>
  expect(requestIn(text, locale)).toBe(request),
);

it.each<[string, Locale]>([
  ["não, apaga a nota do pão", "pt-BR"],
  ["amanhã, apaga a nota do pão", "pt-BR"],
  ["a nota do pão, apaga", "pt-BR"],
  ["hipoteticamente, apaga a nota do pão", "pt-BR"],
  ["ele mandou: apaga a nota do pão", "pt-BR"],
  ["for Ana, save the movie Heat", "en"],
  ["my brother said, save the movie Heat", "en"],
  ["just kidding, save the movie Heat", "en"],
  ["maybe. save the movie Heat", "en"],
  ["never! save the movie Heat", "en"],
  ["amanhã. apaga a nota do pão", "pt-BR"],
  ["minha mãe. manda oi no telegram", "pt-BR"],
])("%s: its beginning is no mere call", (text, locale) =>
  expect(requestIn(text, locale)).toBeUndefined(),
);

it.each<[string, Locale]>([
  ["exemplo, apaga a nota do pão", "pt-BR"],
  ["gincana, anota que a vaca pariu", "pt-BR"],
  ["spoiler, save the movie Heat", "en"],
  ["exemplo. salva a nota do pão", "pt-BR"],
  ["magnificent! delete the note", "en"],
])("%s: an unknown word stands before nothing that changes something", (text, locale) => {
  const scene = sceneOf({ text, words: tokens(text), locale, today: () => undefined });
  expect(callIn(scene)?.tone).toBe("reads");
});
