import ICAL from "ical.js";
import { Temporal } from "temporal-polyfill";

/** A wall clock's day and time, or a day alone: "2026-11-27", "15:00" */
export type Local = { date: string; time?: string | undefined };

/** True for a zone that this machine knows: "America/Sao_Paulo". */
export function isZone(zone: string): boolean {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId !== "";
  } catch {
    return false;
  }
}

/** The instant, epoch milliseconds; a day is its first instant. Errors: RangeError for what is no day, time or zone */
export const epochOf = ({ date, time = "00:00" }: Local, zone: string): number =>
  Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;

/** What clocks show there, to the minute. */
export function localOf(epoch: number, zone: string): { date: string; time: string } {
  const there = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone);
  return {
    date: there.toPlainDate().toString(),
    time: there.toPlainTime().toString({ smallestUnit: "minute" }),
  };
}

/** "2026-11-27T15:00:00-03:00" */
export const offsetTime = (epoch: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(epoch).toString({
    timeZone: zone,
    smallestUnit: "second",
  });

/** A length of ISO 8601 in milliseconds; a day of it has 24 hours. Undefined for what is none or no length. */
export function lengthOf(duration: string): number | undefined {
  try {
    const length = Temporal.Duration.from(duration).total({
      unit: "milliseconds",
      relativeTo: "2026-01-01",
    });
    return length > 0 ? length : undefined;
  } catch {
    return undefined;
  }
}

/**
 * How iCalendar's times of one property become instants: by the zone's name, by the file's own rules for a zone that this
 * machine does not know, and in `zone`, the person's, for days and for times without one.
 */
export function readerOf(property: ICAL.Property, zone: string): (time: ICAL.Time) => number {
  const named = property.getParameter("tzid");
  const own = typeof named === "string" && isZone(named) ? named : undefined;
  return (time) => {
    const local = { date: dateText(time), time: time.isDate ? undefined : timeText(time) };
    if (time.isDate) return epochOf(local, zone);
    if (time.zone === ICAL.Timezone.utcTimezone) return epochOf(local, "UTC");
    if (own !== undefined) return epochOf(local, own);
    return time.zone !== ICAL.Timezone.localTimezone
      ? time.toUnixTime() * 1000
      : epochOf(local, zone);
  };
}

const two = (count: number): string => String(count).padStart(2, "0");
export const dateText = ({ year, month, day }: ICAL.Time): string =>
  `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
export const timeText = ({ hour, minute, second }: ICAL.Time): string =>
  `${two(hour)}:${two(minute)}:${two(second)}`;

/**
 * The rules of a zone around an instant, as calendars without a table of zones want them: the change before it, and those
 * of the five years behind it.
 */
export function vtimezone(zone: string, epoch: number): ICAL.Component {
  const component = new ICAL.Component("vtimezone");
  component.addPropertyWithValue("tzid", zone);
  const start = Temporal.Instant.fromEpochMilliseconds(epoch).toZonedDateTimeISO(zone);
  const end = start.add({ years: 5 });
  const before = start.getTimeZoneTransition("previous") ?? start.with({ year: 1970 });
  for (
    let at: Temporal.ZonedDateTime | null = before;
    at !== null && Temporal.ZonedDateTime.compare(at, end) < 0;
    at = at.getTimeZoneTransition("next")
  )
    component.addSubcomponent(observance(at));
  return component;
}

function observance(at: Temporal.ZonedDateTime): ICAL.Component {
  const earlier = at.subtract({ seconds: 1 });
  const isForward = at.offsetNanoseconds > earlier.offsetNanoseconds;
  const component = new ICAL.Component(isForward ? "daylight" : "standard");
  // The clock that the change finds, not the one that it leaves.
  const onset = at.toInstant().toZonedDateTimeISO(earlier.offset).toPlainDateTime();
  component.addPropertyWithValue(
    "dtstart",
    ICAL.Time.fromDateTimeString(onset.toString({ smallestUnit: "second" })),
  );
  component.addPropertyWithValue("tzoffsetfrom", ICAL.UtcOffset.fromString(earlier.offset));
  component.addPropertyWithValue("tzoffsetto", ICAL.UtcOffset.fromString(at.offset));
  return component;
}
