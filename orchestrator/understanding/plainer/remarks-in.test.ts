import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { sceneOf } from "../../language/modifiers/scene.ts";
import { tokens } from "../../language/text.ts";
import { remarksIn } from "./remarks-in.ts";

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
])("%s: nothing in it is beside the point", (text, locale) =>
  expect(read(text, locale)).toEqual([]),
);
