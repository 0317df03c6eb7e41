import { daysInMonth, type IsoDate, shift } from "#shared/calendar/days.ts";
import type { Holidays } from "#shared/calendar/holidays.ts";
import { instantOf, laterLocally, localTimeOf } from "#shared/calendar/zoned.ts";
import { inPart } from "#shared/language/time/clocks.ts";
import type { DayPart } from "./lexicon.ts";
import type { ClockPiece, PieceOf, Said } from "./piece.ts";
import { isDayPiece, placeDays } from "./place-days.ts";
import type { Amount } from "./reading.ts";

/** A time of day, or the two that may be meant. */
export type PlacedTime =
  | { readonly time: string }
  | { readonly unclear: readonly [string, string] };

/** From this hour on, and up to noon, a day that is named makes it the morning's. */
const MORNING_BEGINS = 7;

/** As HH:MM, also of an hour behind midnight. */
export const written = (hour: number, minute: number): string =>
  `${String(hour % 24).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;

/** What an hour means, with the part of the day beside it, or on a day that is named. */
export function placeTime(
  { hour, minute, isExact }: ClockPiece,
  part: DayPart | undefined,
  onNamedDay: boolean,
): PlacedTime {
  if (isExact) return { time: written(hour, minute) };
  const exact = part === undefined ? undefined : inPart(hour, part);
  if (exact !== undefined) return { time: written(exact, minute) };
  if (hour === 0 || hour > 12) return { time: written(hour, minute) };
  if (onNamedDay && hour >= MORNING_BEGINS) return { time: written(hour, minute) };
  return { unclear: [written(hour, minute), written((hour + 12) % 24, minute)] };
}

/** The times that may be meant. */
export const timesOf = (placed: PlacedTime): readonly string[] =>
  "time" in placed ? [placed.time] : placed.unclear;

/** The hours between which something recurs. undefined: unclear. */
export function placeBetween(
  start: ClockPiece,
  end: ClockPiece,
): { from: string; to: string } | undefined {
  const from = placeTime(start, undefined, true);
  if ("unclear" in from) return undefined;
  const to = placeTime(end, undefined, false);
  const until = "time" in to ? to.time : to.unclear.find((time) => time > from.time);
  return until === undefined || until <= from.time ? undefined : { from: from.time, to: until };
}

/** When something is said, and where. */
export type Now = { readonly now: number; readonly zone: string; readonly holidays: Holidays };

/** So much later. */
export const later = (from: number, { months, days, ms }: Amount, zone: string): number =>
  (months > 0 || days > 0 ? laterLocally(from, zone, { months, days }) : from) + ms;

/** The last moment of a day. */
const endOfDay = (date: IsoDate, zone: string): number =>
  instantOf({ date: shift(date, 1, "day"), time: "00:00" }, zone) - 1;

const lastOfMonth = (date: IsoDate): IsoDate =>
  `${date.slice(0, 7)}-${String(daysInMonth(Number(date.slice(0, 4)), Number(date.slice(5, 7)))).padStart(2, "0")}`;

/** When an end is: of a day, where that ends. undefined: unclear. */
export function untilOf(
  said: Said,
  end: PieceOf<"until">,
  from: number,
  { now, zone }: Now,
): number | undefined {
  const { date: today } = said.here;
  if (end.end === "month") return endOfDay(lastOfMonth(today), zone);
  if (end.end === "year") return endOfDay(`${today.slice(0, 4)}-12-31`, zone);
  if (end.amount !== undefined) return later(from, end.amount, zone);
  const clock = end.pieces.find((piece) => piece.is === "clock");
  const month = end.pieces.find((piece) => piece.is === "date" && piece.day === undefined);
  if (month?.is === "date" && month.month !== undefined) {
    const year = Number(today.slice(0, 4)) + (month.month < Number(today.slice(5, 7)) ? 1 : 0);
    return endOfDay(lastOfMonth(`${year}-${String(month.month).padStart(2, "0")}-01`), zone);
  }
  const days = end.pieces.filter(isDayPiece);
  const placed = days.length === 0 ? { date: today } : placeDays(days, said);
  const isPlainDay = days.every((day) => day.is === "weekday" && !day.next);
  const date =
    placed === undefined || "date" in placed
      ? placed?.date
      : isPlainDay
        ? placed.unclear.at(-1)
        : undefined;
  if (date === undefined) return undefined;
  if (clock === undefined) return endOfDay(date, zone);
  const times = timesOf(placeTime(clock, undefined, false));
  const coming = times
    .map((each) => instantOf({ date, time: each }, zone))
    .filter((each) => each > now);
  if (coming.length > 0) return coming.length === 1 || days.length > 0 ? coming.at(-1) : undefined;
  const tomorrow = localTimeOf(now + 24 * 60 * 60 * 1000, zone).date;
  return days.length > 0 || times.length > 1
    ? undefined
    : instantOf({ date: tomorrow, time: times[0] ?? "" }, zone);
}
