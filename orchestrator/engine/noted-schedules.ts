import type { Schedule } from "#shared/contracts/schedule.ts";
import type { ScheduleStore } from "../ports/schedule-store.ts";

/** A schedule as it is now, and as it was; undefined: there was none. */
export type ScheduleChange = { before: Schedule | undefined; now: Schedule };

/** The same store; `changes` are what is made and changed through it, each once: as it was first, and as it is last. */
export function notedSchedules(schedules: ScheduleStore): {
  schedules: ScheduleStore;
  changes(): readonly ScheduleChange[];
} {
  const noted = new Map<string, ScheduleChange>();
  const note = (before: Schedule | undefined, now: Schedule) =>
    noted.set(now.id, { before: noted.has(now.id) ? noted.get(now.id)?.before : before, now });
  return {
    schedules: {
      ...schedules,
      async add(schedule, most) {
        const isKept = await schedules.add(schedule, most);
        if (isKept) note(undefined, schedule);
        return isKept;
      },
      async change(schedule) {
        const before = await schedules.find(schedule, schedule.id);
        const isChanged = await schedules.change(schedule);
        if (isChanged) note(before, schedule);
        return isChanged;
      },
    },
    changes: () => [...noted.values()],
  };
}
