import { expect, it } from "vitest";
import { concernsOf } from "./concerns.ts";

it.each([
  ["onde anda o volume de Iracema", []],
  ["what is up with tugs over 20 metres", []],
  ["horário das 10:30 às 12:45", []],
  ["meu token é sk-abcdefghij", ["secret"]],
  ["entra com a senha gato123", ["secret"]],
  ["my password is hunter2", ["secret"]],
  ["manda pra ana@example.org", ["personal"]],
  ["liga pra (81) 99999-1234", ["personal"]],
  ["cpf 123.456.789-09", ["personal"]],
  ["meu nome é Rita", ["personal"]],
] as const)("%s: %j", (text, concerns) =>
  expect(concernsOf({ text, unmarked: [] })).toEqual(concerns),
);

it("a value that the words do not show is one", () => {
  expect(concernsOf({ text: "any around", unmarked: ["kind"] })).toEqual(["unmarked"]);
});
