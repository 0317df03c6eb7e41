import type { DomainOutput } from "#shared/contracts/output.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import type { Handler } from "#shared/domain-kit/define-domain.ts";
import { without } from "../event/new-event.ts";
import { type Occurrence, occurrencesOf } from "../event/occurrence.ts";
import { CalendarStoreError, type ChangedObject } from "../store/calendar-store.ts";
import { agenda, comingDays, daysOf, isAbout, rangeOfDays } from "./agenda.ts";
import { type Asked, answering, type CalendarDeps, shownEvent, textIn } from "./deps.ts";
import {
  ALL_TIMES,
  edit,
  keepForUndo,
  MOST_NAMED,
  type PutBack,
  putBack,
  whichEvent,
} from "./which-event.ts";

/** `{period_text, period?, title_text?}`: everything in it that has not ended; of what repeats, that once. */
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
        explanation: say.cancelledOnly(cancelled, found.length),
        result: { cancelled, undo_token: keepForUndo(deps, asked, done) },
      });
    }
    const told = say.cancelledSome(cancelled);
    return success({
      result: { cancelled, undo_token: keepForUndo(deps, asked, done) },
      explanation: found.some(({ invited }) => invited) ? `${told} ${say.guestsNotTold}` : told,
    });
  });

/** How many `cancel_events` would cancel, given the same, and the names of the first. */
export const countEvents = (deps: CalendarDeps): Handler =>
  answering(deps, async (params, asked) => {
    const found = await meant(deps, params, asked);
    if (!Array.isArray(found)) return found;
    const { say, as } = asked;
    const names = found
      .slice(0, MOST_NAMED)
      .map((each) => `${each.title || say.untitled}, ${as.when(each)}`);
    const more = found.length > MOST_NAMED ? "; …" : "";
    return success({
      result: { total: found.length },
      explanation: say.wouldCancel(found.length, names.join("; ") + more),
    });
  });

async function meant(
  { now }: CalendarDeps,
  params: Record<string, unknown>,
  asked: Asked,
): Promise<Occurrence[] | DomainOutput> {
  const days = daysOf(textIn(params["period"]) ?? "", asked.call.today());
  if (days === undefined)
    return ask({ missing_param: "period_text", explanation: asked.say.badPeriod });
  const title = textIn(params["title_text"]);
  const fits = title === undefined ? () => true : isAbout(title);
  const found = await agenda(asked, rangeOfDays(days, asked.zone));
  return found.filter((each) => each.end > now() && fits(each));
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
    const meant = await whichEvent(params, asked, say.cancelWhat);
    if ("answer" in meant) return meant.answer;
    const { event, scope } = meant;
    const { recurrence } = event;
    const now = deps.now();
    const done = await edit(asked, event.name, (ics) =>
      recurrence === undefined || scope === "ALL" ? null : without(ics, recurrence, { now }),
    );
    if (done === undefined)
      return failure({ code: "NOT_FOUND", explanation: say.notFound(event.title) });
    const title = event.title || say.untitled;
    const isSeries = recurrence !== undefined && scope === "ALL";
    const told = isSeries ? say.cancelledAll(title) : say.cancelled(title, as.when(event));
    return success({
      result: { event: shownEvent(event, zone), undo_token: keepForUndo(deps, asked, [done]) },
      explanation: event.invited ? `${told} ${say.guestsNotTold}` : told,
    });
  });

/** `{undo_token}`: takes one change back, whole, as long as its events are as it left them. */
export const restoreEvents = (deps: CalendarDeps): Handler =>
  answering(deps, async ({ undo_token }, asked) => {
    const { say, owner } = asked;
    const token = String(undo_token);
    const objects = deps.changes.find(owner, token);
    if (objects === undefined)
      return failure({ code: "NOTHING_TO_UNDO", explanation: say.nothingToUndo });
    const done = await putBack(asked, objects);
    if (done === undefined)
      return failure({ code: "CHANGED_SINCE", explanation: say.changedSince });
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
  if (first === undefined) return say.broughtBack(objects.length);
  const names = told.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = told.length > MOST_NAMED ? "; …" : "";
  return say[first.how](names.join("; ") + more, told.length);
}

type Told = { how: "undoneBack" | "undoneGone" | "undoneMoved"; name: string };

function toldOf({ name, left, now }: PutBack, asked: Asked): Told[] {
  const { say, as } = asked;
  const gone = timesOf(name, left, asked);
  const back = timesOf(name, now, asked);
  const shown = back.length === 0 ? gone : back;
  const other = back.length === 0 ? back : gone;
  const changed = shown.filter((each) => !other.some((was) => isSameTime(was, each)));
  const isMoved = back.length > 0 && gone.some((was) => !back.some((is) => isSameTime(was, is)));
  const how = back.length === 0 ? "undoneGone" : isMoved ? "undoneMoved" : "undoneBack";
  const [first] = changed;
  if (first === undefined) return [];
  const title = (each: Occurrence) => each.title || say.untitled;
  // Of what repeats, every time; or just those that are back.
  if (changed.length > 1 && changed.length === shown.length)
    return [{ how, name: `${title(first)}, ${say.everyTimeFrom(as.when(first))}` }];
  return changed.map((each) => ({ how, name: `${title(each)}, ${as.when(each)}` }));
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
