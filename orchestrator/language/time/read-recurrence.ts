import { daysInMonth, type IsoDate, shift, startOf } from "#shared/calendar/days.ts";
import { isDayOf } from "#shared/calendar/days-of-rule.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import type { Edge } from "#shared/language/time/chart.ts";
import { wordSet } from "#shared/language/words.ts";
import { wordAt } from "../values/recogniser.ts";
import { dayRuleOf, endsAsHour } from "../values/recurrence.ts";
import { endOf } from "../words/phrases.ts";
import { endIn, type Piece, type PieceOf, type Said, saidAt } from "./piece.ts";
import { beginsClock, dayAt, feastOfEveryYear } from "./read-day.ts";

/** What recurs from a word on, as pieces: days, how often, after how long. */
export function recurrenceAt(said: Said, at: number): Piece[] | undefined {
  const listed = saidAt(said, at, "listed-recurrence").filter(({ to }) => beginsClock(said, to));
  const edges = [...saidAt(said, at, "recurrence"), ...listed, ...saidAt(said, at, "place-once")]
    .filter((edge) => !endsAsHour(said, edge))
    .toSorted((one, other) => other.to - one.to);
  const [found] = edges
    .map((edge) => piecesOf(said, edge))
    .filter((pieces) => pieces !== undefined);
  const others = [exceptDays(said, at), feastOfEveryYear(said, at)];
  return others.reduce((best, each) => (endOfAll(each) > endOfAll(best) ? each : best), found);
}

const endOfAll = (pieces: readonly Piece[] | undefined): number => pieces?.at(-1)?.to ?? 0;

function piecesOf(said: Said, { meaning, from, to }: Edge): Piece[] | undefined {
  if (meaning.is !== "recurrence") return undefined;
  const { days, each, every_ms, part, once } = meaning;
  if (each !== undefined) return [{ is: "each", unit: each, from, to }];
  if (every_ms !== undefined) return [{ is: "elapsed", every_ms, from, to }];
  if (days === undefined) return [{ is: "vague", from, to }];
  const rule = dayRuleOf(days, said.here.date);
  if (part !== undefined)
    return [
      { is: "days", rule, from, to: to - 1 },
      { is: "part", part, from: to - 1, to },
    ];
  if (once === undefined) return [{ is: "days", rule, from, to }];
  const date = dayOfMonthPlace(said, rule, once);
  if (date !== undefined) return [{ ...date, from, to }];
  if (typeof once === "number") return undefined;
  // In one month it is one day, which only holidays tell.
  return rule.on === "nth_working_day" && once === "the"
    ? [{ is: "days", rule, from, to }]
    : [{ is: "month_place", rule, recurs: false, from, to }];
}

type Date = Omit<PieceOf<"date">, "from" | "to">;

/**
 * A place in one month as the day that comes next: in the month of that number, in this one, in the next, or in any.
 * undefined: it may recur. Pure.
 */
function dayOfMonthPlace({ here }: Said, rule: DayRule, once: number | string): Date | undefined {
  if (rule.on === "nth_working_day") return undefined;
  if (once === "the" && rule.on !== "month_days") return undefined;
  const of = shift(startOf(here.date, "month"), once === "next" ? 1 : 0, "month");
  const named = typeof once === "number" ? once : undefined;
  const isOne = once === "this" || once === "next";
  const coming = comingPlaces(rule, isOne ? of : here.date, named);
  const [date, then] = isOne ? coming.slice(0, 1) : coming;
  // The one of this month may be over.
  if (isOne && (date === undefined || date < here.date || startOf(date, "month") !== of))
    return undefined;
  const [year, month, day] = date?.split("-").map(Number) ?? [];
  return year === undefined || month === undefined || day === undefined
    ? undefined
    : { is: "date", day, month, year, ...(then !== undefined && { then }) };
}

/** Which working day it is depends on holidays, which are not known here. */
const NO_HOLIDAYS = { nameOf: () => undefined };

/** Two years of a place in each month, or in the months of one name. */
const MOST_MONTHS = 25;

/** The next day from today on that is such a place, and the one after it. */
function comingPlaces(rule: DayRule, today: IsoDate, named: number | undefined): IsoDate[] {
  const found: IsoDate[] = [];
  const first = startOf(today, "month");
  for (let ahead = 0; ahead < MOST_MONTHS && found.length < 2; ahead++) {
    const begins = shift(first, ahead, "month");
    if (named !== undefined && Number(begins.slice(5, 7)) !== named) continue;
    const date = inMonth(rule, begins);
    if (date !== undefined && date >= today) found.push(date);
  }
  return found;
}

function inMonth(rule: DayRule, begins: IsoDate): IsoDate | undefined {
  const last = daysInMonth(Number(begins.slice(0, 4)), Number(begins.slice(5, 7)));
  for (let day = 0; day < last; day++) {
    const date = shift(begins, day, "day");
    if (isDayOf(rule, date, NO_HOLIDAYS)) return date;
  }
  return undefined;
}

function exceptDays(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const led = endOf(lexicon.except, words, at);
  if (led === undefined) return undefined;
  const days: number[] = [];
  const single: Piece[] = [];
  let holidays = false;
  let to = led;
  for (let next = led; ; ) {
    const off = endIn(said, next, "holidays");
    const weekends = endIn(said, next, "weekend");
    const isOther = off !== undefined || weekends !== undefined;
    const date = isOther ? undefined : singleDayAt(said, next);
    const found = isOther || date !== undefined ? undefined : weekdaysAt(said, next);
    const end = off ?? weekends ?? date?.to ?? found?.to;
    if (end === undefined) break;
    holidays ||= off !== undefined;
    days.push(...(weekends === undefined ? (found?.days ?? []) : [0, 6]));
    if (date !== undefined) single.push(date);
    to = end;
    next = end;
    while (JOINED.has(wordAt(said, next)) && next < end + 2) next++;
  }
  return to > led ? [{ is: "except", days, holidays, single, from: at, to }] : undefined;
}

/** Days of the week, one after another. */
export function weekdaysAt(
  said: Said,
  at: number,
): { days: readonly number[]; to: number } | undefined {
  const [found] = saidAt(said, at, "weekday-list");
  return found?.meaning.is === "list" ? { days: found.meaning.days, to: found.to } : undefined;
}

function singleDayAt(said: Said, at: number): Piece | undefined {
  const found =
    dayAt(said, at) ?? (ARTICLES.has(wordAt(said, at)) ? dayAt(said, at + 1) : undefined);
  const isSingle =
    found?.is === "date" || found?.is === "away" || (found?.is === "weekday" && found.next);
  return isSingle ? found : undefined;
}
const ARTICLES = wordSet("words.singular-articles");
const JOINED = wordSet("schedule-times.joins-weekdays");
