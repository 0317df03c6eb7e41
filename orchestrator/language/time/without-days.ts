import { dateOf, type IsoDate, shift, startOf } from "#shared/calendar/days.ts";
import type { DayRule, LeftOut } from "#shared/contracts/schedule-rule.ts";
import { isDayOf } from "../../calendar/days-of-rule.ts";
import type { Holidays } from "../../calendar/holidays.ts";
import type { Piece, Said } from "./piece.ts";
import { isDayPiece, placeDays } from "./place-days.ts";

const ALL = [0, 1, 2, 3, 4, 5, 6];

/**
 * The days that are left where some are excepted. Days of the week are named by what is left of them; of other days it is
 * said what they leave out. "none": no day is left, or a day is left out that it does not have. Pure.
 */
export function withoutDays(
  days: DayRule | undefined,
  pieces: readonly Piece[],
  said: Said,
  holidayTable: Holidays,
): { days: DayRule | undefined; not_on?: LeftOut } | "none" {
  const excepts = pieces.filter((piece) => piece.is === "except");
  if (excepts.length === 0) return { days };
  const left = [...new Set(excepts.flatMap((piece) => piece.days))].toSorted((a, b) => a - b);
  const holidays = excepts.some((piece) => piece.holidays);
  const isOwn = (date: IsoDate) => days === undefined || isDayOf(days, date, holidayTable);
  const dates = excepts
    .flatMap(({ single }) => single)
    .map((piece) => comingDate(piece, said, isOwn));
  if (dates.includes(undefined)) return "none";
  const known =
    days === undefined || days.on === "every_day"
      ? ALL
      : days.on === "weekdays"
        ? days.days
        : undefined;
  const named = known?.filter((day) => !left.includes(day));
  if (named?.length === 0 || left.length === ALL.length) return "none";
  const kept: DayRule | undefined =
    named === undefined || left.length === 0 ? days : { on: "weekdays", days: [...named] };
  const weekdays = named === undefined ? left : [];
  const single = dates.filter((date) => date !== undefined);
  if (kept?.on === "working_days" && weekdays.length + single.length === 0) return { days: kept };
  return weekdays.length + single.length === 0 && !holidays
    ? { days: kept }
    : {
        days: kept,
        not_on: { weekdays, holidays, ...(single.length > 0 && { dates: single.toSorted() }) },
      };
}

/** Of a day of some month, the month is the next in which the rule has that day. */
const MONTHS_AHEAD = 12;

/** The next of that day which the rule has. undefined: it has none, or it is unclear which day is meant. */
export function comingDate(
  piece: Piece,
  said: Pick<Said, "here" | "lexicon">,
  isOwn: (date: IsoDate) => boolean,
): IsoDate | undefined {
  if (!isDayPiece(piece)) return undefined;
  if (piece.is === "date" && piece.day !== undefined && piece.month === undefined) {
    const { date: today } = said.here;
    for (let at = 0; at < MONTHS_AHEAD; at++) {
      const month = shift(startOf(today, "month"), at, "month");
      const date = dateOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)), piece.day);
      if (date !== undefined && date >= today && isOwn(date)) return date;
    }
    return undefined;
  }
  const placed = placeDays([piece], said);
  return placed !== undefined && "date" in placed && isOwn(placed.date) ? placed.date : undefined;
}
