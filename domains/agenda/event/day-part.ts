import type { WorkingHours } from "../settings.ts";

/** What of a day was asked for. */
export type DayPart = "MORNING" | "AFTERNOON" | "EVENING";

const HOURS: Readonly<Record<DayPart, WorkingHours>> = {
  MORNING: { from: "00:00", to: "12:00" },
  AFTERNOON: { from: "12:00", to: "18:00" },
  EVENING: { from: "18:00", to: "23:59" },
};

export const isDayPart = (said: unknown): said is DayPart =>
  typeof said === "string" && Object.hasOwn(HOURS, said);

/** When a part of the day begins and ends. */
export const hoursOfPart = (part: DayPart): WorkingHours => HOURS[part];

/** Of the hours that are looked at, those of a part of the day; an evening reaches beyond them. */
export function hoursIn(part: DayPart | undefined, { from, to }: WorkingHours): WorkingHours {
  if (part === undefined) return { from, to };
  const own = HOURS[part];
  if (part === "EVENING") return own;
  return { from: own.from > from ? own.from : from, to: own.to < to ? own.to : to };
}
