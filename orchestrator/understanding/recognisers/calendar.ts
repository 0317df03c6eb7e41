import type { Moment } from "./recogniser.ts";

const DAY_MS = 86_400_000;

/** A calendar day as ISO text, or undefined when there is no such day (30 February). */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : undefined;
}

/** `days` later than a moment's day; earlier when negative. */
export function daysFrom(now: Moment, days: number): string {
  const date = new Date(Date.UTC(now.year, now.month - 1, now.day) + days * DAY_MS);
  return date.toISOString().slice(0, 10);
}

/** The same day `months` later, or the month's last day where that day does not exist. */
export function monthsFrom(now: Moment, months: number): string {
  const index = now.year * 12 + (now.month - 1) + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(now.day, last))).toISOString().slice(0, 10);
}

/** The day of an instant where the person is. Cost: about 10 us; call it only when a date is said. */
export function momentOf(epochMs: number, timezone: string): Moment {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(epochMs);
  const [year = 1970, month = 1, day = 1] = parts.split("-").map(Number);
  return { year, month, day, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() };
}
