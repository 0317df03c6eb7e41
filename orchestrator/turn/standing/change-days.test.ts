import { expect, it } from "vitest";
import { nationalHolidays } from "#shared/calendar/holidays.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { readDaysChange } from "../../language/commands/days-change.ts";
import { showRule } from "../../standing/show-when.ts";
import { otherDays } from "./change-days.ts";

const here = { date: "2026-11-25", time: "10:00", weekday: 3 };
const holidays = nationalHolidays();
const after = (text: string, days: DayRule, locale: Locale = "pt-BR"): string | undefined => {
  const rule = { by: "calendar" as const, times: ["09:00"], days };
  const one = {
    timing: { kind: "every" as const, rule },
    next_at: Date.parse("2026-11-26T12:00:00Z"),
    zone: "America/Sao_Paulo",
  };
  const change = readDaysChange(text, locale, here);
  const other = change && otherDays(change, one, holidays);
  return other && showRule(other, locale);
};

it.each([
  [
    "tira a segunda, vou ficar só com a quarta",
    { on: "weekdays", days: [1, 3] },
    "toda quarta às 09:00",
  ],
  [
    "ah é. então inclui o sábado também",
    { on: "working_days" },
    "toda segunda, terça, quarta, quinta e sexta e todo sábado menos feriados às 09:00",
  ],
  ["tira o sábado e o domingo", { on: "every_day" }, "todo dia menos domingo e sábado às 09:00"],
  ["tira a segunda", { on: "weekdays", days: [2, 3] }, undefined],
  ["tira o gráfico", { on: "every_day" }, undefined],
] as const)("%s", (text, days, expected) =>
  expect(after(text, days.on === "weekdays" ? { ...days, days: [...days.days] } : days)).toBe(
    expected,
  ),
);

it.each([
  ["pula o próximo", "todo dia menos qui., 26/11 às 09:00"],
  ["ah sim. tira o do dia 17 também", "todo dia menos qui., 17/12 às 09:00"],
  ["pula amanhã e o dia 30", "todo dia menos qui., 26/11 e seg., 30/11 às 09:00"],
  ["pula a próxima sexta", "todo dia menos sex., 27/11 às 09:00"],
] as const)("%s: one day is left out, and the others stay", (text, expected) =>
  expect(after(text, { on: "every_day" })).toBe(expected),
);

it("a day that it does not have is not left out", () => {
  expect(after("pula amanhã", { on: "weekdays", days: [1] })).toBeUndefined();
});

it("the same in English", () => {
  expect(after("just skip the next one", { on: "every_day" }, "en")).toBe(
    "every day except Thu, 11/26 at 09:00",
  );
});
