import type { IsoDate } from "#shared/calendar/days.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { inPart } from "#shared/language/time/clocks.ts";
import { wordSet } from "#shared/language/words.ts";
import { isCovered } from "../text.ts";
import { type Said, saidIn } from "../time/piece.ts";
import { piecesOf } from "../time/pieces-of.ts";
import { datesOf, isDayPiece, placeDays } from "../time/place-days.ts";
import { placeTime, timesOf } from "../time/place-times.ts";

/** Another time of something that stands, as far as it says which day. */
export type DaySaid = {
  /** Days that are said from where the person is are `other`. */
  readonly day: "none" | "weekday" | "other";
  /** Nothing is said but a day of any month. */
  readonly monthDay?: number;
};

/** Pure. */
export function readDaySaid(text: string, locale: Locale): DaySaid {
  const said = saidIn(text, locale);
  const pieces = piecesOf(said);
  const days = pieces.filter(({ is }) => is !== "clock" && is !== "part");
  const areWeekdays = days.every((piece) => piece.is === "weekday" && !piece.next);
  const day = days.length === 0 ? "none" : areWeekdays ? "weekday" : "other";
  const [only, more] = pieces;
  const isMonthDay =
    only?.is === "date" &&
    only.month === undefined &&
    more === undefined &&
    only.to === said.words.length;
  return isMonthDay && only.day !== undefined ? { day, monthDay: only.day } : { day };
}

/** Say nothing about which of several instants is meant. */
const NEUTRAL = wordSet("schedules.around-an-answer");

/** What tells an instant from others. undefined: more is said, or nothing of that. Pure. */
export function readInstantSaid(
  text: string,
  locale: Locale,
  here: Said["here"],
): ((local: { date: IsoDate; time: string }) => boolean) | undefined {
  const said = saidIn(text, locale, here);
  const pieces = piecesOf(said);
  const isAll = said.words.every(({ word }, at) => NEUTRAL.has(word) || isCovered(pieces, at));
  if (!isAll || pieces.length === 0) return undefined;
  const days = pieces.filter(isDayPiece);
  const dates = days.length === 0 ? [] : datesOf(placeDays(days, said));
  const part = pieces.find((piece) => piece.is === "part")?.part;
  const clock = pieces.find((piece) => piece.is === "clock");
  const times = clock === undefined ? [] : timesOf(placeTime(clock, part, false));
  return (local) => {
    const hour = Number(local.time.slice(0, 2));
    return (
      (days.length === 0 || dates.includes(local.date)) &&
      (times.length === 0 || times.includes(local.time)) &&
      (part === undefined || inPart(hour, part) === hour)
    );
  };
}
