import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { readBecoming } from "./goes-on.ts";

it.each<[string, Locale, string]>([
  ["melhor às 16h que a van atrasa", "pt-BR", "às 16h"],
  ["deixa às 9 porque acordo tarde", "pt-BR", "às 9"],
  ["better at 4 cause the van is late", "en", "at 4"],
  ["melhor terça que vem", "pt-BR", "terça que vem"],
])("what “%s” makes of the last one stands before its reason", (text, locale, wanted) =>
  expect(readBecoming(text, locale)).toContain(wanted),
);
