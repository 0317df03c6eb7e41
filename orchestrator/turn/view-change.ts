import type { ChangedSchedule } from "#shared/contracts/endpoints.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import type { ScheduleChange } from "../engine/noted-schedules.ts";
import { showTiming } from "../standing/show-when.ts";
import { nameOf } from "./standing/show-schedule.ts";
import type { Turn } from "./turn.ts";

/** A change as people are told of it. */
export function viewChange(
  { before, now }: ScheduleChange,
  { locale, startedAt }: Pick<Turn, "locale" | "startedAt">,
): ChangedSchedule {
  const { id, status, timing, only_if, action, until, zone, tell, next_at } = now;
  return {
    ...{ id, status, timing, action, until, zone, tell, next_at },
    ...(only_if !== undefined && { only_if }),
    change: before === undefined ? "made" : changeOf(before, now),
    name: nameOf(now),
    shown: showTiming(now, locale, startedAt),
  };
}

function changeOf(before: Schedule, { status }: Schedule): ChangedSchedule["change"] {
  if (status === before.status) return "changed";
  if (status === "active") return "resumed";
  return status === "paused" ? "paused" : "cancelled";
}
