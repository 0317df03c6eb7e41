import fc from "fast-check";
import { expect, it } from "vitest";
import { foldLetters } from "#shared/plain-text/fold.ts";
import { normalised, shapeOf, slice, tokens } from "./text.ts";

const words = (text: string) => tokens(text).map(({ word }) => word);

it.each([
  ["case and accents go", "Previsão AMANHÃ", ["previsao", "amanha"]],
  ["shorthand opens", "vc tá aí? what's up", ["voce", "esta", "ai", "what", "is", "up"]],
  ["a number ends where letters begin", "10h30 3pm 2,5mi", ["10", "h30", "3", "pm", "2,5", "mi"]],
  ["a code stays whole", "AB12 b2b", ["ab12", "b2b"]],
  ["signs that mean something stay", "R$10 5% US$ 3", ["r$", "10", "5", "%", "us$", "3"]],
  ["addresses stay whole", "https://a.b/c?d=1 ana@x.com.br", ["https://a.b/c?d=1", "ana@x.com.br"]],
  ["possessives come apart", "Anna's d'água", ["anna", "'s", "d", "agua"]],
  ["other punctuation is no word", "— (oi!) … ", ["oi"]],
  ["decomposed letters are the same letters", "a\u0301gua", ["agua"]],
])("%s", (_habit, text, expected) => expect(words(text)).toEqual(expected));

it("points back into the text as it was written", () => {
  const text = "Quanto custa o Pão de Açúcar?";
  const said = tokens(text);
  expect(slice(text, said, 3, 6)).toBe("Pão de Açúcar");
  expect(slice(text, said, 3, 3)).toBe("");
});

it("stops at the limit", () => expect(tokens("a b c d", 2)).toHaveLength(2));

it("equal sentences have one form", () => {
  expect(normalised("Tá CHOVENDO, aí?")).toBe(normalised("ta chovendo ai"));
});

it.each([
  ["7", "#1"],
  ["12", "#2"],
  ["2025", "#4"],
  ["1.234,5", "#n"],
  ["https://x.y", "#url"],
  ["a@b.c", "#email"],
  ["ab12", "ab12"],
])("a classifier sees %s as %s", (word, shape) => expect(shapeOf(word)).toBe(shape));

it("whatever is written, tokens lie in the text, in order, and are folded", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      let last = 0;
      for (const { word, start, end } of tokens(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(foldLetters(word)).toBe(word);
        last = start;
      }
    }),
  );
});

it("a text is taken apart once, and as far as it is asked for", () => {
  const text = "abre a porta azul";
  expect(tokens(text)).toBe(tokens(text));
  expect(tokens(text, 2).map(({ word }) => word)).toEqual(["abre", "a"]);
  expect(tokens("fecha a porta", 2)).toHaveLength(2);
  expect(tokens("fecha a porta")).toHaveLength(3);
});
