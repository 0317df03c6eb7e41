import { shift } from "#shared/calendar/days.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import type { Chart, Edge } from "#shared/language/time/chart.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import type { DaysSaid } from "#shared/language/time/meaning.ts";
import { dayOfMonthPlace } from "./day-of-month-place.ts";
import { type Piece, pauseBefore, type Said, wordAt } from "./piece.ts";
import { clockAt } from "./read-clock.ts";
import { feastOfEveryYear } from "./read-day.ts";
import { exceptDays } from "./read-except.ts";
import { endIn } from "./said-at.ts";

/** What recurs from a word on, as pieces: days, how often, after how long. */
export function recurrenceAt(said: Said, at: number): Piece[] | undefined {
  const chart = chartOf(said, said.locale, "own");
  const listed = chart.at(at, "listed-recurrence").filter(({ to }) => isTimeAt(said, to));
  const edges = [...chart.at(at, "recurrence"), ...listed, ...chart.at(at, "place-once")]
    .filter((edge) => !isHour(said, chart, edge))
    .toSorted((one, other) => other.to - one.to);
  const [found] = edges
    .map((edge) => piecesOf(said, edge))
    .filter((pieces) => pieces !== undefined);
  const others = [exceptDays(said, at), feastOfEveryYear(said, at)];
  return others.reduce((best, each) => (endOfAll(each) > endOfAll(best) ? each : best), found);
}

const endOfAll = (pieces: readonly Piece[] | undefined): number => pieces?.at(-1)?.to ?? 0;

const isTimeAt = (said: Said, at: number): boolean =>
  endIn(said, at, "at") !== undefined || clockAt(said, at) !== undefined;

/** The figures at its end are those of an hour: of every day then, and of no day of the month. */
function isHour(said: Said, chart: Chart, { from, to, meaning }: Edge): boolean {
  if (meaning.is !== "recurrence") return false;
  if (meaning.days?.on === "every_day" && /^\d/.test(wordAt(said, to)))
    return !pauseBefore(said, to) && !isClock(said, chart, to, to + 1);
  if (meaning.days?.on !== "month_days") return false;
  for (let at = from + 1; at < to; at++)
    if (/^\d/.test(wordAt(said, at)) && (pauseBefore(said, at) || isClock(said, chart, at, to)))
      return true;
  return false;
}

const isClock = (said: Said, chart: Chart, at: number, to: number): boolean =>
  wordAt(said, at).includes(":") ||
  ["clock", "bare-clock"].some((category) =>
    chart.at(at, category).some((edge) => edge.to > to && edge.strength !== "alone"),
  );

function piecesOf(said: Said, { meaning, from, to }: Edge): Piece[] | undefined {
  if (meaning.is !== "recurrence") return undefined;
  const { days, each, every_ms, part, once } = meaning;
  if (each !== undefined) return [{ is: "each", unit: each, from, to }];
  if (every_ms !== undefined) return [{ is: "elapsed", every_ms, from, to }];
  if (days === undefined) return [{ is: "vague", from, to }];
  const rule = ruleOf(days, said);
  if (part !== undefined)
    return [
      { is: "days", rule, from, to: to - 1 },
      { is: "part", part, from: to - 1, to },
    ];
  if (once === undefined) return [{ is: "days", rule, from, to }];
  const date = dayOfMonthPlace(said, rule, once);
  if (date !== undefined) return [{ ...date, from, to }];
  if (typeof once === "number") return undefined;
  return rule.on === "nth_working_day"
    ? [{ is: "days", rule, from, to }]
    : [{ is: "month_place", rule, recurs: false, from, to }];
}

/** Counted from today, or from the next day of that name. */
function ruleOf(days: DaysSaid, { here }: Said): DayRule {
  if (days.on !== "every_n_days") return days;
  const ahead = days.weekday === undefined ? 0 : (days.weekday - here.weekday + 7) % 7;
  return { on: "every_n_days", n: days.n, from: shift(here.date, ahead, "day") };
}
