import type { Locale } from "#shared/contracts/names.ts";
import { piecesOf } from "../time/pieces-of.ts";
import { saidIn } from "../time/said-in.ts";

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
