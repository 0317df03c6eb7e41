import { z } from "zod";

/** A time of day in 24 hours: "09:00". */
export const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** 0 is Sunday. */
const weekday = z.int().min(0).max(6);
const isoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** On which days of the calendar something happens. */
export const dayRule = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("every_day") }),
  z.strictObject({ on: z.literal("weekdays"), days: z.array(weekday).min(1).max(7) }),
  /** Monday to Friday without the holidays. */
  z.strictObject({ on: z.literal("working_days") }),
  /** Days of each month; -1 is its last. A month without that day is passed over. */
  z.strictObject({
    on: z.literal("month_days"),
    days: z.array(z.int().min(-1).max(31)).min(1).max(31),
  }),
  /** The working day of each month at this place, 1 for the first, -1 for the last. */
  z.strictObject({ on: z.literal("nth_working_day"), nth: z.int().min(-1).max(20) }),
  /** "The first Monday"; -1 is the last. */
  z.strictObject({
    on: z.literal("nth_weekday"),
    nth: z.int().min(-1).max(5),
    weekday,
  }),
  z.strictObject({ on: z.literal("every_n_days"), n: z.int().min(2).max(366), from: isoDay }),
  z.strictObject({
    on: z.literal("year_day"),
    month: z.int().min(1).max(12),
    day: z.int().min(1).max(31),
  }),
]);
export type DayRule = z.infer<typeof dayRule>;

/** Days of the week, holidays and single days on which it does not happen, though the rule has them. */
export const leftOut = z.strictObject({
  weekdays: z.array(weekday).max(6),
  holidays: z.boolean(),
  dates: z.array(isoDay).min(1).max(100).optional(),
});
export type LeftOut = z.infer<typeof leftOut>;

/** How something recurs: at times of day on some days, or after so much elapsed time. */
export const recurrenceRule = z.discriminatedUnion("by", [
  z.strictObject({
    by: z.literal("calendar"),
    times: z.array(clockTime).min(1).max(24),
    days: dayRule,
    /** Not before this day. */
    from: isoDay.optional(),
    not_on: leftOut.optional(),
  }),
  z.strictObject({
    by: z.literal("elapsed"),
    every_ms: z.int().min(60_000),
    /** It counts from here, epoch milliseconds. */
    from: z.number(),
    /** Only on these days, and between these times, both included. */
    days: dayRule.optional(),
    not_on: leftOut.optional(),
    between: z.strictObject({ from: clockTime, to: clockTime }).optional(),
  }),
]);
export type RecurrenceRule = z.infer<typeof recurrenceRule>;

/** What a value is compared by. `reaches` is from whichever side; `moves` is up or down. */
export const comparisons = [
  "above",
  "below",
  "reaches",
  "rises",
  "falls",
  "moves",
  "inside",
  "outside",
  "changes",
  "becomes",
] as const;
export const comparisonSchema = z.strictObject({
  is: z.enum(comparisons),
  /** above, below, reaches: the value. rises, falls, moves: by how much, where no per cent is given. */
  value: z.number().optional(),
  /** inside, outside: the other end of the band that begins at `value`. */
  upper: z.number().optional(),
  percent: z.number().positive().optional(),
  /** becomes: the value, as the result has it or as people say it. */
  text: z.string().optional(),
  /** rises, falls, moves: since when; absent: since it was made. */
  since: z.enum(["now", "day"]).optional(),
});
export type Comparison = z.infer<typeof comparisonSchema>;
