import { expect, it } from "vitest";
import { currencyFrom, readCurrency } from "./currency.ts";
import { CURRENCIES } from "./phrases.fixture.ts";
import { wordsIn } from "./words.ts";

it.each(CURRENCIES)("%s is %s", (phrase, code) => expect(readCurrency(phrase) ?? null).toBe(code));

it.each([
  ["preço da vale em dólar", "USD"],
  ["quanto é isso em reais", "BRL"],
  ["convert it to swiss francs", "CHF"],
  ["cotação do dólar", undefined],
  ["preço real da vale", undefined],
])("%s wants it in %s", (sentence, code) => {
  const said = wordsIn(sentence);
  const found = said.words
    .map((_, at) => currencyFrom(said, at))
    .find((each) => each !== undefined);
  expect(found?.value).toBe(code);
});
