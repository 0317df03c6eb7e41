import { daysFrom, shift, weekdayOf } from "#shared/calendar/days.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import type { Occurrence } from "../event/occurrence.ts";
import { epochOf, lengthOf, localOf } from "../event/zones.ts";
import type { TimeRange } from "../store/calendar-store.ts";
import { agenda, daysOf, rangeOfDays } from "./agenda.ts";
import { answering, type CalendarDeps, textIn } from "./deps.ts";

const MOST_DAYS = 14;
const SHORTEST_MS = 15 * 60 * 1000;

/**
 * `{period_text?, period?, duration?}`: what is left of the working hours, today where no time was said. Of several days
 * the weekend is left out. Whole-day events take no time; they are told beside.
 */
export const freeTimes = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone, call } = asked;
    const today = call.today();
    const said = textIn(params["period"]);
    if (said === undefined && textIn(params["period_text"]) !== undefined)
      return ask({ missing_param: "period_text", explanation: say.badPeriod });
    const period = daysOf(said ?? today, today);
    if (period === undefined)
      return ask({ missing_param: "period_text", explanation: say.badPeriod });
    const [, from = today] = [period.from, today].toSorted();
    const days = daysToLook(from, period.to);
    const [first] = days;
    const last = days.at(-1);
    if (first === undefined || last === undefined)
      return failure({ code: "IN_THE_PAST", explanation: say.noDays });
    const length = lengthOf(String(params["duration"] ?? "")) ?? SHORTEST_MS;
    const events = await agenda(asked, rangeOfDays({ from: first, to: last }, zone));
    const taken = events.filter(({ busy, allDay }) => busy && !allDay);
    const found = days.map((day) => ({
      day,
      free: gaps(hoursOf(day, deps, zone), taken).filter(({ from, to }) => to - from >= length),
    }));
    const lines = found.map(({ day, free }) => {
      const name = as.day(epochOf({ date: day }, zone));
      const times = free.map(({ from, to }) => `${as.time(from)}–${as.time(to)}`).join(", ");
      return free.length === 0 ? say.notFree(name) : say.free(name, times);
    });
    const whole = events
      .filter(({ allDay }) => allDay)
      .map((each) => `${each.title}, ${as.day(each.start)}`);
    return success({
      result: {
        days: found.map(({ day, free }) => ({
          day,
          free: free.map(({ from, to }) => ({
            from: localOf(from, zone).time,
            to: localOf(to, zone).time,
          })),
        })),
      },
      explanation: [...lines, ...(whole.length === 0 ? [] : [say.besides(whole.join("; "))])].join(
        "\n",
      ),
    });
  });

/** Of several days the working ones; a weekend that was asked for by itself is looked at. */
function daysToLook(from: string, to: string): string[] {
  if (from > to) return [];
  const length = Math.min(daysFrom(from, to), MOST_DAYS - 1);
  const days = Array.from({ length: length + 1 }, (_, at) => shift(from, at, "day"));
  const working = days.filter((day) => weekdayOf(day) % 6 !== 0);
  return days.length === 1 || working.length === 0 ? days : working;
}

/** A day's working hours, from now on. */
function hoursOf(date: string, { workingHours, now }: CalendarDeps, zone: string): TimeRange {
  const [from, to] = [workingHours.from, workingHours.to].map((time) =>
    epochOf({ date, time }, zone),
  );
  const MINUTE_MS = 60 * 1000;
  const soonest = Math.ceil(now() / MINUTE_MS) * MINUTE_MS;
  return { from: Math.max(from ?? 0, soonest), to: to ?? 0 };
}

/** What of a range no event takes; events in the order of time. */
function gaps({ from, to }: TimeRange, taken: readonly Occurrence[]): TimeRange[] {
  const found: TimeRange[] = [];
  let free = from;
  for (const { start, end } of taken) {
    if (end <= free || start >= to) continue;
    if (start > free) found.push({ from: free, to: start });
    free = Math.max(free, end);
  }
  if (free < to) found.push({ from: free, to });
  return found;
}
