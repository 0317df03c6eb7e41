import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { sceneOf } from "../../language/modifiers/scene.ts";
import { tokens } from "../../language/text.ts";
import { callIn, remarksIn } from "./remarks-in.ts";

const read = (text: string, locale: Locale) =>
  remarksIn(sceneOf({ text, words: tokens(text), locale, today: () => undefined })).map(
    ({ side, words, tone }) => [
      side,
      text.slice(words[0]?.start, words.at(-1)?.end),
      ...(tone === "reads" ? [tone] : []),
    ],
  );

it.each<[string, Locale, string[][]]>([
  ["já fui no dentista, pode apagar a nota", "pt-BR", [["before", "já fui no dentista"]]],
  [
    "everyone's raving about it so save the show Dark",
    "en",
    [["before", "everyone's raving about it"]],
  ],
  ["não gostei dele, tira da lista", "pt-BR", [["before", "não gostei dele"]]],
  ["abre a ata, o síndico tá aqui do lado", "pt-BR", [["behind", "o síndico tá aqui do lado"]]],
  ["exclui o contrato pq o cara desistiu", "pt-BR", [["behind", "pq o cara desistiu"]]],
  ["cotação da vale, é pro meu chefe", "pt-BR", [["behind", "é pro meu chefe", "reads"]]],
  [
    "Good day! This is Neuza. It was my grandson who showed me how this works. Save the show Dark",
    "en",
    [["before", "Good day! This is Neuza. It was my grandson who showed me how this works"]],
  ],
])("%s: tells something beside a request", (text, locale, remarks) =>
  expect(read(text, locale)).toEqual(remarks),
);

it.each<[string, Locale]>([
  ["I used to save Get Out", "en"],
  ["she told me to save the show Dark", "en"],
  ["o João disse: apaga a nota", "pt-BR"],
  ["se chover, apaga a nota", "pt-BR"],
  ["apaga a nota, mudei de ideia", "pt-BR"],
  ["delete the note, I was kidding", "en"],
  ["não precisa mais, apaga a nota", "pt-BR"],
  ["to the family group, send hi", "en"],
  ["apaga a nota, depende da Ana", "pt-BR"],
  [
    "My sister was here all day and at dinner she went on and on and then she told me: save the show Dark",
    "en",
  ],
])("%s: nothing in it is beside the point", (text, locale) =>
  expect(read(text, locale)).toEqual([]),
);

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
