import { expect, it } from "vitest";
import { letsGoOf } from "./lets-go-of.ts";

it.each([
  ["esquece o pdf", "O que devo colocar no PDF?"],
  ["deixa o filme pra lá", "Qual filme devo salvar?"],
  ["não quero mais a nota", "O que devo anotar? anota uma nota"],
  ["forget the pdf", "What should the PDF say?"],
  ["forget about the movie, please", "Which movie should I save?"],
])("%s lets go of what is asked for: %s", (text, about) =>
  expect(letsGoOf(text, about)).toBe(true),
);

it.each([
  ["esquece o leite", "O que devo anotar?"],
  ["deixa a chave com o vizinho", "O que devo anotar?"],
  ["Forget Paris", "Which film should I save?"],
  ["“esquece o pdf”", "O que devo colocar no PDF?"],
  ["esquece", "O que devo colocar no PDF?"],
])("%s lets go of nothing that is asked for: %s", (text, about) =>
  expect(letsGoOf(text, about)).toBe(false),
);
