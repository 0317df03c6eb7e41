import ICAL from "ical.js";
import { type EventParts, type Occurrence, partsOf, recurs } from "./occurrence.ts";
import { epochOf, type Local, localOf, vtimezone } from "./zones.ts";

const MAKER = "-//Regente//Calendar//EN";

/** From when to when, on the person's clock: both with a time, or both days, the last of them not belonging to it. */
export type Times = { start: Local; end: Local };

export type NewEvent = Times & {
  uid: string;
  title: string;
  place?: string | undefined;
  /** It recurs by this rule of RFC 5545, of which it is the first time. */
  rrule?: string | undefined;
  zone: string;
  /** Epoch milliseconds. */
  now: number;
};

/** A calendar object with one event. */
export function newEvent({ uid, title, place, rrule, zone, now, ...times }: NewEvent): string {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", MAKER);
  const event = new ICAL.Component("vevent");
  event.addPropertyWithValue("uid", uid);
  event.addPropertyWithValue("summary", title);
  if (place !== undefined) event.addPropertyWithValue("location", place);
  if (rrule !== undefined) event.addPropertyWithValue("rrule", ICAL.Recur.fromString(rrule));
  calendar.addSubcomponent(event);
  setTimes(calendar, event, times, zone);
  touch(event, now);
  return calendar.toString();
}

/** The object with the event, or one occurrence of it, at another time. Undefined where that occurrence is not there. */
export function movedTo(
  ics: string,
  recurrence: string | undefined,
  times: Times,
  { zone, now }: { zone: string; now: number },
): string | undefined {
  const parts = partsOf(ics);
  if (parts === undefined) return undefined;
  const event = componentOf(parts, recurrence);
  if (event === undefined) return undefined;
  setTimes(parts.calendar, event, times, zone);
  touch(event, now);
  return parts.calendar.toString();
}

/**
 * The object with all occurrences of a recurring event so much later on the day, with what was left out or changed of them;
 * what had been moved by itself stays where it was put.
 */
export function shiftedBy(
  ics: string,
  seconds: number,
  { now }: { now: number },
): string | undefined {
  const parts = partsOf(ics);
  const { main } = parts ?? {};
  if (parts === undefined || main === undefined) return undefined;
  for (const name of ["dtstart", "dtend", "exdate", "rdate"]) shift(main, name, seconds);
  for (const rule of main.getAllProperties("rrule")) {
    const recur = rule.getFirstValue();
    if (recur instanceof ICAL.Recur && recur.until instanceof ICAL.Time && !recur.until.isDate) {
      recur.until.addDuration(ICAL.Duration.fromSeconds(seconds));
      rule.setValue(recur);
    }
  }
  for (const event of parts.changed) shift(event, "recurrence-id", seconds);
  touch(main, now);
  return parts.calendar.toString();
}

/**
 * The object without one occurrence.
 * Shape: null where none is left, undefined where it is not there
 */
export function without(
  ics: string,
  recurrence: string,
  { now }: { now: number },
): string | null | undefined {
  const parts = partsOf(ics);
  if (parts === undefined) return undefined;
  const { calendar, main, changed } = parts;
  const own = changed.find((event) => isOf(event, recurrence));
  if (own !== undefined) calendar.removeSubcomponent(own);
  if (main === undefined)
    return own === undefined ? undefined : changed.length > 1 ? calendar.toString() : null;
  const start = main.getFirstProperty("dtstart");
  if (start === null || !recurs(main)) return undefined;
  const left = new ICAL.Property("exdate");
  copyZone(start, left);
  left.setValue(timeOf(recurrence, own?.getFirstProperty("recurrence-id") ?? start));
  main.addProperty(left);
  touch(main, now);
  return calendar.toString();
}

/** Where `times` of an occurrence are, as its person's clock shows them. */
export function timesOf({ allDay, start, end }: Occurrence, zone: string): Times {
  const [from, to] = [localOf(start, zone), localOf(end, zone)];
  return allDay ? { start: { date: from.date }, end: { date: to.date } } : { start: from, end: to };
}

/** The component of an occurrence, made where it has been as the event says. */
function componentOf(
  { calendar, main, changed }: EventParts,
  recurrence: string | undefined,
): ICAL.Component | undefined {
  if (recurrence === undefined) return main;
  const own = changed.find((event) => isOf(event, recurrence));
  if (own !== undefined || main === undefined) return own;
  const start = main.getFirstProperty("dtstart");
  if (start === null || !recurs(main)) return undefined;
  const event = new ICAL.Component(structuredClone(main.toJSON()));
  for (const name of ["rrule", "rdate", "exdate", "exrule"]) event.removeAllProperties(name);
  const which = new ICAL.Property("recurrence-id");
  copyZone(start, which);
  which.setValue(timeOf(recurrence, start));
  event.addProperty(which);
  calendar.addSubcomponent(event);
  return event;
}

const isOf = (event: ICAL.Component, recurrence: string): boolean =>
  event.getFirstPropertyValue("recurrence-id")?.toString() === recurrence;

/** "2026-11-09T15:00:00" as a time such as the property has. */
const timeOf = (text: string, like: ICAL.Property): ICAL.Time =>
  text.includes("T") ? ICAL.Time.fromDateTimeString(text, like) : ICAL.Time.fromDateString(text);

function copyZone(from: ICAL.Property, to: ICAL.Property): void {
  const zone = from.getParameter("tzid");
  if (typeof zone === "string") to.setParameter("tzid", zone);
  if (from.type === "date") to.resetType("date");
}

function setTimes(
  calendar: ICAL.Component,
  event: ICAL.Component,
  { start, end }: Times,
  zone: string,
): void {
  for (const name of ["dtstart", "dtend", "duration"]) event.removeAllProperties(name);
  for (const [name, { date, time }] of [
    ["dtstart", start],
    ["dtend", end],
  ] as const) {
    const property = new ICAL.Property(name);
    if (time === undefined) {
      property.resetType("date");
      property.setValue(ICAL.Time.fromDateString(date));
    } else {
      if (zone !== "UTC") property.setParameter("tzid", zone);
      property.setValue(
        ICAL.Time.fromDateTimeString(`${date}T${time.slice(0, 5)}:00${zone === "UTC" ? "Z" : ""}`),
      );
    }
    event.addProperty(property);
  }
  if (start.time === undefined || zone === "UTC") return;
  const isKnown = calendar
    .getAllSubcomponents("vtimezone")
    .some((each) => each.getFirstPropertyValue("tzid") === zone);
  if (isKnown) return;
  const rules = vtimezone(zone, epochOf(start, zone));
  // Before what refers to it.
  calendar.jCal[2].unshift(rules.jCal);
}

function shift(event: ICAL.Component, name: string, seconds: number): void {
  for (const property of event.getAllProperties(name)) {
    const moved = property.getValues().map((value: unknown) => {
      if (value instanceof ICAL.Time && !value.isDate)
        value.addDuration(ICAL.Duration.fromSeconds(seconds));
      return value;
    });
    if (property.isMultiValue) property.setValues(moved);
    else property.setValue(moved[0]);
  }
}

function touch(event: ICAL.Component, now: number): void {
  const stamp = ICAL.Time.fromJSDate(new Date(now), true);
  for (const name of ["dtstamp", "last-modified"]) event.updatePropertyWithValue(name, stamp);
  const sequence = Number(event.getFirstPropertyValue("sequence") ?? -1);
  event.updatePropertyWithValue("sequence", sequence + 1);
}
