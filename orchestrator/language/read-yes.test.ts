import { expect, it } from "vitest";
import { isMereAnswer, isNo, readYes } from "./read-yes.ts";

it.each([
  ["yeah go on", "yes"],
  ["go on then", "yes"],
  ["isso aí", "yes"],
  ["exatamente", "yes"],
  ["go on about it", "unclear"],
  ["yes, but not that", "unclear"],
])("“%s” is %s", (text, meant) => expect(readYes(text)).toBe(meant));

it.each([
  ["no no, don't do that", true],
  ["não, não quero", true],
  ["no, friday", false],
  ["no no?", false],
])("“%s” says no and nothing else: %s", (text, meant) => expect(isNo(text)).toBe(meant));

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
