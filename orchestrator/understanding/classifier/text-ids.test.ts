import { expect, it } from "vitest";
import { packTexts, textIds } from "./text-ids.ts";

it("numbers texts in their order, in any script, and knows which it was not told", () => {
  const texts = ["preco", "", "price", "цена", "preco da", "#n"];
  const idOf = textIds(packTexts(texts));
  expect(texts.map(idOf)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(["prec", "precos", "ocerp", "価格", "#"].map(idOf)).toEqual([-1, -1, -1, -1, -1]);
});

it("tells thousands of texts apart", () => {
  const texts = Array.from({ length: 5000 }, (_, at) => `word ${at * 7919}`);
  const idOf = textIds(packTexts(texts));
  expect(texts.every((text, at) => idOf(text) === at)).toBe(true);
  expect(idOf("word 1")).toBe(-1);
});

it("no texts have no numbers", () => expect(textIds(packTexts([]))("price")).toBe(-1));
