import { expect, it } from "vitest";
import type { Json } from "../contracts/json.ts";
import { sayAnswer } from "./say-answer.ts";

const soups = [{ name: "Pea soup", minutes: 30 }, { name: "Broth" }];

it.each<[what: string, result: Json, told: string]>([
  ["a list", soups, "name: Pea soup, minutes: 30\nname: Broth"],
  ["the one list of an object", { soups, next: null }, "name: Pea soup, minutes: 30\nname: Broth"],
  ["plain values, and not the list beside them", { total: 2, soups }, "total: 2"],
  ["neither of two lists", { soups, stews: soups }, "Done."],
  ["an empty list of an object, which may be anything", { faults: [] }, "Done."],
])("without words of the overlay %s is told", (_what, result, told) => {
  expect(sayAnswer(result, {}, "en")).toBe(told);
});

it("gives the one list of an object the line of the overlay", () => {
  const told = { line: { "pt-BR": "{name}", en: "{name}" } };
  expect(sayAnswer({ soups }, told, "en")).toBe("Pea soup\nBroth");
});
