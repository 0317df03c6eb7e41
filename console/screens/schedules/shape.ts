// What the page reads of `/v1/schedules`; the server's contracts say more.

export type Status = "active" | "paused" | "done" | "cancelled";
export type TickStatus = "running" | "fired" | "late" | "skipped" | "failed";

export type Tick = {
  at: number;
  status: TickStatus;
  reason: string | null;
  run_id: string | null;
  text: string;
};

type Watch = {
  value: string;
  comparison: { is: string; value?: number; percent?: number; text?: string };
  last: string | number | boolean | null;
  armed: boolean;
};

export type Schedule = {
  id: string;
  status: Status;
  paused: { why: string; detail: string; until: number | null } | null;
  timing: { kind: "at" | "after" | "every" } | { kind: "when"; watch: Watch };
  until: number | null;
  words: string;
  zone: string;
  acts: boolean;
  /** In words: "todo dia útil às 09:00". */
  shown: string;
  next_instants: number[];
};
export type ScheduleDetail = Schedule & { ticks: Tick[] };
export type SchedulesPage = { schedules: Schedule[] };
export type ScheduleMade = { schedule: Schedule | null; answer: string; options: string[] };
