import { expect, it } from "vitest";
import { placesOf } from "../said-with.ts";
import { labelledIn, readNamed, readReference } from "./read-reference.ts";

const NOUNS = new Set(["nota", "pdf"]);
const named = (text: string) => {
  const read = readReference(text, NOUNS);
  return read && [text.slice(read.start, read.end), placesOf(read, 3)];
};

it.each<[string, string, number[] | undefined]>([
  ["apaga a segunda", "a segunda", [1]],
  ["qual o risco da terceira?", "terceira", [2]],
  ["abre o primeiro pdf", "o primeiro pdf", [0]],
  ["compara a primeira e a última", "a primeira e a última", [0, 2]],
  ["manda as duas primeiras no telegram", "as duas primeiras", [0, 1]],
  ["apaga a 2", "a 2", [1]],
  ["apaga a quarta", "a quarta", undefined],
  ["apaga as três", "as três", [0, 1, 2]],
  ["apaga as duas", "as duas", undefined],
  ["põe tudo num pdf", "tudo", [0, 1, 2]],
  ["put all of that in a pdf", "all of that", [0, 1, 2]],
  ["how risky is the second?", "the second", [1]],
  ["send the third one to me on telegram", "the third one", [2]],
  ["compare the first with tesla", "the first", [0]],
  ["telegram me the first two", "the first two", [0, 1]],
])("%s", (text, words, places) => expect(named(text)).toEqual([words, places]));

it.each([
  ["manda essa última lista pro meu telegram", "essa última lista"],
  ["apaga o pdf", "o pdf"],
  ["manda o pdf no telegram", "o pdf"],
  ["open the pdf, please", "the pdf"],
])("the one thing that was shown is called by its noun: %s", (text, words) => {
  const read = readReference(text, NOUNS, new Set(["pdf"]));
  expect(read?.which).toBe("that");
  expect(read && text.slice(read.start, read.end)).toBe(words);
});

it.each(["apaga o pdf da ata", "quero um pdf"])("and not where the words go on: %s", (text) =>
  expect(readReference(text, NOUNS, new Set(["pdf"]))).toBeUndefined(),
);

it.each([
  ["a weekday is none", "quanto rendeu a vale na segunda"],
  ["nor is one with its second half", "apaga a segunda-feira"],
  ["words that go on name something else", "apaga a segunda reunião"],
  ["a text of one's own names nothing", "anota: ligar para a segunda"],
  ["also without a colon", "manda no telegram que a segunda é minha"],
  ["an amount of time is none", "give me a second"],
])("%s", (_habit, text) => expect(named(text)).toBeUndefined());

it.each([
  ["o gráfico dela nos últimos 3 meses", "dela"],
  ["what's the second one trading at", "the second one"],
  ["manda o status desse no meu telegram", "o status desse"],
])("%s: names something, whatever goes on behind it", (text, words) => {
  const read = readNamed(text, NOUNS);
  expect(read && text.slice(read.start, read.end)).toBe(words);
});

it("finds where a thing is called by words of its label", () => {
  const called = (text: string) =>
    labelledIn(text).map(({ start, end, words }) => [text.slice(start, end), words]);
  expect(called("apaga a do óleo")).toContainEqual(["a do óleo", ["oleo"]]);
  expect(called("delete the plumber one")).toContainEqual(["the plumber one", ["plumber"]]);
  expect(called("delete the note")).toEqual([]);
});
