import { describe, expect, it } from "vitest";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { firstDayOf, readRrule, rruleOf, rruleOfEach } from "./rrule.ts";
import { showRrule } from "./show-days.ts";

const TODAY = "2026-12-01";

describe("days that recur, as a rule of RFC 5545", () => {
  it.each<[DayRule, string, string]>([
    [{ on: "every_day" }, "FREQ=DAILY", "2026-12-01"],
    [{ on: "weekdays", days: [2, 4] }, "FREQ=WEEKLY;BYDAY=TU,TH", "2026-12-01"],
    [{ on: "month_days", days: [5, 20] }, "FREQ=MONTHLY;BYMONTHDAY=5,20", "2026-12-05"],
    [{ on: "month_days", days: [-1] }, "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-12-31"],
    [{ on: "nth_weekday", nth: 1, weekday: 1 }, "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07"],
    [{ on: "nth_weekday", nth: -1, weekday: 5 }, "FREQ=MONTHLY;BYDAY=-1FR", "2026-12-25"],
    [{ on: "year_day", month: 2, day: 29 }, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2028-02-29"],
  ])("%j is %s, and can be read back", (rule, text, first) => {
    expect(rruleOf(rule)).toBe(text);
    expect(readRrule(text)).toEqual(rule);
    expect(firstDayOf(rule, TODAY)).toBe(first);
  });

  it("working days are those from Monday to Friday, as it knows no holidays", () => {
    expect(rruleOf({ on: "working_days" })).toBe("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR");
    expect(rruleOf({ on: "nth_working_day", nth: 5 })).toBeUndefined();
  });

  it("every so many days count from a day: of weeks it is the same day of the week", () => {
    const fortnight: DayRule = { on: "every_n_days", n: 14, from: "2026-12-04" };
    expect(rruleOf(fortnight)).toBe("FREQ=WEEKLY;INTERVAL=2");
    expect(firstDayOf(fortnight, TODAY)).toBe("2026-12-04");
    // From today on is what was assumed where no day was said.
    expect(firstDayOf({ ...fortnight, from: TODAY }, TODAY)).toBeUndefined();
    expect(rruleOf({ on: "every_n_days", n: 3, from: TODAY })).toBe("FREQ=DAILY;INTERVAL=3");
  });
});

it.each([
  "",
  "weekly",
  "FREQ=HOURLY",
  "FREQ=WEEKLY;INTERVAL=0",
  "FREQ=WEEKLY;BYDAY=XX",
  "FREQ=DAILY;UNTIL=20261231",
  `FREQ=WEEKLY;BYDAY=${"MO,".repeat(5000)}MO`,
])("%s is no rule that is made here", (text) => {
  expect(readRrule(text)).toBeUndefined();
  expect(showRrule(text, "en")).toBeUndefined();
});

it.each([
  [rruleOfEach("week"), "toda semana", "every week"],
  [rruleOfEach("fortnight"), "a cada 2 semanas", "every 2 weeks"],
  [rruleOfEach("month"), "todo mês", "every month"],
  ["FREQ=WEEKLY;BYDAY=TU,TH", "toda terça e quinta", "every Tuesday and Thursday"],
  ["FREQ=MONTHLY;BYDAY=1MO", "toda 1ª segunda do mês", "every month on the first Monday"],
])("%s is said as %s, %s", (rule, portuguese, english) => {
  expect([showRrule(rule, "pt-BR"), showRrule(rule, "en")]).toEqual([portuguese, english]);
});
