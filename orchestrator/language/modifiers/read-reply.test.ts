import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { readReply } from "./read-reply.ts";

it.each<[string, Locale, boolean, string, string[]]>([
  ["desfaz", "pt-BR", false, "desfaz", []],
  ["não desfaz", "pt-BR", true, "desfaz", []],
  ["desfaz não", "pt-BR", true, "desfaz", []],
  ["don't undo that", "en", true, "undo that", []],
  ["sim, mas não manda", "pt-BR", false, "sim", ["mas não manda"]],
  ["yes, but don't send it", "en", false, "yes", ["but don't send it"]],
  ["sim, amanhã", "pt-BR", false, "sim", ["amanhã"]],
])("%s", (text, locale, refuses, core, restrictions) =>
  expect(readReply(text, locale)).toEqual({ refuses, core, restrictions }),
);
