import fc from "fast-check";
import { expect, it } from "vitest";
import { parsePeriod } from "./parse-period.ts";
import { period, rangeOf } from "./period.ts";

// A Friday.
const TODAY = "2026-10-30";

const range = (text: string, locale: "pt-BR" | "en"): string => {
  const said = parsePeriod(text, locale);
  if (said === undefined) return "?";
  const { from, to } = rangeOf(period.parse(said), TODAY);
  return `${from} ${to}`;
};

it.each([
  ["últimos 6 meses", "2026-04-30 2026-10-30"],
  ["nos últimos 6 meses", "2026-04-30 2026-10-30"],
  ["dos últimos seis meses", "2026-04-30 2026-10-30"],
  ["nos 6 últimos meses", "2026-04-30 2026-10-30"],
  ["nos últimos 30 dias", "2026-09-30 2026-10-30"],
  ["1 ano", "2025-10-30 2026-10-30"],
  ["um ano", "2025-10-30 2026-10-30"],
  ["no último ano", "2025-10-30 2026-10-30"],
  ["último mês", "2026-09-30 2026-10-30"],
  ["última semana", "2026-10-23 2026-10-30"],
  ["últimas duas semanas", "2026-10-16 2026-10-30"],
  ["últimos meses", "2026-07-30 2026-10-30"],
  ["nas últimas semanas", "2026-10-09 2026-10-30"],
  ["último semestre", "2026-04-30 2026-10-30"],
  ["no último trimestre", "2026-07-30 2026-10-30"],
  ["meio ano", "2026-04-30 2026-10-30"],
  ["um ano e meio", "2025-04-30 2026-10-30"],
  ["há 3 meses", "2026-07-30 2026-10-30"],
  ["de 3 meses para cá", "2026-07-30 2026-10-30"],
  ["3 meses atrás", "2026-07-30 2026-10-30"],
  ["12m", "2025-10-30 2026-10-30"],
  ["este ano", "2026-01-01 2026-10-30"],
  ["neste ano", "2026-01-01 2026-10-30"],
  ["no ano", "2026-01-01 2026-10-30"],
  ["esse mês", "2026-10-01 2026-10-30"],
  ["nesta semana", "2026-10-26 2026-10-30"],
  ["semana passada", "2026-10-19 2026-10-25"],
  ["na semana passada", "2026-10-19 2026-10-25"],
  ["mês passado", "2026-09-01 2026-09-30"],
  ["ano passado", "2025-01-01 2025-12-31"],
  ["desde janeiro", "2026-01-01 2026-10-30"],
  ["desde dezembro", "2025-12-01 2026-10-30"],
  ["desde janeiro de 2025", "2025-01-01 2026-10-30"],
  ["desde 2024", "2024-01-01 2026-10-30"],
  ["desde 03/04", "2026-04-03 2026-10-30"],
  ["desde 15/03/2026", "2026-03-15 2026-10-30"],
  ["desde o início do ano", "2026-01-01 2026-10-30"],
  ["desde o começo do mês", "2026-10-01 2026-10-30"],
  ["a partir de março", "2026-03-01 2026-10-30"],
  ["desde março até hoje", "2026-03-01 2026-10-30"],
  ["em março", "2026-03-01 2026-03-31"],
  ["em dezembro", "2025-12-01 2025-12-31"],
  ["março de 2026", "2026-03-01 2026-03-31"],
  ["em 2025", "2025-01-01 2025-12-31"],
  ["de janeiro a março", "2026-01-01 2026-03-31"],
  ["de janeiro a março de 2025", "2025-01-01 2025-03-31"],
  ["entre novembro e fevereiro", "2025-11-01 2026-02-28"],
  ["entre 01/03/2026 e 15/05/2026", "2026-03-01 2026-05-15"],
  ["de 1º de junho até 30 de junho", "2026-06-01 2026-06-30"],
  ["hoje", "2026-10-29 2026-10-30"],
  ["máximo", "2016-10-30 2026-10-30"],
])("pt-BR: %s", (text, expected) => expect(range(text, "pt-BR")).toBe(expected));

it.each([
  ["last 30 days", "2026-09-30 2026-10-30"],
  ["over the last 6 months", "2026-04-30 2026-10-30"],
  ["the past six months", "2026-04-30 2026-10-30"],
  ["past year", "2025-10-30 2026-10-30"],
  ["the last year", "2025-10-30 2026-10-30"],
  ["over the last week", "2026-10-23 2026-10-30"],
  ["last year", "2025-01-01 2025-12-31"],
  ["last month", "2026-09-01 2026-09-30"],
  ["last week", "2026-10-19 2026-10-25"],
  ["a couple of weeks", "2026-10-16 2026-10-30"],
  ["the last few months", "2026-07-30 2026-10-30"],
  ["last quarter", "2026-07-30 2026-10-30"],
  ["1y", "2025-10-30 2026-10-30"],
  ["6 mo", "2026-04-30 2026-10-30"],
  ["ytd", "2026-01-01 2026-10-30"],
  ["year to date", "2026-01-01 2026-10-30"],
  ["this year", "2026-01-01 2026-10-30"],
  ["this week", "2026-10-26 2026-10-30"],
  ["since January", "2026-01-01 2026-10-30"],
  ["since March 15, 2026", "2026-03-15 2026-10-30"],
  ["since 03/04", "2026-03-04 2026-10-30"],
  ["since 25/12/2025", "2025-12-25 2026-10-30"],
  ["since the start of the year", "2026-01-01 2026-10-30"],
  ["from March to May", "2026-03-01 2026-05-31"],
  ["between 2025-11-01 and 2026-02-28", "2025-11-01 2026-02-28"],
  ["in March", "2026-03-01 2026-03-31"],
  ["in 2025", "2025-01-01 2025-12-31"],
  ["3 months ago", "2026-07-30 2026-10-30"],
  ["all time", "2016-10-30 2026-10-30"],
])("en: %s", (text, expected) => expect(range(text, "en")).toBe(expected));

it.each([
  "quando a lua for cheia",
  "banana",
  "últimos zero meses",
  "0 days",
  "9999 years",
  "31/02/2026",
  "13/13/2026",
  "desde",
  "de a e",
  "",
  "   ",
])("does not guess: %s", (text) => {
  expect(range(text, "pt-BR")).toBe("?");
  expect(range(text, "en")).toBe("?");
});

it("understands either language whatever the locale", () => {
  expect(range("last 6 months", "pt-BR")).toBe(range("últimos 6 meses", "en"));
});

it("never throws, and never gives a range that is not one or that reaches past today", () => {
  const word = fc.constantFrom(
    ..."últimos 6 meses desde janeiro de 2025 a entre e last year 30 dias 31/12 the from 2026-02-30 semana passada ,".split(
      " ",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 8 }),
      fc.constantFrom("pt-BR" as const, "en" as const),
      (words, locale) => {
        const said = parsePeriod(words.join(" "), locale);
        if (said === undefined) return;
        const { from, to } = rangeOf(period.parse(said), TODAY);
        expect(from).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect(to <= TODAY).toBe(true);
      },
    ),
  );
});

it("is quick with long nonsense", () => {
  expect(parsePeriod("de a ".repeat(50_000), "pt-BR")).toBeUndefined();
});
