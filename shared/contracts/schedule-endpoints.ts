import { z } from "zod";
import { because } from "../messages/reason.ts";
import { inputText } from "./intent.ts";
import { isZone, localeSchema } from "./names.ts";
import { schedule, tick } from "./schedule.ts";

const limit = z.coerce.number().int().min(1).max(500).default(100);

/** GET /v1/schedules: the newest first; `all`: also those that are over. */
export const schedulesQuery = z.strictObject({ limit, all: z.stringbool().default(false) });
/** A schedule as it is shown: what is to come, and in words what it is. */
export const scheduleView = schedule.omit({ version: true }).extend({
  /** In words: "todo dia útil às 09:00". */
  shown: z.string(),
  /** Epoch milliseconds; at most five. */
  next_instants: z.array(z.number()),
});
export type ScheduleView = z.infer<typeof scheduleView>;
export const schedulesPage = z.strictObject({ schedules: z.array(scheduleView) });

/** As the system's own table of zones has it. */
const zone = z
  .string()
  .max(100)
  .refine((name) => isZone(name), because("must_be_time_zone"));

/** POST /v1/schedules: a request in words, with its time or condition. */
export const scheduleRequest = z.strictObject({
  input_text: inputText,
  session_id: z.string().min(1).max(256).optional(),
  user_id: z.string().min(1).max(256).optional(),
  locale: localeSchema.optional(),
  /** IANA name. */
  timezone: zone.optional(),
  /** The client shows what becomes of it by itself; else it waits in the list until it is looked at. */
  follows_ticks: z.boolean().optional(),
  /** A yes to what it does each time, where that has an effect. */
  confirmed: z.boolean().default(false),
  /** Of each question that the same words led to before, the one of its `options` that is meant, in their order. */
  choices: z.array(z.string().min(1).max(1000)).max(5).default([]),
});
/**
 * Made, or what is still to be said; `answer` says it in words. The same request with the option in `choices`, or another one
 * with these words in it, is the way on.
 */
export const scheduleMade = z.strictObject({
  schedule: scheduleView.nullable(),
  answer: z.string(),
  options: z.array(z.string()),
  /** Where the options are moments: epoch milliseconds, in their order. Absent: nothing is asked. */
  times: z.array(z.number()).optional(),
  /** `confirmed: true` with the same words makes it. */
  needs_confirmation: z.boolean(),
});

/** Epoch milliseconds that a calendar can show: up to the end of the year 9999. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);
const instant = z.int().min(0).max(LAST_INSTANT);
/** PATCH /v1/schedules/:id: only what is to be another. */
export const scheduleChange = z
  .strictObject({
    status: z.enum(["active", "paused"]).optional(),
    /** With `status: paused`: until then, epoch milliseconds. */
    until: instant.optional(),
    /** The next time, once, epoch milliseconds. */
    next_at: instant.optional(),
    /** A time or a threshold in words: "todo dia às 10h", "45". */
    to: z.string().min(1).max(200).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, because("nothing_to_change"));

const MOST_CALENDAR_MS = 100 * 86_400_000;
/** GET /v1/schedules/calendar: what comes between two moments, at most a hundred days apart. */
export const calendarQuery = z
  .strictObject({
    from: z.coerce.number().pipe(instant),
    to: z.coerce.number().pipe(instant),
  })
  .refine(({ from, to }) => to > from && to - from <= MOST_CALENDAR_MS, {
    error: "must be after `from`, at most a hundred days",
    path: ["to"],
  });
export const calendarPage = z.strictObject({
  /** In the order of their time. */
  occurrences: z.array(
    z.strictObject({ schedule_id: z.string(), words: z.string(), at: z.number() }),
  ),
  /** Some schedule has more than are shown. */
  truncated: z.boolean(),
});

export const scheduleDetail = scheduleView.extend({ ticks: z.array(tick) });
export const scheduleCancelled = z.strictObject({ id: z.string(), cancelled: z.literal(true) });

/** GET /v1/schedules/ticks: what became of occurrences, the newest first; `after`: only those that ended after it. */
export const ticksQuery = z.strictObject({
  limit,
  after: z.coerce.number().int().min(0).max(LAST_INSTANT).default(0),
});
export const ticksPage = z.strictObject({ ticks: z.array(tick) });
