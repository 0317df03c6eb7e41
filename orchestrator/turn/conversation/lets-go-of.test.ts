import { expect, it } from "vitest";
import { isAskedBack, letsGoOf, withoutQuotes } from "./lets-go-of.ts";

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

it("a question is told from a text, and one in quotes is a text", () => {
  expect(isAskedBack("what did you save just now?")).toBe(true);
  expect(isAskedBack("qual você salvou?")).toBe(true);
  expect(isAskedBack("comprar pão?")).toBe(false);
  expect(isAskedBack("What's Up, Doc")).toBe(false);
  expect(isAskedBack("“O que é isso, companheiro?”")).toBe(false);
  expect(withoutQuotes(" “O que é isso, companheiro?” ")).toBe("O que é isso, companheiro?");
  expect(withoutQuotes("diz “oi” e “tchau”")).toBe("diz “oi” e “tchau”");
});
