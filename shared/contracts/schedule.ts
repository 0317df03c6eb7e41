import { z } from "zod";
import { entitiesSchema, intentOutput } from "./intent.ts";
import { capabilityName, domainName, goalName, localeSchema } from "./names.ts";
import { comparisonSchema, recurrenceRule } from "./schedule-rule.ts";

const id = z.string().min(1).max(256);
const epochMs = z.number();

/** Where its owner is told: the session that it was asked in, and the channel's own place of it. */
export const tellTo = z.strictObject({
  channel: z.string().min(1).max(40),
  session_id: id,
  /** The channel's own: a chat. */
  place: z.json().optional(),
});
export type TellTo = z.infer<typeof tellTo>;

/** So many observations of a watch are kept. */
export const MOST_SEEN = 200;

/** Why a look was no observation: it failed, its value is that of before, it is invented, or another source says it. */
export const unseenReasons = ["failed", "stale", "sample", "source"] as const;
export type UnseenReason = (typeof unseenReasons)[number];

/** A value of a capability's result that is looked at again and again, and what it was. */
export const watchState = z.strictObject({
  /** The domain's goal, with what was said about it. */
  domain: domainName,
  goal: goalName,
  entities: entitiesSchema,
  /** The watchable's name, as the manifest declares it. */
  value: z.string(),
  /** What that is called, where it is not what people mean by themselves: "volume". */
  called: z.string().optional(),
  comparison: comparisonSchema,
  /** The words of the values that count as `becomes`. */
  becomes: z.array(z.string()).optional(),
  /** What a relative change is measured against. */
  base: z.number().nullable(),
  /** On which day it was taken, where it is since the day before. */
  base_day: z.string().nullable().default(null),
  /** Per cent of the threshold that it has to go back by before it may fire again. */
  band_percent: z.number().min(0).max(100),
  again: z.boolean(),
  /** It may fire: the last observation did not satisfy it. */
  armed: z.boolean(),
  /** Of the last observation; null: there was none. */
  last: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  fresh: z.string().nullable(),
  source: z.string().nullable(),
  every_ms: z.int().min(60_000),
  /** The latest observations, the oldest first: when, and what was seen. */
  seen: z
    .array(z.tuple([epochMs, z.union([z.string(), z.number(), z.boolean()])]))
    .max(MOST_SEEN)
    .default([]),
  /** Since when nothing was observed, and whether its owner was told; absent: the last look was an observation. */
  unseen: z
    .strictObject({ since: epochMs, why: z.enum(unseenReasons), told: z.boolean() })
    .optional(),
});
export type WatchState = z.infer<typeof watchState>;

/** Looked at when it is due: it happens only where this is so then. */
export const onlyIf = watchState.pick({
  domain: true,
  goal: true,
  entities: true,
  value: true,
  comparison: true,
  becomes: true,
});
export type OnlyIf = z.infer<typeof onlyIf>;

export const scheduleTiming = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("at"), at: epochMs }),
  z.strictObject({ kind: z.literal("after"), at: epochMs, said_at: epochMs }),
  z.strictObject({ kind: z.literal("every"), rule: recurrenceRule }),
  z.strictObject({ kind: z.literal("when"), watch: watchState }),
]);
export type ScheduleTiming = z.infer<typeof scheduleTiming>;
/** It is at one instant, and over behind it. */
export const happensOnce = ({ kind }: { kind: string }): boolean =>
  kind === "at" || kind === "after";

/** What is done each time: its owner is told something, or what they asked for is carried out. */
export const scheduleAction = z.discriminatedUnion("do", [
  /** `text` is null where a watch tells what it saw. */
  z.strictObject({ do: z.literal("tell"), text: z.string().max(4000).nullable() }),
  z.strictObject({ do: z.literal("goals"), intent: intentOutput }),
]);
export type ScheduleAction = z.infer<typeof scheduleAction>;

export const scheduleStatuses = ["active", "paused", "done", "cancelled"] as const;
/** Why it is paused. */
export const pauseReasons = ["asked", "failures", "changed", "rights", "unreadable"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** A request that stands: later, again and again, or when something becomes true. */
export const schedule = z.strictObject({
  id,
  user_id: id,
  /** It goes on from here: what it does is a run of this session. */
  session_id: id,
  status: z.enum(scheduleStatuses),
  paused: z
    .strictObject({ why: z.enum(pauseReasons), detail: z.string(), until: epochMs.nullable() })
    .nullable(),
  timing: scheduleTiming,
  only_if: onlyIf.optional(),
  action: scheduleAction,
  /** What becomes of it behind its time, where its owner said so: "mesmo se atrasar", "only on time". */
  if_late: z.enum(["do", "skip"]).optional(),
  /** The last moment at which it may happen; null for what happens once. */
  until: epochMs.nullable(),
  /** As it was asked for. */
  words: z.string(),
  zone: z.string(),
  locale: localeSchema,
  tell: tellTo,
  /** It changes something, or reaches out of the house. */
  acts: z.boolean(),
  /** By what its owner had shown who they are, and when; null where no one checks who calls. */
  rights: z
    .strictObject({
      by: z.enum(["key", "token", "channel"]),
      key: z.string().optional(),
      at: epochMs,
    })
    .nullable(),
  /** What each capability it relies on promised, by domain.capability; another promise pauses it. */
  digests: z.record(z.string(), z.string()),
  /** A yes to these effects was given when it was made. */
  consent: z.array(z.strictObject({ domain: domainName, capability: capabilityName })),
  /** Failures in a row. */
  failures: z.int().min(0),
  /** When something is to be done next; null: nothing is. */
  next_at: epochMs.nullable(),
  created_at: epochMs,
  updated_at: epochMs,
  /** Grows with every change: who changes it names the one that was read. */
  version: z.int().min(1),
});
export type Schedule = z.infer<typeof schedule>;

/**
 * running: it was begun and no one knows yet. fired: done, or told. late: the same, after its time. skipped: not done, and
 * why. partial: only some of what was asked for was done. failed: tried. missing from this list is nothing: every
 * occurrence leaves one.
 */
export const tickStatuses = ["running", "fired", "late", "partial", "skipped", "failed"] as const;
export const skipReasons = [
  "missed",
  "overlap",
  "rights",
  "changed",
  "question_open",
  "condition",
  "unseen",
  /** A watch has seen nothing for a day. */
  "no_data",
  /** It was paused then. */
  "paused",
  /** Its day was a holiday. */
  "holiday",
  "ended",
  /** A limit of what models may take is used up. */
  "quota",
  "unknown",
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** One occurrence of a schedule. */
export const tick = z.strictObject({
  schedule_id: id,
  user_id: id,
  /** The planned instant: with the schedule it is the occurrence's key. */
  at: epochMs,
  status: z.enum(tickStatuses),
  reason: z.enum(skipReasons).nullable(),
  /** It stands for several in a row that were missed together: up to this one, so many. */
  covers: z.strictObject({ to: epochMs, count: z.int().min(2) }).optional(),
  run_id: z.string().nullable(),
  /** What its owner is told; "" for nothing. */
  text: z.string(),
  tell: tellTo,
  /** It reached its owner's chat; a channel that is polled shows it when it is asked. */
  told_at: epochMs.nullable(),
  began_at: epochMs,
  ended_at: epochMs.nullable(),
});
export type Tick = z.infer<typeof tick>;
