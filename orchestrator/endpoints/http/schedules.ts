import type { z } from "zod";
import { nextInstants } from "#shared/calendar/next-instants.ts";
import { localTimeOf } from "#shared/calendar/zoned.ts";
import { type Locale, locales } from "#shared/contracts/names.ts";
import type { Schedule, Tick } from "#shared/contracts/schedule.ts";
import {
  calendarPage,
  calendarQuery,
  type ScheduleView,
  scheduleCancelled,
  scheduleChange,
  scheduleDetail,
  scheduleMade,
  scheduleRequest,
  schedulesPage,
  schedulesQuery,
  scheduleView,
  ticksPage,
  ticksQuery,
} from "#shared/contracts/schedule-endpoints.ts";
import { scheduleName } from "#shared/contracts/schedule-name.ts";
import { reason } from "#shared/messages/reason.ts";
import { type Say, sayIn } from "#shared/messages/say.ts";
import { type Change, changeStored } from "../../standing/change-stored.ts";
import { postponed, resumeSchedule } from "../../standing/resume-schedule.ts";
import { showTiming } from "../../standing/show-when.ts";
import type { StandingRequests } from "../../turn/turn-deps.ts";
import { type EndpointContext, localeAsked, optionsOf, pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { entryOf } from "./entry-of.ts";
import { HttpError } from "./http-error.ts";
import { userOf } from "./identity.ts";
import { readBody, readQuery } from "./read-body.ts";

const MOST_TICKS = 100;
const MOST_LISTED = 500;
/** Coming instants that a schedule is shown with. */
const SHOWN = 5;

/** Requests that stand: made in words, listed with what is to come and what became of them, changed, cancelled. */
export function scheduleRoutes(endpoints: EndpointDeps): Route[] {
  const { deps, turns, settings } = endpoints;
  const { standing } = deps;
  if (standing === undefined) return [];
  const { schedules } = deps.store;
  const view = (schedule: Schedule, context: EndpointContext) =>
    viewSchedule(schedule, standing, deps.clock.now(), localeAsked(context));
  const find = async (context: EndpointContext): Promise<Schedule> => {
    const owner = { user_id: userOf(context, settings) };
    const id = pathPart(context, "id");
    const found = await schedules.find(owner, id);
    if (found === undefined) throw new HttpError(404, reason("schedule_not_found", { id }));
    return found;
  };
  const change = async (
    context: EndpointContext,
    wanted: (stored: Schedule) => Change | Promise<Change>,
  ): Promise<Schedule> => {
    const one = { user_id: userOf(context, settings), id: pathPart(context, "id") };
    const done = await changeStored(schedules, one, async (stored) => {
      const { next, ticks } = await wanted(stored);
      return { next: { ...next, updated_at: deps.clock.now() }, ticks };
    });
    if (done.is === "left") throw new HttpError(404, reason("schedule_not_found", { id: one.id }));
    if (done.is === "contended") throw new HttpError(409, reason("schedule_changed"));
    if (done.next.next_at !== null) standing.wakeAt(done.next.next_at);
    return done.next;
  };
  return [
    {
      method: "GET",
      path: "/v1/schedules",
      right: "schedules:read",
      summary: "Schedules, newest first, with their next occurrences",
      query: schedulesQuery,
      answer: schedulesPage,
      handle: async (context) => {
        const { limit, all } = readQuery(context, schedulesQuery);
        const owner = { user_id: userOf(context, settings) };
        return context.json({
          schedules: (await schedules.list(owner, limit, !all)).map((each) =>
            withoutCurve(view(each, context)),
          ),
        });
      },
    },
    {
      method: "POST",
      path: "/v1/schedules",
      right: "schedules:write",
      summary: "Create a schedule from words that say what and when, or learn what is missing",
      body: scheduleRequest,
      answer: scheduleMade,
      handle: async (context) => {
        const said = await readBody(context, scheduleRequest);
        const { timezone, input_text, follows_ticks } = said;
        const session_id = said.session_id ?? deps.makeId("session");
        const entry = entryOf(context, endpoints, { ...said, session_id });
        const result = await turns.scheduleByWords(
          entry,
          deps,
          standing,
          {
            ...optionsOf(context),
            // A program looks at what became of it when it likes.
            ...(follows_ticks !== true && {
              tell: { channel: "inbox", session_id },
            }),
          },
          said,
        );
        if (result.made === undefined && result.answer === "")
          throw new HttpError(400, reason("no_time_said"), { param: "input_text" });
        const { made, options, needsConfirmation: needs_confirmation } = result;
        const schedule = made === undefined ? null : view(made, context);
        if (made !== undefined || needs_confirmation) {
          const answer = withoutUndo(result.answer);
          return context.json({ schedule, answer, options, needs_confirmation });
        }
        const own = timezone === undefined ? await deps.store.settings.find(entry) : undefined;
        const zone = timezone ?? own?.timezone ?? deps.timezone;
        const asked = { text: input_text, now: deps.clock.now(), zone };
        const question = withoutConversation(result, standing, asked);
        return context.json({ schedule, ...question, options, needs_confirmation });
      },
    },
    {
      method: "GET",
      path: "/v1/schedules/ticks",
      right: "schedules:read",
      summary:
        "The outcomes of past occurrences, newest first: fired, late, skipped and why, failed",
      query: ticksQuery,
      answer: ticksPage,
      handle: async (context) => {
        const { limit, after } = readQuery(context, ticksQuery);
        const owner = { user_id: userOf(context, settings) };
        return context.json({ ticks: await schedules.ticks(owner, { after }, limit) });
      },
    },
    {
      method: "GET",
      path: "/v1/schedules/calendar",
      right: "schedules:read",
      summary: "When active schedules are due between two times; watches have no time of their own",
      query: calendarQuery,
      answer: calendarPage,
      handle: async (context) => {
        const { from, to } = readQuery(context, calendarQuery);
        const all = await schedules.list({ user_id: userOf(context, settings) }, MOST_LISTED, true);
        return context.json(calendarOf(all, standing, from, to));
      },
    },
    {
      method: "GET",
      path: "/v1/schedules/:id",
      right: "schedules:read",
      summary: "One of them with its latest occurrences",
      answer: scheduleDetail,
      handle: async (context) => {
        const found = await find(context);
        const ticks = await schedules.ticks(found, { schedule_id: found.id }, MOST_TICKS);
        return context.json({ ...view(found, context), ticks });
      },
    },
    {
      method: "PATCH",
      path: "/v1/schedules/:id",
      right: "schedules:write",
      summary:
        "Pause or resume a schedule, move its next time, or change its time or threshold in words",
      body: scheduleChange,
      answer: scheduleView,
      handle: async (context) => {
        const wanted = await readBody(context, scheduleChange);
        const next = await change(context, async (stored) => {
          if (stored.status === "done" || stored.status === "cancelled")
            throw new HttpError(409, reason("schedule_over", { status: stored.status }));
          const { next, passed } = await changed(stored, wanted, { deps, turns }, standing);
          // Who has it go on shows once more who they are.
          const rights = optionsOf(context).shownBy ?? stored.rights;
          return { next: { ...next, rights }, ticks: passed && [[passed, "nothing"]] };
        });
        return context.json(view(next, context));
      },
    },
    {
      method: "DELETE",
      path: "/v1/schedules/:id",
      right: "schedules:write",
      summary: "Cancel a schedule; its past occurrences stay",
      answer: scheduleCancelled,
      handle: async (context) => {
        const { id } = await change(context, (stored) => ({
          next: { ...stored, status: "cancelled", next_at: null },
        }));
        return context.json({ id, cancelled: true });
      },
    },
  ];
}

/** What is made outside a conversation is not taken back by a word in one. */
const withoutUndo = (answer: string): string =>
  locales.reduce(
    (text, locale) => text.replace(` ${sayIn("schedules", locale)("how_to_undo")}`, ""),
    answer,
  );

/** Errors: HttpError 400 for words that say no time, and for a time that has passed */
async function changed(
  found: Schedule,
  { status, until, next_at, to }: ReturnType<typeof scheduleChange.parse>,
  { deps, turns }: Pick<EndpointDeps, "deps" | "turns">,
  standing: StandingRequests,
): Promise<{ next: Schedule; passed?: Tick | undefined }> {
  const now = deps.clock.now();
  const passed = [until, next_at].find((each) => each !== undefined && each <= now);
  if (passed !== undefined) throw new HttpError(400, reason("time_has_passed"));
  if (to !== undefined) {
    const timed = await turns.scheduleTo(deps, standing, found, to);
    if (timed === undefined)
      throw new HttpError(400, reason("no_time_or_threshold"), {
        code: "no_time_said",
        param: "to",
      });
    return { next: { ...timed, status: "active", paused: null } };
  }
  if (status === "paused")
    return {
      next: {
        ...found,
        status,
        paused: { why: "asked", detail: "", until: until ?? null },
        next_at: until ?? null,
      },
    };
  if (next_at !== undefined) return { next: postponed(found, next_at, now) };
  return resumeSchedule(found, now, standing.holidays);
}

/** What recurs by the minute is told by its first times. */
const MOST_OF_ONE = 200;

function calendarOf(
  all: readonly Schedule[],
  { holidays }: StandingRequests,
  from: number,
  to: number,
): z.infer<typeof calendarPage> {
  let truncated = false;
  const occurrences = all.flatMap(({ id, words, action, timing, zone, until, status, next_at }) => {
    if (status !== "active" || next_at === null || timing.kind === "when") return [];
    const last = Math.min(to - 1, until ?? to);
    const after = Math.max(from, next_at) - 1;
    const most = MOST_OF_ONE + 1;
    const found =
      timing.kind === "every"
        ? nextInstants(timing.rule, zone, after, holidays, { most, until: last })
        : [next_at];
    truncated ||= found.length === most;
    const shown = found.slice(0, MOST_OF_ONE).filter((at) => at >= from && at <= last);
    const name = scheduleName({ action, words });
    return shown.map((at) => ({ schedule_id: id, words: name, at }));
  });
  return { occurrences: occurrences.sort((a, b) => a.at - b.at), truncated };
}

/** A schedule as a program sees it; said in the language that is asked for, else in that of the schedule. */
function viewSchedule(
  { version: _version, ...schedule }: Schedule,
  { holidays }: StandingRequests,
  now: number,
  locale: Locale = schedule.locale,
): ScheduleView {
  const { timing, zone, until, status, next_at } = schedule;
  const isComing = status === "active";
  const next_instants = !isComing
    ? []
    : timing.kind === "every"
      ? nextInstants(timing.rule, zone, now, holidays, { most: SHOWN, until: until ?? undefined })
      : timing.kind === "when" || next_at === null
        ? []
        : [next_at];
  return { ...schedule, shown: showTiming(schedule, locale, now), next_instants };
}

/** In a list without the curve of what it watches. */
function withoutCurve(view: ScheduleView): ScheduleView {
  const { timing } = view;
  return timing.kind === "when"
    ? { ...view, timing: { ...timing, watch: { ...timing.watch, seen: [] } } }
    : view;
}

/**
 * A question about a request in words. What is asked in a conversation ends with how it is answered there. Here nobody
 * waits for an answer: the request comes again. `times` are the moments that are meant by `options`, in their order; empty for other options. Pure.
 */
function withoutConversation(
  { answer, options }: { answer: string; options: readonly string[] },
  { readTime }: Pick<StandingRequests, "readTime">,
  { text, now, zone }: { text: string; now: number; zone: string },
): { answer: string; times: number[] } {
  for (const locale of locales) {
    const say = sayIn("replies", locale);
    const hints = [say("answer_with_option"), say("answer_yes_or_no")];
    const hint = hints.find((each) => answer.endsWith(`\n${each}`));
    if (hint === undefined) continue;
    const { instants } = readTime(text, now, zone, locale);
    const times = instants.length === options.length ? [...instants] : [];
    const again = sayAgain(say, times, zone);
    return { answer: `${answer.slice(0, -hint.length)}${again}`, times };
  }
  return { answer, times: [] };
}

function sayAgain(say: Say<"replies">, [first]: readonly number[], zone: string): string {
  if (first === undefined) return say("send_again.option");
  const { date, time } = localTimeOf(first, zone);
  return say("send_again.moment", { day: date, time });
}
