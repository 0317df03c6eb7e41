import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { dayBefore, dayInSentence } from "./day-in-sentence.ts";

it.each<[string, Locale, unknown]>([
  ["quanto fechou a ambev ontem?", "pt-BR", { kind: "ago", days: 1 }],
  ["what was apple's price yesterday", "en", { kind: "ago", days: 1 }],
  ["preço da vale anteontem", "pt-BR", { kind: "ago", days: 2 }],
  [
    "preço da petr4 no dia 10/03/2026",
    "pt-BR",
    { kind: "date", date: { day: 10, month: 3, year: 2026 } },
  ],
  ["price of apple on 03/10/2026", "en", { kind: "date", date: { day: 10, month: 3, year: 2026 } }],
  ["preço da vale em 10 de março", "pt-BR", { kind: "date", date: { day: 10, month: 3 } }],
  [
    "price of apple on march 10, 2026",
    "en",
    { kind: "date", date: { day: 10, month: 3, year: 2026 } },
  ],
  ["quanto fechou a vale na sexta?", "pt-BR", { kind: "weekday", weekday: 5 }],
  ["preço da vale segunda-feira", "pt-BR", { kind: "weekday", weekday: 1 }],
  ["where did tesla close on friday", "en", { kind: "weekday", weekday: 5 }],
])("%s names one past day", (sentence, locale, day) =>
  expect(dayInSentence(sentence, locale)).toEqual(day),
);

it.each<[string, Locale]>([
  ["quanto tá a vale hoje", "pt-BR"],
  ["preço de 3 ações", "pt-BR"],
  ["a segunda", "pt-BR"],
  ["gráfico da vale desde 10/03/2026", "pt-BR"],
  ["preço da vale de 10/03/2026 até 12/03/2026", "pt-BR"],
  ["preço da vale em 10/03 e 12/03", "pt-BR"],
  ["preço da vale na sexta que vem", "pt-BR"],
  ["price of the s&p 500 index", "en"],
  ["top 5 gainers", "en"],
  ["price of apple tomorrow", "en"],
])("%s names none", (sentence, locale) => expect(dayInSentence(sentence, locale)).toBeUndefined());

it.each([
  [{ kind: "ago", days: 1 }, "2026-10-29"],
  [{ kind: "weekday", weekday: 5 }, "2026-10-30"],
  [{ kind: "weekday", weekday: 6 }, "2026-10-24"],
  [{ kind: "weekday", weekday: 1 }, "2026-10-26"],
] as const)("%j said on Friday, 30 October 2026, is %s", (day, date) =>
  expect(dayBefore(day, "2026-10-30")).toBe(date),
);
