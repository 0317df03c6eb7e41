import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { without } from "../event/new-event.ts";
import { type Occurrence, occurrencesOf } from "../event/occurrence.ts";
import { CalendarStoreError, type ChangedObject } from "../store/calendar-store.ts";
import { agenda, comingDays, daysOf, isAbout, isInPart, partIn, rangeOfDays } from "./agenda.ts";
import { type Asked, answering, type CalendarDeps, notFound, shownEvent, textIn } from "./deps.ts";
import {
  ALL_TIMES,
  edit,
  keepForUndo,
  MOST_NAMED,
  type PutBack,
  putBack,
  whichEvent,
} from "./which-event.ts";

/** `{period_text, period?, part?, title_text?}`: everything in it that has not ended; of what repeats, that once. */
export const cancelEvents = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const found = await meant(deps, params, asked);
    if (!Array.isArray(found)) return found;
    const { say } = asked;
    const done: ChangedObject[] = [];
    let cancelled = 0;
    try {
      for (const [name, events] of Map.groupBy(found, (each) => each.name)) {
        const change = await edit(asked, name, (ics) => withoutAll(ics, events, deps.now()));
        if (change === undefined) continue;
        done.push(change);
        cancelled += events.length;
      }
    } catch (error) {
      // What has been cancelled is told, and can be taken back.
      if (!(error instanceof CalendarStoreError) || cancelled === 0) throw error;
      return failure({
        code: "PARTIAL",
        explanation: say("cancelled_only", { count: cancelled, total: found.length }),
        result: { cancelled, undo_token: keepForUndo(deps, asked, done) },
      });
    }
    const told =
      cancelled === 0 ? say("cancelled_none") : say("cancelled_some", { count: cancelled });
    return success({
      result: { cancelled, undo_token: keepForUndo(deps, asked, done) },
      explanation: found.some(({ invited }) => invited)
        ? `${told} ${say("guests_not_told")}`
        : told,
    });
  });

/** How many `cancel_events` would cancel, given the same, and the names of the first. */
export const countEvents = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const found = await meant(deps, params, asked);
    if (!Array.isArray(found)) return found;
    const { say, as } = asked;
    const names = found.slice(0, MOST_NAMED).map((each) => `${as.title(each)}, ${as.when(each)}`);
    const more = found.length > MOST_NAMED ? "; …" : "";
    return success({
      result: { total: found.length },
      explanation:
        found.length === 0
          ? say("would_cancel_none")
          : say("would_cancel", { count: found.length, events: names.join("; ") + more }),
    });
  });

async function meant(
  { now }: CalendarDeps,
  params: Record<string, unknown>,
  asked: Asked,
): Promise<Occurrence[] | DomainOutput> {
  const days = daysOf(textIn(params["period"]) ?? "", asked.call.today());
  if (days === undefined)
    return ask({ missing_param: "period_text", explanation: asked.say("bad_period") });
  const title = textIn(params["title_text"]);
  const part = partIn(params);
  const fits = title === undefined ? () => true : isAbout(title);
  const isThen = part === undefined ? () => true : isInPart(part, asked.zone);
  const found = await agenda(asked, rangeOfDays(days, asked.zone));
  return found.filter((each) => each.end > now() && fits(each) && isThen(each));
}

function withoutAll(
  ics: string,
  events: readonly Occurrence[],
  now: number,
): string | null | undefined {
  let left: string | null | undefined = ics;
  for (const { recurrence } of events) {
    if (recurrence === undefined) return null;
    if (typeof left === "string") left = without(left, recurrence, { now });
  }
  return left;
}

/** `{id?, title_text?, from_day?, at_time?, scope?}`: one event, one occurrence, or all of them. */
export const cancelEvent = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const { say, as, zone } = asked;
    const meant = await whichEvent(params, asked, say("cancel_what"));
    if ("answer" in meant) return meant.answer;
    const { event, scope } = meant;
    const { recurrence } = event;
    const now = deps.now();
    const done = await edit(asked, event.name, (ics) =>
      recurrence === undefined || scope === "ALL" ? null : without(ics, recurrence, { now }),
    );
    if (done === undefined) return notFound(event.title, asked);
    const title = as.title(event);
    const isSeries = recurrence !== undefined && scope === "ALL";
    const told = isSeries
      ? say("cancelled_all", { title })
      : say("cancelled", { title, when: as.when(event) });
    return success({
      result: { event: shownEvent(event, zone), undo_token: keepForUndo(deps, asked, [done]) },
      explanation: event.invited ? `${told} ${say("guests_not_told")}` : told,
    });
  });

/** `{undo_token}`: takes one change back, whole, as long as its events are as it left them. */
export const restoreEvents = (deps: CalendarDeps): Handler =>
  answering(deps, async ({ undo_token }, asked) => {
    const { say, owner } = asked;
    const token = String(undo_token);
    const objects = deps.changes.find(owner, token);
    if (objects === undefined)
      return failure({ code: "NOTHING_TO_UNDO", explanation: say("nothing_to_undo") });
    const done = await putBack(asked, objects);
    if (done === undefined)
      return failure({ code: "CHANGED_SINCE", explanation: say("changed_since") });
    deps.changes.forget(token);
    return success({
      result: { restored: objects.length },
      explanation: tellUndone(done, asked),
    });
  });

/** What is as it was again, by its name and its time: what is back, what is gone again, or what was moved back. */
function tellUndone(objects: readonly PutBack[], asked: Asked): string {
  const { say } = asked;
  const told = objects.flatMap((object) => toldOf(object, asked));
  const [first] = told;
  if (first === undefined)
    return objects.length === 1 ? say("undone") : say("undone_many", { count: objects.length });
  const names = told.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = told.length > MOST_NAMED ? "; …" : "";
  return say(first.how, { count: told.length, events: names.join("; ") + more });
}

type Told = { how: "undone_back" | "undone_gone" | "undone_moved"; name: string };

function toldOf({ name, left, now }: PutBack, asked: Asked): Told[] {
  const { say, as } = asked;
  const gone = timesOf(name, left, asked);
  const back = timesOf(name, now, asked);
  const shown = back.length === 0 ? gone : back;
  const other = back.length === 0 ? back : gone;
  const changed = shown.filter((each) => !other.some((was) => isSameTime(was, each)));
  const isMoved = back.length > 0 && gone.some((was) => !back.some((is) => isSameTime(was, is)));
  const how = back.length === 0 ? "undone_gone" : isMoved ? "undone_moved" : "undone_back";
  const [first] = changed;
  if (first === undefined) return [];
  // Of what repeats, every time; or just those that are back.
  if (changed.length > 1 && changed.length === shown.length)
    return [
      { how, name: `${as.title(first)}, ${say("every_time_from", { when: as.when(first) })}` },
    ];
  return changed.map((each) => ({ how, name: `${as.title(each)}, ${as.when(each)}` }));
}

/** Those to come; where none is, all. */
function timesOf(name: string, ics: string | null, { zone, call }: Asked): Occurrence[] {
  if (ics === null) return [];
  const stored = { name, etag: "", ics };
  const coming = occurrencesOf(stored, rangeOfDays(comingDays(call.today()), zone), zone);
  return coming.length > 0 ? coming : occurrencesOf(stored, ALL_TIMES, zone);
}

const isSameTime = (one: Occurrence, other: Occurrence): boolean =>
  one.start === other.start && one.end === other.end && one.allDay === other.allDay;
