import { Temporal } from "temporal-polyfill";
import type { IsoDate } from "#shared/calendar/days.ts";

/** A local day and time: "2026-11-22", "09:30". */
type LocalTime = { readonly date: IsoDate; readonly time: string };

/**
 * The instant of a local time. One that does not exist is the first instant after it, one that exists twice its first.
 * Shape: epoch milliseconds; the only file, with `localTimeOf`, that knows how zones are computed
 * Errors: RangeError for an unknown zone
 */
export function instantOf({ date, time }: LocalTime, zone: string): number {
  const wanted = Temporal.PlainDateTime.from(`${date}T${time}`);
  const found = wanted.toZonedDateTime(zone, { disambiguation: "compatible" });
  if (found.toPlainDateTime().equals(wanted)) return found.epochMilliseconds;
  // It was skipped: the clocks went forward right before what "compatible" gives.
  const transition = found.getTimeZoneTransition("previous");
  return (transition ?? found).epochMilliseconds;
}

/** What clocks show at an instant, to the minute. */
export function localTimeOf(epochMs: number, zone: string): LocalTime & { second: number } {
  const there = zoned(epochMs, zone);
  return {
    date: there.toPlainDate().toString(),
    time: there.toPlainTime().toString({ smallestUnit: "minute" }),
    second: there.second,
  };
}

/** The same local time so many days, weeks or months later. */
export function laterLocally(
  epochMs: number,
  zone: string,
  by: { readonly days?: number; readonly weeks?: number; readonly months?: number },
): number {
  return zoned(epochMs, zone).add(by).epochMilliseconds;
}

const zoned = (epochMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(Math.trunc(epochMs)).toZonedDateTimeISO(zone);
