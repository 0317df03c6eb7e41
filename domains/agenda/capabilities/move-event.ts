import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { movedTo, shiftedBy, type Times, timesOf } from "../event/new-event.ts";
import type { Occurrence } from "../event/occurrence.ts";
import { epochOf, lengthOf, localOf } from "../event/zones.ts";
import { type Asked, answering, type CalendarDeps, shownEvent, textIn } from "./deps.ts";
import { type Edit, edit, keepForUndo } from "./edit.ts";
import { isPast, overlapping, saidStart } from "./make-event.ts";
import { whichEvent } from "./which-event.ts";

const HOUR_MS = 60 * 60 * 1000;

/** `{id?, title_text?, from_day?, day?, start_time?, duration?, scope?}`: to another day, another time, or both. */
export const moveEvent = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say } = asked;
    const to = {
      day: textIn(params["day"]),
      time: textIn(params["start_time"]),
      length: lengthIn(params),
    };
    if (to.day === undefined && to.time === undefined && to.length === undefined)
      return ask({ missing_param: "start_time", explanation: say.moveTo });
    const meant = await whichEvent(params, asked, say.moveWhat);
    if ("answer" in meant) return meant.answer;
    const { event, scope } = meant;
    if (event.recurrence !== undefined && scope === "ALL") return moveAll(deps, asked, event, to);
    const times = timesAt(event, to, asked.zone);
    if (isPast(times, asked.call.today(), deps.now(), asked.zone))
      return failure({ code: "IN_THE_PAST", explanation: say.past(saidStart(times, asked)) });
    return moveOne(deps, asked, event, times);
  });

type Target = { day: string | undefined; time: string | undefined; length: number | undefined };

const lengthIn = (params: Record<string, unknown>): number | undefined =>
  lengthOf(String(params["duration"] ?? ""));

/** As long as it was; a whole day that gets a time is an hour. */
function timesAt(event: Occurrence, { day, time, length }: Target, zone: string): Times {
  const { start, end } = timesOf(event, zone);
  const date = day ?? start.date;
  if (event.allDay && time === undefined) {
    const moved = epochOf({ date }, "UTC") - epochOf({ date: start.date }, "UTC");
    return {
      start: { date },
      end: { date: localOf(epochOf({ date: end.date }, "UTC") + moved, "UTC").date },
    };
  }
  const from = { date, time: time ?? start.time };
  const lasts = length ?? (event.allDay ? HOUR_MS : event.end - event.start);
  return { start: from, end: localOf(epochOf(from, zone) + lasts, zone) };
}

async function moveOne(
  deps: CalendarDeps,
  asked: Asked,
  event: Occurrence,
  times: Times,
): Promise<DomainOutput> {
  const { say, as, zone } = asked;
  const now = deps.now();
  const moved: Occurrence = {
    ...event,
    allDay: times.start.time === undefined,
    start: epochOf(times.start, zone),
    end: epochOf(times.end, zone),
  };
  const answer = await changed(
    deps,
    asked,
    event,
    (ics) => movedTo(ics, event.recurrence, times, { zone, now }),
    {
      shown: moved,
      explanation: say.moved(event.title || say.untitled, as.when(moved)),
    },
  );
  const others = answer.status === "success" ? await overlapping(moved, asked) : [];
  if (others.length === 0) return answer;
  const note = say.overlaps(others.map(as.line).join("; "));
  return { ...answer, explanation: `${answer.explanation} ${note}` };
}

async function moveAll(
  deps: CalendarDeps,
  asked: Asked,
  event: Occurrence,
  { day, time }: Target,
): Promise<DomainOutput> {
  const { say, as, zone } = asked;
  const was = localOf(event.start, zone);
  if (time === undefined || event.allDay || (day !== undefined && day !== was.date))
    return failure({ code: "SERIES_KEEPS_ITS_DAYS", explanation: say.seriesKeepsItsDays });
  const by = epochOf({ date: was.date, time }, zone) - event.start;
  const shown = { ...event, start: event.start + by, end: event.end + by };
  return changed(deps, asked, event, (ics) => shiftedBy(ics, by / 1000, { now: deps.now() }), {
    shown,
    explanation: say.movedAll(event.title || say.untitled, as.time(shown.start)),
  });
}

async function changed(
  deps: CalendarDeps,
  asked: Asked,
  event: Occurrence,
  change: Edit,
  { shown, explanation }: { shown: Occurrence; explanation: string },
): Promise<DomainOutput> {
  const { say, zone } = asked;
  const done = await edit(asked, event.name, change);
  if (done === undefined)
    return failure({ code: "NOT_FOUND", explanation: say.notFound(event.title) });
  return success({
    result: { event: shownEvent(shown, zone), undo_token: keepForUndo(deps, asked, [done]) },
    explanation: event.invited ? `${explanation} ${say.guestsNotTold}` : explanation,
  });
}
