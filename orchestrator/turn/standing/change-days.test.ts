import { expect, it } from "vitest";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { showRule } from "../../standing/show-when.ts";
import { otherDays } from "./change-days.ts";

const here = { date: "2026-11-25", time: "10:00", weekday: 3 };
const after = (text: string, days: DayRule): string | undefined => {
  const rule = { by: "calendar" as const, times: ["09:00"], days };
  const other = otherDays(text, { timing: { kind: "every", rule } }, "pt-BR", here);
  return other && showRule(other, "pt-BR");
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
