import fc from "fast-check";
import { expect, it } from "vitest";
import { quoteIn } from "./read-entities.ts";

it.each([
  ["a word", "previsão para Recife amanhã", "Recife", "Recife"],
  ["without accents and case", "previsão para SÃO PAULO", "sao paulo", "SÃO PAULO"],
  ["with accents that were not said", "previsao para sao paulo", "São Paulo", "sao paulo"],
  ["decomposed letters", "clima em Sa\u0303o Paulo", "São Paulo", "Sa\u0303o Paulo"],
  ["full-width letters", "look for ＤＵＮＥ please", "dune", "ＤＵＮＥ"],
  ["over a line break", "a Hora\n da  Estrela", "Hora da Estrela", "Hora\n da  Estrela"],
  ["between punctuation", "livro: (Dom Casmurro)!", "Dom Casmurro", "Dom Casmurro"],
  [
    "an address",
    "leia https://exemplo.org/a?b=1 agora",
    "https://exemplo.org/a?b=1",
    "https://exemplo.org/a?b=1",
  ],
  ["an amount", "avise se passar de R$ 38,20", "R$ 38,20", "R$ 38,20"],
  ["the first of two", "Ana e ana", "ana", "Ana"],
  ["a later one that is a whole word", "anágua ou Ana", "ana", "Ana"],
  ["the whole message", "Recife", "recife", "Recife"],
  ["a typographic apostrophe", "L’Aquila now", "L'Aquila", "L’Aquila"],
])("finds %s", (_what, text, value, said) => expect(quoteIn(text, value)).toBe(said));

it.each([
  ["a part of a word", "previsão para Recife", "Rec"],
  ["the end of a word", "previsão para Recife", "cife"],
  ["a translation", "previsão para Londres", "London"],
  ["a code for a name", "preço da petrobras", "PETR4"],
  ["words in another order", "o jardim secreto", "secreto jardim"],
  ["words that stand apart", "o grande e belo sertão", "grande sertão"],
  ["more than was said", "previsão para Recife", "Recife, Pernambuco"],
  ["nothing", "previsão para Recife", ""],
  ["blanks", "previsão para Recife", "  \n"],
  ["only marks", "previsão para Recife", "\u0301\u200b"],
])("does not find %s", (_what, text, value) => expect(quoteIn(text, value)).toBeUndefined());

it("gives back a piece of the text, whatever text and value are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, value) => {
      const said = quoteIn(text, value);
      expect(said === undefined || text.includes(said)).toBe(true);
    }),
  );
});

it("finds every word of a text in it", () => {
  const word = fc.stringMatching(/^[a-zà-ú]{1,8}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), (words, pick) => {
      const one = words[pick % words.length] ?? "";
      expect(quoteIn(words.join(" "), one.toUpperCase())).toBeDefined();
    }),
  );
});
