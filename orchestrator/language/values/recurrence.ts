import { type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";
import { firstDayOf, rruleOf, rruleOfEach } from "#shared/calendar/rrule.ts";
import type { DayRule } from "#shared/contracts/schedule-rule.ts";
import type { Edge } from "#shared/language/time/chart.ts";
import { chartOf } from "#shared/language/time/chart-of.ts";
import type { DaysSaid } from "#shared/language/time/meaning.ts";
import { pauseBefore } from "../text.ts";
import { type Recognised, type Sentence, wordAt } from "./recogniser.ts";

/** How something recurs, as a rule of RFC 5545, and the first of its days where the words say which they are. */
export function recogniseRecurrence(
  sentence: Sentence,
  at: number,
): (Recognised<string> & { readonly first?: IsoDate | undefined }) | undefined {
  const today = sentence.today();
  const edges = chartOf(sentence, sentence.locale).at(at, "recurrence");
  for (const edge of edges.toSorted((one, other) => other.to - one.to)) {
    const { meaning, to } = edge;
    if (meaning.is !== "recurrence" || endsAsHour(sentence, edge)) continue;
    const { days, each, part } = meaning;
    if (each !== undefined) return { to, value: rruleOfEach(each) };
    // What counts from a day is the same rule from any.
    const rule = days && dayRuleOf(days, today ?? SOME_DAY);
    const value = rule && rruleOf(rule);
    if (rule === undefined || value === undefined) continue;
    const first = today === undefined ? undefined : firstDayOf(rule, today);
    // The part of the day is a value of its own.
    return { to: part === undefined ? to : to - 1, value, first };
  }
  return undefined;
}
const SOME_DAY: IsoDate = "2026-01-01";

/** Counted from today, or from the next day of that name. */
export function dayRuleOf(days: DaysSaid, today: IsoDate): DayRule {
  if (days.on !== "every_n_days") return days;
  const ahead = days.weekday === undefined ? 0 : (days.weekday - weekdayOf(today) + 7) % 7;
  return { on: "every_n_days", n: days.n, from: shift(today, ahead, "day") };
}

/** The figures at its end are those of an hour: of every day then, and of no day of the month. */
export function endsAsHour(said: Sentence, { from, to, meaning }: Edge): boolean {
  if (meaning.is !== "recurrence") return false;
  if (meaning.days?.on === "every_day" && /^\d/.test(wordAt(said, to)))
    return !pauseBefore(said, to) && !isClock(said, to, to + 1);
  if (meaning.days?.on !== "month_days") return false;
  for (let at = from + 1; at < to; at++)
    if (/^\d/.test(wordAt(said, at)) && (pauseBefore(said, at) || isClock(said, at, to)))
      return true;
  return false;
}

const isClock = (said: Sentence, at: number, to: number): boolean =>
  wordAt(said, at).includes(":") ||
  ["clock", "bare-clock"].some((category) =>
    chartOf(said, said.locale, "own")
      .at(at, category)
      .some((edge) => edge.to > to && edge.strength !== "alone"),
  );
