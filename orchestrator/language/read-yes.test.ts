import { expect, it } from "vitest";
import { isNo, readYes } from "./read-yes.ts";

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
