import { expect, it } from "vitest";
import { weekdays } from "#shared/calendar/days.ts";
import { isTradingDay, tradingDayBefore } from "./trading-days.ts";

/** The weekdays of a year on which the exchanges said that they are closed all day. */
const CLOSED: Readonly<Record<string, string>> = {
  BR: "2025-11-20 2025-12-24 2025-12-25 2025-12-31 2026-01-01 2026-02-16 2026-02-17 2026-04-03 2026-04-21 2026-05-01 2026-06-04 2026-09-07 2026-10-12",
  US: "2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07",
  SE: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-06-19",
  FI: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-06-19",
  DK: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-04-02 2026-04-03 2026-04-06 2026-05-14 2026-05-15 2026-05-25 2026-06-05",
};

it.each(Object.entries(CLOSED))("%s is closed on the days of its own calendar", (market, days) => {
  const closed = weekdays("2025-11-03", "2026-10-30").filter((day) => !isTradingDay(market, day));
  expect(closed).toEqual(days.split(" "));
});

it.each([
  ["US", "2027-06-18", false],
  ["US", "2027-07-05", false],
  ["US", "2027-12-24", false],
  ["US", "2027-12-31", true],
  ["BR", "2027-02-08", false],
  ["BR", "2027-11-15", false],
  ["BR", "2028-02-29", false],
  ["JP", "2027-12-24", true],
  ["JP", "2027-12-25", false],
])("%s, %s: %s, also where a holiday falls on a weekend or moves", (market, day, expected) => {
  expect(isTradingDay(market, day)).toBe(expected);
});

it("the day before a long weekend is the last one", () => {
  expect(tradingDayBefore("BR", "2027-01-02")).toBe("2026-12-30");
  expect(tradingDayBefore("US", "2027-01-02")).toBe("2026-12-31");
  expect(tradingDayBefore("US", "2026-11-30")).toBe("2026-11-27");
});
