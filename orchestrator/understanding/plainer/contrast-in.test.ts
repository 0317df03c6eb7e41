import { expect, it } from "vitest";
import { sceneOf } from "../../language/modifiers/scene.ts";
import { tokens } from "../../language/text.ts";
import { contrastIn } from "./contrast-in.ts";

const sceneIn = (text: string) =>
  sceneOf({ text, words: tokens(text), locale: "pt-BR", today: () => undefined });

it.each([
  ["quero a cotação do Bradesco, não o risco", "quero a cotação do Bradesco"],
  ["list my pdfs instead of opening one", "list my pdfs"],
  ["compara o Itaú com a Vale e não com o Bradesco", "compara o Itaú com a Vale"],
  ["apaga Inception mas deixa o Breaking Bad onde está", "apaga Inception"],
])("%s: what is wanted is %s", (text, wanted) =>
  expect(text.slice(0, contrastIn(sceneIn(text))?.end)).toBe(wanted),
);

it.each([
  "apaga todas as notas mas deixa a do dentista",
  "apaga a nota do pão, não manda no telegram",
  "anota: pão, não o leite",
  "apaga Inception, mas não agora",
  "apaga Inception mas ainda não",
])("%s: nothing of it is only a contrast", (text) =>
  expect(contrastIn(sceneIn(text))).toBeUndefined(),
);
