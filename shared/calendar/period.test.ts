import { describe, expect, it } from "vitest";
import { isDay, isPeriod, periodOf, rangeOf } from "./period.ts";

const TODAY = "2026-11-18";

describe("the days of", () => {
  it.each([
    ["2026-10-10", { from: "2026-10-10", to: "2026-10-10" }],
    ["2024-02", { from: "2024-02-01", to: "2024-02-29" }],
    ["2025", { from: "2025-01-01", to: "2025-12-31" }],
    ["2026-03-01/2026-05-01", { from: "2026-03-01", to: "2026-05-01" }],
    ["2026-01-01/..", { from: "2026-01-01" }],
    ["../2026-03-31", { to: "2026-03-31" }],
    ["../..", {}],
    ["P6M", { from: "2026-05-18", to: "2026-11-18" }],
    ["P2W/2026-11-10", { from: "2026-10-27", to: "2026-11-10" }],
    ["PT24H/2026-11-18", { from: "2026-11-17", to: "2026-11-18" }],
    ["2026-11-18/P3M", { from: "2026-11-18", to: "2027-02-18" }],
  ])("%s are %j", (period, range) => {
    expect(rangeOf(period, TODAY)).toEqual(range);
    expect(isPeriod(period)).toBe(true);
  });

  it.each([
    "2026-02-30",
    "2026-13",
    "2026-05-01/2026-03-01",
    "P0D",
    "P6M/2026-02-30",
    "2026-03/2026-04",
    "tomorrow",
    "",
    "P".repeat(1000),
  ])("%j are none", (text) => expect(isPeriod(text)).toBe(false));
});

it.each([
  [{ from: "2026-10-01", to: "2026-10-31" }, "2026-10"],
  [{ from: "2025-01-01", to: "2025-12-31" }, "2025"],
  [{ from: "2026-10-10", to: "2026-10-10" }, "2026-10-10"],
  [{ from: "2026-10-10" }, "2026-10-10/.."],
])("%j is written %s", (range, period) => expect(periodOf(range)).toBe(period));

it("a day is one day and nothing longer", () => {
  expect(["2026-10-10", "2026-10", "P1D", "2026-02-30"].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
