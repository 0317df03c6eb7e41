import fc from "fast-check";
import { expect, it } from "vitest";
import { dateOf, dayIn, type IsoDate, shift, startOf, units, weekdays } from "./days.ts";

it.each<[IsoDate, number, (typeof units)[number], IsoDate]>([
  ["2026-10-30", -6, "month", "2026-04-30"],
  ["2026-03-31", -1, "month", "2026-02-28"],
  ["2024-02-29", 1, "year", "2025-02-28"],
  ["2026-01-15", -2, "month", "2025-11-15"],
  ["2026-10-30", -2, "week", "2026-10-16"],
  ["2026-03-01", -1, "day", "2026-02-28"],
])("%s and %i %s is %s", (from, count, unit, to) => expect(shift(from, count, unit)).toBe(to));

it.each<[IsoDate, (typeof units)[number], IsoDate]>([
  ["2026-10-30", "week", "2026-10-26"],
  ["2026-11-01", "week", "2026-10-26"],
  ["2026-10-30", "month", "2026-10-01"],
  ["2026-10-30", "year", "2026-01-01"],
  ["2026-10-30", "day", "2026-10-30"],
])("%s is in the %s that begins on %s", (date, unit, start) =>
  expect(startOf(date, unit)).toBe(start),
);

it("the day depends on where one is", () => {
  const lateEvening = Date.parse("2026-10-31T01:30:00Z");
  expect(dayIn("America/Sao_Paulo", lateEvening)).toBe("2026-10-30");
  expect(dayIn("Europe/Stockholm", lateEvening)).toBe("2026-10-31");
});

it("there is no 31 February", () => {
  expect(dateOf(2026, 2, 31)).toBeUndefined();
  expect(dateOf(2024, 2, 29)).toBe("2024-02-29");
});

it("weekdays are five a week", () => {
  expect(weekdays("2026-10-26", "2026-11-01")).toHaveLength(5);
  expect(weekdays("2026-10-31", "2026-11-01")).toEqual([]);
});

it("going back and forth by days and weeks ends where it began, and order is kept", () => {
  const date = fc
    .date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((value) => value.toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      date,
      fc.integer({ min: 1, max: 500 }),
      fc.constantFrom(...units),
      (from, count, unit) => {
        const later = shift(from, count, unit);
        expect(later > from).toBe(true);
        if (unit === "day" || unit === "week") expect(shift(later, -count, unit)).toBe(from);
        expect(startOf(later, unit) <= later).toBe(true);
      },
    ),
  );
});
