import { localTimeOf } from "#shared/calendar/zoned.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { readSameTime } from "../../language/time/same-time.ts";
import { saying, type Turn } from "../turn.ts";
import { lastStanding } from "./request.ts";

export type Half = "am" | "pm";

/** The half of the day that it is in. */
export function halfOf({ timing, next_at, zone }: Schedule): Half {
  const [own] = timesOf(timing);
  const time = own ?? (next_at === null ? "00:00" : localTimeOf(next_at, zone).time);
  return time < "12:00" ? "am" : "pm";
}

/** Farther away, the same hour in the other half of the day is about as likely. */
const NEAR_MIN = 4 * 60;
/** Another time of it lies near the one that it has. */
export function isNear(one: Schedule, timing: Schedule["timing"]): boolean {
  const [before = 0, after = 0] = [hoursOf(one), hoursOf({ ...one, timing, next_at: null })].map(
    ([time = "0:0"]) => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0),
  );
  return Math.abs(before - after) <= NEAR_MIN;
}

/** Its own times of day: "08:00", "20:00". */
export function hoursOf({ timing, next_at, zone }: Schedule): readonly string[] {
  const own = timesOf(timing);
  const at = next_at ?? ("at" in timing ? timing.at : null);
  return own.length > 0 || at === null ? own : [localTimeOf(at, zone).time];
}

/** A time of day as a clock of twelve hours shows it, to which people add which half of the day they mean. */
export function onTwelve(time: string): string {
  const [hour = "", minute = ""] = time.split(":");
  return `${Number(hour) % 12 || 12}:${minute}`;
}

const timesOf = (timing: Schedule["timing"]): readonly string[] =>
  timing.kind === "every" && timing.rule.by === "calendar" ? timing.rule.times : [];

/** A turn that asks for the same time again, with the times of the standing request that was made or changed last. */
export async function atSameHour(turn: Turn): Promise<Turn> {
  const isAny = turn.state.last_standing !== null;
  const same = isAny ? readSameTime(turn.entry.input_text) : undefined;
  const last = same && (await lastStanding(turn));
  const times = last === undefined ? [] : hoursOf(last);
  return same === undefined || times.length === 0 ? turn : saying(turn, same(times));
}
