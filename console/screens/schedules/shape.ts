import type { z } from "zod";
import type {
  ScheduleView,
  scheduleDetail,
  scheduleMade,
  schedulesPage,
} from "#shared/contracts/schedule-endpoints.ts";

export type Schedule = ScheduleView;
export type Watch = Extract<Schedule["timing"], { kind: "when" }>["watch"];
export type ScheduleDetail = z.infer<typeof scheduleDetail>;
export type SchedulesPage = z.infer<typeof schedulesPage>;
export type ScheduleMade = z.infer<typeof scheduleMade>;
