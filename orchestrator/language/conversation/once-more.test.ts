import { expect, it } from "vitest";
import { readAmount } from "./once-more.ts";

it.each([
  ["só as 3 primeiras", 3],
  ["pode ser só as 3 primeiras", 3],
  ["mostre-me apenas as quatro primeiras, por favor", 4],
  ["só quero ver as cinco primeiras", 5],
  ["only the top three, please", 3],
  ["make it five", 5],
  ["quero 4", 4],
])("%s: so many", (text, count) => expect(readAmount(text)).toEqual({ count, more: false }));

it.each([
  ["mais 5", 5],
  ["two more", 2],
])("%s: so many more", (text, count) => expect(readAmount(text)).toEqual({ count, more: true }));

it.each(["as duas", "5", "não as 3 primeiras", "a 2", "em 5", "mais 5 minutos", "the third"])(
  "%s says no amount, or more than one",
  (text) => expect(readAmount(text)).toBeUndefined(),
);
