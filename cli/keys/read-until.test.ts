import { expect, it } from "vitest";
import { readUntil } from "./read-until.ts";

const now = new Date("2026-06-15T12:00:00Z");

it.each([
  ["2027-01-31", "2027-01-31T00:00:00.000Z"],
  ["2026-06-16", "2026-06-16T00:00:00.000Z"],
  ["2026-06-15T12:00:01Z", "2026-06-15T12:00:01.000Z"],
  ["2027-01-31T18:00:00.5Z", "2027-01-31T18:00:00.500Z"],
])("%s ends a key at %s", (text, moment) => {
  expect(readUntil(text, now)).toEqual(new Date(moment));
});

it.each([
  ...["soon", "", "1", "2027", "2027-02", "31/01/2027", "01/31/2027", "Jan 31 2027", "2027-1-31"],
  ...[
    "2027-02-30",
    "2027-13-01",
    "2027-01-31T18:00:00",
    "2027-01-31T18:00:00+03:00",
    " 2027-01-31",
  ],
])("%j is no end", (text) => {
  expect(readUntil(text, now)).toBe("none");
});

it.each(["2026-06-15", "2020-01-01", "2026-06-15T12:00:00Z", "0001-01-01"])(
  "%s is over",
  (text) => {
    expect(readUntil(text, now)).toBe("past");
  },
);
