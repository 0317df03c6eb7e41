import { inPart } from "#shared/language/time/clocks.ts";
import type { DayPart } from "./lexicon.ts";
import type { ClockPiece } from "./piece.ts";

/** A time of day, or the two that may be meant. */
export type PlacedTime =
  | { readonly time: string }
  | { readonly unclear: readonly [string, string] };

/** From this hour on, and up to noon, a day that is named makes it the morning's: "amanhã às 9". */
const MORNING_BEGINS = 7;

const written = (hour: number, minute: number): string =>
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

/** The hours between which something recurs: "das 9 às 18", "from 9 to 5". undefined: unclear. */
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
