import fc from "fast-check";
import { expect, it } from "vitest";
import { fold, foldLetters, foldPhrase, foldWords, wordsOf } from "./fold.ts";

it.each([
  ["case and accents", "AÇÕES", "acoes"],
  ["accents that stand apart", "a\u0301gua", "agua"],
  ["width and ligatures", "ＡＢ ﬁm", "ab fim"],
  ["ordinals", "1º e 2ª", "1o e 2a"],
  ["apostrophes", "d’água `x` ʼs", "d'agua 'x' 's"],
  ["a case that shows late", "\u2102 \u1d2c", "c a"],
])("%s are not compared", (_what, text, expected) => expect(foldLetters(text)).toBe(expected));

it.each([
  ["one space between words", fold, "  São\n Paulo! ", "sao paulo!"],
  ["no punctuation at the edges", foldPhrase, ' "Ações, da Petrobrás!" ', "acoes, da petrobras"],
  ["no signs at all", foldWords, " H&M — já! (2ª vez) ", "h m ja 2a vez"],
])("a text has %s", (_what, folded, text, expected) => expect(folded(text)).toBe(expected));

it("finds no words where there are none", () => expect(wordsOf("— *!")).toEqual([]));

it("what is folded stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
      for (const folded of [foldLetters, fold, foldPhrase, foldWords])
        expect(folded(folded(text))).toBe(folded(text));
    }),
  );
});
