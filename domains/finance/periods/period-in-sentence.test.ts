import { expect, it } from "vitest";
import { parsePeriod } from "./parse-period.ts";
import { periodInSentence } from "./period-in-sentence.ts";

it.each([
  ["janeiro", "quanto a nvidia subiu desde janeiro?", "desde janeiro"],
  ["ano", "máxima da Cosan este ano", "este ano"],
  [
    "10 de março",
    "histórico da PETR4 entre 10 de março e 20 de março de 2026",
    "entre 10 de março e 20 de março de 2026",
  ],
  ["March 10", "Apple chart from March 10 to May 20", "from March 10 to May 20"],
  ["6 meses", "histórico da PETR4 nos últimos 6 meses e da VALE3", "últimos 6 meses"],
  ["um ano", "quanto valia a Petrobras há um ano?", "há um ano"],
  ["6 meses", "histórico da PETR4 nos últimos 6 meses", "últimos 6 meses"],
  ["mês", "preço da Gerdau no mês passado", "mês passado"],
  ["January", "how much has Vale gained since January?", "since January"],
  ["week", "Volvo shares over the last week", "the last week"],
  ["week", "did boeing go up last week?", "last week"],
  ["a year", "what was Intel trading at a year ago?", "a year ago"],
  ["2025", "desempenho da WEG em 2025", "2025"],
])("%j in %j means %j", (text, sentence, expected) => {
  const locale = /[à-ú]|quanto|desempenho/.test(sentence) ? "pt-BR" : "en";
  expect(periodInSentence(text, sentence, locale)).toEqual(parsePeriod(expected, locale));
  expect(parsePeriod(expected, locale)).toBeDefined();
});

it("a sentence without the text says nothing of it", () => {
  expect(periodInSentence("janeiro", "quanto tá a petro", "pt-BR")).toBeUndefined();
  expect(periodInSentence("", "quanto tá a petro", "pt-BR")).toBeUndefined();
});
