import { shift } from "#shared/calendar/days.ts";
import { rangeOf } from "#shared/calendar/period.ts";
import { indexWords, queryWords } from "#shared/plain-text/search-words.ts";
import { type Occurrence, occurrencesOf } from "../event/occurrence.ts";
import { epochOf } from "../event/zones.ts";
import type { TimeRange } from "../store/calendar-store.ts";
import type { Asked } from "./deps.ts";

/** How far "the next one" is looked for. */
const HORIZON_DAYS = 400;

/** Days, both included. */
export type Days = { from: string; to: string };

/** Everything in a range, in the order of time. */
export async function agenda(
  { store, owner, zone, call }: Asked,
  range: TimeRange,
): Promise<Occurrence[]> {
  const stored = await store.list(owner, range, call.signal);
  return stored
    .flatMap((each) => occurrencesOf(each, range, zone))
    .toSorted((one, other) => one.start - other.start);
}

/** The range of days on the person's clock. */
export const rangeOfDays = ({ from, to }: Days, zone: string): TimeRange => ({
  from: epochOf({ date: from }, zone),
  to: epochOf({ date: shift(to, 1, "day") }, zone),
});

/** The days of a period; an open end is today, or as far as one looks. Undefined for what is no period. */
export function daysOf(period: string, today: string): Days | undefined {
  const range = rangeOf(period, today);
  if (range === undefined) return undefined;
  const from = range.from ?? today;
  const to = range.to ?? shift(from, HORIZON_DAYS, "day");
  return from <= to ? { from, to } : undefined;
}

/** From a day on, as far as one looks. */
export const comingDays = (today: string): Days => ({
  from: today,
  to: shift(today, HORIZON_DAYS, "day"),
});

/** True for an event whose title or place has all words that are looked for. */
export function isAbout(title: string): (occurrence: Occurrence) => boolean {
  const wanted = queryWords(title);
  return (occurrence) => {
    const has = new Set(indexWords(`${occurrence.title} ${occurrence.place ?? ""}`).split(" "));
    return wanted.every(({ indexed }) => has.has(indexed));
  };
}
