import type { Point } from "#shared/language/time/meaning.ts";
import { counted, feastOn } from "#shared/language/time/resolve-period.ts";
import { pauseBefore } from "../text.ts";
import { endIn, type Piece, type PieceOf, type Said, saidAt } from "./piece.ts";
import { placeDays } from "./place-days.ts";
import { clockAt } from "./read-clock.ts";

/** It is on the same day in every year. */
const isFixed = (key: string): boolean => /^\d{2}-\d{2}$/.test(key);

/** A day that is named, counted, written, or said by its weekday. */
export function dayAt(said: Said, at: number): Piece | undefined {
  return (
    countedFrom(said, at) ??
    namedDateAt(said, at) ??
    away(said, at) ??
    weekdayPiece(said, at) ??
    datePiece(said, at) ??
    farAway(said, at)
  );
}

/** The day of the week that a word names; 0 is Sunday. */
export function weekdayNamed(said: Said, at: number): { weekday: number; to: number } | undefined {
  const [found] = saidAt(said, at, "weekday-name");
  return found?.meaning.is === "number" ? { weekday: found.meaning.n, to: found.to } : undefined;
}

/** Where a word that leads a date in ends. */
const onAt = (said: Said, at: number): number | undefined => endIn(said, at, "on");

function away(said: Said, at: number): PieceOf<"away"> | undefined {
  for (const begin of [at, onAt(said, at) ?? at])
    for (const { meaning, to } of saidAt(said, begin, "point")) {
      const piece = meaning.is === "point" ? pieceOf(meaning.point, at, to) : undefined;
      if (piece?.is === "away") return piece;
    }
  return undefined;
}

/** A point as a piece, where it is a day that is to come. */
function pieceOf(
  point: Point,
  from: number,
  to: number,
): PieceOf<"away" | "weekday" | "date"> | undefined {
  switch (point.is) {
    case "away":
      return point.unit === "day" && point.count >= 0 && point.count <= 2
        ? { is: "away", days: point.count, from, to }
        : undefined;
    case "weekday":
      return { is: "weekday", weekday: point.weekday, next: point.way === 1, from, to };
    case "date": {
      const { day, month, year } = point.date;
      if (day === undefined) return undefined;
      return {
        is: "date",
        ...(point.isEither === true && { isUnclear: true }),
        day,
        ...(month !== undefined && { month }),
        ...(year !== undefined && { year }),
        from,
        to,
      };
    }
    case "whole":
    case "weekend":
    case "part":
    case "decade":
    case "nth":
    case "edge":
    case "feast":
    case "counted":
      return undefined;
  }
}

function weekdayPiece(said: Said, at: number): Piece | undefined {
  for (const { meaning, strength, to } of saidAt(said, at, "day-of-week")) {
    const isSure =
      strength === "named" ||
      (strength === "alone" ? beginsClock(said, to) : standsAlone(said, at, to));
    if (meaning.is === "point" && isSure) return pieceOf(meaning.point, at, to);
  }
  return undefined;
}

/** The name of a day that is a number of things as well. */
const standsAlone = (said: Said, at: number, to: number): boolean =>
  saidAt(said, at - 1, "before-ordinal").length === 0 &&
  (at === 0 ||
    to === said.words.length ||
    endIn(said, to, "at") !== undefined ||
    clockAt(said, to)?.isExact === true ||
    datePiece(said, to) !== undefined ||
    pauseBefore(said, to));

/** An hour begins there, or what leads to one. */
export const beginsClock = (said: Said, at: number): boolean =>
  endIn(said, at, "at") !== undefined || clockAt(said, at) !== undefined;

/** So much behind a day, or before it. */
function countedFrom(said: Said, at: number): PieceOf<"date"> | undefined {
  for (const { meaning, to } of saidAt(said, at, "day-from")) {
    if (meaning.is !== "point" || meaning.point.is !== "counted") continue;
    const { of } = meaning.point;
    const piece = of.is === "feast" ? feastPiece(said, of.key, at, to) : pieceOf(of, at, to);
    const placed = piece && placeDays([piece], said);
    if (placed === undefined || "unclear" in placed) continue;
    const [year, month, day] = counted(placed.date, meaning.point).split("-").map(Number);
    if (day !== undefined && month !== undefined && year !== undefined)
      return { is: "date", day, month, year, from: at, to };
  }
  return undefined;
}

function datePiece(said: Said, at: number): PieceOf<"date"> | undefined {
  const led = onAt(said, at);
  for (const begin of led === undefined ? [at] : [led, led - 1, at])
    for (const { meaning, strength, to } of saidAt(said, begin, "point")) {
      const piece = meaning.is === "point" ? pieceOf(meaning.point, at, to) : undefined;
      const isLed = begin > at || saidAt(said, begin, "before-place").length > 0;
      if (piece?.is === "date" && (strength === "named" || isLed)) return piece;
    }
  return undefined;
}

function farAway(said: Said, at: number): Piece | undefined {
  const [week] = saidAt(said, at, "next-week");
  if (week !== undefined) return { is: "next_week", from: at, to: week.to };
  const [month] = saidAt(said, at, "next-month");
  return month === undefined ? undefined : { is: "next_month", from: at, to: month.to };
}

/** A day with a name: the next one. `isLed`: what stands before makes it a day. Pure. */
export function namedDateAt(said: Said, at: number, isLed = false): PieceOf<"date"> | undefined {
  const begins = [at, endIn(said, at, "on") ?? at];
  if (endIn(said, at, "before-feast") !== undefined) begins.push(at + 1);
  const [longest] = begins
    .flatMap((begin) => [
      ...saidAt(said, begin, "feast"),
      ...(isLed || begin > at ? saidAt(said, begin, "led-feast") : []),
    ])
    .toSorted((one, other) => other.to - one.to);
  if (longest?.meaning.is !== "point" || longest.meaning.point.is !== "feast") return undefined;
  return feastPiece(said, longest.meaning.point.key, at, longest.to);
}

/** The next of a day with a name. */
function feastPiece(
  { here }: Pick<Said, "here">,
  key: string,
  from: number,
  to: number,
): PieceOf<"date"> | undefined {
  const year = Number(here.date.slice(0, 4));
  const [date, then] = [year, year + 1, year + 2]
    .flatMap((each) => feastOn(key, each) ?? [])
    .filter((each) => each >= here.date);
  const [ofYear, month, day] = date?.split("-").map(Number) ?? [];
  if (ofYear === undefined || month === undefined || day === undefined) return undefined;
  const moves = !isFixed(key) && { year: ofYear, ...(then !== undefined && { then }) };
  return { is: "date", day, month, ...moves, from, to };
}

/** A day with a name in every year; one that moves is none of these. */
export function feastOfEveryYear(said: Said, at: number): Piece[] | undefined {
  const every = endIn(said, at, "yearly") ?? endIn(said, at, "every");
  const found = every === undefined ? undefined : namedDateAt(said, every, true);
  if (found?.day === undefined || found.month === undefined || found.year !== undefined)
    return undefined;
  const rule = { on: "year_day", month: found.month, day: found.day } as const;
  return [{ is: "days", rule, from: at, to: found.to }];
}
