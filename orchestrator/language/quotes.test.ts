import { expect, it } from "vitest";
import { catalogue } from "../understanding/understand.fixture.ts";
import { buildUnderstanding } from "../understanding/understand.ts";

const understanding = buildUnderstanding(catalogue);
const intentOf = (text: string) => understanding.understand(text, { lastFrame: null }).intent;

it.each<[string, string]>([
  ['manda uma carta dizendo "chego em 10 minutos"', "chego em 10 minutos"],
  ['send a letter saying "are you well?"', "are you well?"],
  ["escreve uma carta: “o portão quebrou!”", "o portão quebrou!"],
  ["escreve uma carta: o livro chegou", "o livro chegou"],
  ["manda uma carta dizendo -5 graus em Recife", "-5 graus em Recife"],
  ["escreve uma carta: (só amanhã)", "(só amanhã)"],
  ["manda uma carta dizendo #12 chegou, 50% {a caminho}", "#12 chegou, 50% {a caminho}"],
  ["manda uma carta dizendo: <b>o livro</b>", "<b>o livro</b>"],
  ["escreve uma carta: 🎂 o bolo chegou 🎉", "🎂 o bolo chegou 🎉"],
])("%s: the message is what is quoted or follows the colon, to the letter", (text, body) => {
  expect(intentOf(text).entities).toEqual({ body });
});

it("a quotation in a message is part of it", () => {
  expect(intentOf('manda uma carta dizendo que ele disse "bom dia" ontem').entities).toEqual({
    body: 'ele disse "bom dia" ontem',
  });
});

it("nothing in quotation marks is a request of its own", () => {
  const { goal, also } = intentOf('manda uma carta dizendo "oi, e previsão de Oslo"');
  expect([goal, also]).toEqual(["SEND_LETTER", []]);
});
