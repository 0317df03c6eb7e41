import ICAL from "ical.js";
import type { StoredEvent, TimeRange } from "../store/calendar-store.ts";
import { dateText, localOf, readerOf } from "./zones.ts";

/** One time that an event takes place. */
export type Occurrence = {
  /** The name of the stored object that it is of. */
  name: string;
  /** Which of a recurring event's it is: its first start, as iCalendar has it ("2026-11-09T15:00:00"). */
  recurrence: string | undefined;
  title: string;
  place: string | undefined;
  allDay: boolean;
  /** Epoch milliseconds; whole days are those of the person's zone. The end does not belong to it. */
  start: number;
  end: number;
  /** The time is taken: it counts where free times are looked for. */
  busy: boolean;
  /** It has guests or an organizer. */
  invited: boolean;
};

const BETWEEN = "@";

/** One text for an occurrence that finds it again. */
export const idOf = ({ name, recurrence }: Pick<Occurrence, "name" | "recurrence">): string =>
  recurrence === undefined ? name : `${name}${BETWEEN}${recurrence}`;

/** Shape: of an id that no one gave, a name that no store has */
export function ofId(id: string): Pick<Occurrence, "name" | "recurrence"> {
  const at = id.lastIndexOf(BETWEEN);
  const recurrence = id.slice(at + 1);
  return at < 0 || !/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ?)?$/.test(recurrence)
    ? { name: id, recurrence: undefined }
    : { name: id.slice(0, at), recurrence };
}

/** A rule that gives more before the range than this is not followed any further: every second of a year is 31 million. */
const MOST_STEPS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The event of an object and those of its occurrences that were changed. */
export type EventParts = {
  calendar: ICAL.Component;
  /** Undefined where only changed occurrences were sent, as to a guest of one of them. */
  main: ICAL.Component | undefined;
  changed: ICAL.Component[];
};

/** Undefined for a text that is no calendar with an event in it. */
export function partsOf(ics: string): EventParts | undefined {
  try {
    const calendar = new ICAL.Component(ICAL.parse(ics));
    const events = calendar
      .getAllSubcomponents("vevent")
      .filter((event) => event.getFirstPropertyValue("dtstart") instanceof ICAL.Time);
    const main = events.find((event) => !event.hasProperty("recurrence-id"));
    const changed = events.filter((event) => event.hasProperty("recurrence-id"));
    return events.length === 0 ? undefined : { calendar, main, changed };
  } catch {
    return undefined;
  }
}

export const recurs = (event: ICAL.Component): boolean =>
  event.hasProperty("rrule") || event.hasProperty("rdate");

/** The instants of a property that stands any number of times, EXDATE or RECURRENCE-ID. */
const instantsOf = (event: ICAL.Component, name: string, zone: string): number[] =>
  event
    .getAllProperties(name)
    .flatMap((property) =>
      property
        .getValues()
        .flatMap((value) => (value instanceof ICAL.Time ? readerOf(property, zone)(value) : [])),
    );

/**
 * What of an object takes place in a range, in the order of time; `zone` is the person's.
 * Shape: none for a text that cannot be read
 */
export function occurrencesOf(stored: StoredEvent, range: TimeRange, zone: string): Occurrence[] {
  const parts = partsOf(stored.ics);
  if (parts === undefined) return [];
  const found = parts.changed.flatMap((event) => occurrenceAt(stored.name, event, zone));
  if (parts.main !== undefined)
    found.push(...regular(stored.name, parts.main, parts.changed, range, zone));
  return found
    .filter(({ start, end }) => start < range.to && (end > range.from || start >= range.from))
    .toSorted((one, other) => one.start - other.start);
}

/** Those that are as the event itself says. */
function regular(
  name: string,
  main: ICAL.Component,
  changed: readonly ICAL.Component[],
  range: TimeRange,
  zone: string,
): Occurrence[] {
  const [first] = occurrenceAt(name, main, zone);
  const property = main.getFirstProperty("dtstart");
  if (first === undefined || property === null) return [];
  if (!recurs(main)) return [first];
  const read = readerOf(property, zone);
  const left = new Set([
    ...instantsOf(main, "exdate", zone),
    ...changed.flatMap((event) => instantsOf(event, "recurrence-id", zone)),
  ]);
  const found: Occurrence[] = [];
  const event = new ICAL.Event(main, { exceptions: [] });
  const iterator = event.iterator();
  // Days are compared as texts first: to ask a zone costs far more. Two days are more than zones are apart.
  const tooEarly = localOf(range.from - (first.end - first.start) - 2 * DAY_MS, "UTC").date;
  for (let step = 0; step < MOST_STEPS; step++) {
    const time = iterator.next();
    if (!time) break;
    if (dateText(time) < tooEarly) continue;
    const start = read(time);
    if (start >= range.to) break;
    if (left.has(start)) continue;
    const end = start + endAfter(first, time, event, read);
    if (end > range.from || start >= range.from)
      found.push({ ...first, start, end, recurrence: time.toString() });
  }
  return found;
}

/** How long one occurrence is: days are counted on the calendar, where one may have 23 hours. */
function endAfter(
  first: Occurrence,
  time: ICAL.Time,
  event: ICAL.Event,
  read: (time: ICAL.Time) => number,
): number {
  if (!first.allDay) return first.end - first.start;
  const end = time.clone();
  end.addDuration(event.duration);
  return read(end) - read(time);
}

/** A component by itself; none where it was called off. */
function occurrenceAt(name: string, event: ICAL.Component, zone: string): Occurrence[] {
  const property = event.getFirstProperty("dtstart");
  const time = property?.getFirstValue();
  if (property === null || !(time instanceof ICAL.Time)) return [];
  if (textOf(event, "status").toUpperCase() === "CANCELLED") return [];
  const start = readerOf(property, zone)(time);
  const recurrence = event.getFirstPropertyValue("recurrence-id");
  return [
    {
      name,
      recurrence: recurrence instanceof ICAL.Time ? recurrence.toString() : undefined,
      title: textOf(event, "summary"),
      place: textOf(event, "location") || undefined,
      allDay: time.isDate,
      start,
      end: Math.max(start, endOf(event, property, time, zone)),
      busy: textOf(event, "transp").toUpperCase() !== "TRANSPARENT",
      invited: event.hasProperty("attendee") || event.hasProperty("organizer"),
    },
  ];
}

function endOf(
  event: ICAL.Component,
  property: ICAL.Property,
  start: ICAL.Time,
  zone: string,
): number {
  const ending = event.getFirstProperty("dtend");
  const said = ending?.getFirstValue();
  if (ending !== null && said instanceof ICAL.Time) return readerOf(ending, zone)(said);
  const length = event.getFirstPropertyValue("duration");
  const end = start.clone();
  if (length instanceof ICAL.Duration) end.addDuration(length);
  else if (start.isDate) end.day += 1;
  return readerOf(property, zone)(end);
}

const textOf = (event: ICAL.Component, name: string): string => {
  const value = event.getFirstPropertyValue(name);
  return typeof value === "string" ? value.trim() : "";
};
