import { expect, it } from "vitest";
import { isMereAnswer } from "./mere-answer.ts";

it.each([
  "sim",
  "Ok!",
  "não",
  "o primeiro",
  "a segunda",
  "amanhã",
  "2",
  "10:30",
  "yes please",
  "the last one",
])("%s is no request", (text) => expect(isMereAnswer(text)).toBe(true));
it.each(["apaga a nota", "quanto custa?", "agenda de amanhã", "o primeiro filme", "ajuda"])(
  "%s is one",
  (text) => expect(isMereAnswer(text)).toBe(false),
);
