import { daysInMonth, type IsoDate, shift, startOf } from "#shared/calendar/days.ts";
import { MONTHS } from "#shared/calendar/names.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import { isDayOf } from "../calendar/days-of-rule.ts";
import { endOf } from "./phrases.ts";
import type { PieceOf, Said } from "./piece.ts";

/** Which working day it is depends on holidays, which are not known here. */
const NO_HOLIDAYS = { nameOf: () => undefined };
const OF = new Set(["de", "do", "of", "in", "em"]);

/**
 * A place in one month as the day that comes next: "no \u00faltimo dia do m\u00eas", "the first Monday of March". undefined: it may
 * recur, as "na primeira segunda do m\u00eas" may. Pure.
 */
export function dayOfMonthPlace(
  said: Said,
  rule: DayRule,
  from: number,
  end: number,
): PieceOf<"date"> | undefined {
  if (rule.on === "nth_working_day") return undefined;
  const { lexicon, words, here } = said;
  const month = endOf(lexicon.ofTheMonth, words, end);
  const isThis = endOf(lexicon.ofThisMonth, words, end) !== undefined;
  const named = OF.has(words[end]?.word ?? "") ? MONTHS.get(words[end + 1]?.word ?? "") : undefined;
  if (named === undefined && !(month !== undefined && (isThis || rule.on === "month_days")))
    return undefined;
  const today = startOf(here.date, "month");
  for (let ahead = 0; ahead < 13; ahead++) {
    const begins = shift(today, ahead, "month");
    if (named !== undefined && Number(begins.slice(5, 7)) !== named) continue;
    const date = inMonth(rule, begins);
    if (date === undefined || date < here.date) continue;
    const [year, at, day] = date.split("-").map(Number);
    if (year === undefined || at === undefined || day === undefined) return undefined;
    const to = named === undefined ? (month ?? end) : end + 2;
    return { is: "date", day, month: at, year, from, to };
  }
  return undefined;
}

function inMonth(rule: DayRule, begins: IsoDate): IsoDate | undefined {
  const last = daysInMonth(Number(begins.slice(0, 4)), Number(begins.slice(5, 7)));
  for (let day = 0; day < last; day++) {
    const date = shift(begins, day, "day");
    if (isDayOf(rule, date, NO_HOLIDAYS)) return date;
  }
  return undefined;
}
