import { expect, it } from "vitest";
import { foldWords } from "./fold.ts";
import { indexWords, queryWords } from "./search-words.ts";

it.each([
  ["gravação", "gravações"],
  ["pão", "pães"],
  ["filme", "filmes"],
  ["série", "séries"],
  ["papel", "papéis"],
  ["jornal", "jornais"],
  ["viagem", "viagens"],
  ["flor", "flores"],
  ["luz", "luzes"],
  ["movie", "movies"],
  ["story", "stories"],
  ["box", "boxes"],
  ["class", "classes"],
  ["watch", "watches"],
  ["plan", "plans"],
  ["show", "shows"],
])("%s and %s are one word", (one, many) => expect(indexWords(many)).toBe(indexWords(one)));

it.each([
  ["gas", "ga"],
  ["país", "pau"],
  ["dois", "doil"],
  ["casa", "caso"],
  ["alien", "alto"],
])("%s and %s are two", (one, other) => expect(indexWords(one)).not.toBe(indexWords(other)));

it("folds case, accents and punctuation", () => {
  expect(foldWords("  Ação — já! (2ª vez) ")).toBe("acao ja 2a vez");
  expect(foldWords("ＡＢＣ ﬁm")).toBe("abc fim");
});

it.each([
  ["aquela nota do dentista", ["nota", "dentista"]],
  ["the movie about the dreams", ["movi", "drean"]],
  ["It", ["it"]],
  ["de para", ["de", "para"]],
  ["filme filmes", ["film"]],
  ["*\"'); --", []],
  ["", []],
])("a query for %s looks for %j", (query, words) => {
  expect(queryWords(query).map(({ indexed }) => indexed)).toEqual(words);
});
