import { shift } from "#shared/calendar/days.ts";
import { ask, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import type { Occurrence } from "../event/occurrence.ts";
import { agenda, comingDays, daysOf, isAbout, rangeOfDays } from "./agenda.ts";
import { type Asked, answering, type CalendarDeps, shownEvent, textIn } from "./deps.ts";

const MOST_SHOWN = 50;
/** What is shown where no time was said: today and the six days behind it. */
const DAYS_AHEAD = 6;

/** `{period_text?, period?}`: what takes place in it. */
export const listEvents = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone, call } = asked;
    const today = call.today();
    const period = textIn(params["period"]);
    if (period === undefined && textIn(params["period_text"]) !== undefined)
      return ask({ missing_param: "period_text", explanation: say.badPeriod });
    const days =
      period === undefined
        ? { from: today, to: shift(today, DAYS_AHEAD, "day") }
        : daysOf(period, today);
    if (days === undefined)
      return ask({ missing_param: "period_text", explanation: say.badPeriod });
    const range = rangeOfDays(days, zone);
    const found = await agenda(asked, range);
    const shown = found.slice(0, MOST_SHOWN);
    return success({
      result: { total: found.length, events: shown.map((each) => shownEvent(each, zone)) },
      explanation:
        found.length === 0
          ? say.nothingBetween(say.days(as.day(range.from), as.day(range.to - 1)))
          : [say.list(found.length, shown.length), ...linesByDay(shown, range.from, asked)].join(
              "\n",
            ),
    });
  });

/** Under each day what begins on it; what began before stands under the first. */
function linesByDay(shown: readonly Occurrence[], from: number, { as }: Asked): string[] {
  const days = Map.groupBy(shown, ({ start }) => as.day(Math.max(start, from)));
  return [...days].flatMap(([day, events]) => [
    `${day}:`,
    ...events.map((each) => `• ${as.line(each)}`),
  ]);
}

/** `{title_text?}`: what comes next, or next of that name. */
export const nextEvent = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone, call } = asked;
    const title = textIn(params["title_text"]);
    const now = deps.now();
    const coming = await agenda(asked, rangeOfDays(comingDays(call.today()), zone));
    const wanted = title === undefined ? () => true : isAbout(title);
    const next =
      coming.find((each) => !each.allDay && each.start >= now && wanted(each)) ??
      coming.find((each) => each.end > now && wanted(each));
    const first = coming.find((each) => each.start >= now && wanted(each)) ?? next;
    const found = title === undefined ? next : first;
    if (found === undefined)
      return success({ result: { total: 0, events: [] }, explanation: say.nothingComing(title) });
    const place = found.place === undefined ? "" : ` (${found.place})`;
    return success({
      result: { total: 1, events: [shownEvent(found, zone)] },
      explanation: say.next(`${found.title || say.untitled}, ${as.when(found)}${place}`),
    });
  });
