import type { z } from "zod";
import type { Tick } from "#shared/contracts/schedule.ts";
import type { ScheduleView, scheduleDetail } from "#shared/contracts/schedule-endpoints.ts";
import { showTable } from "../show-table.ts";
import { printable, type Terminal } from "../terminal.ts";
import { scheduleWords } from "./words.ts";

const instant = (at: number, zone: string, { words }: Terminal): string =>
  new Date(at).toLocaleString(words.locale, {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });

/** Standing requests as a table, the newest first. */
export function showSchedules(schedules: readonly ScheduleView[], terminal: Terminal): string {
  const words = scheduleWords(terminal.words.locale);
  if (schedules.length === 0) return words.none;
  const rows = schedules.map(({ id, status, words: said, shown, next_instants: [next], zone }) => [
    id,
    words.states[status],
    said,
    shown,
    next === undefined ? "-" : instant(next, zone, terminal),
  ]);
  return showTable(
    words.columns.map((title) => ({ title })),
    rows,
    terminal,
  );
}

/** What became of occurrences, the newest first. */
export function showTicks(ticks: readonly Tick[], terminal: Terminal): string {
  const words = scheduleWords(terminal.words.locale);
  if (ticks.length === 0) return words.noTicks;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const rows = ticks.map(({ at, status, reason, schedule_id, text }) => [
    instant(at, timeZone, terminal),
    reason === null ? words.ticks[status] : `${words.ticks[status]} (${words.skips[reason]})`,
    schedule_id,
    text.replaceAll("\n", " "),
  ]);
  return showTable(
    words.tickColumns.map((title) => ({ title })),
    rows,
    terminal,
  );
}

/** One of them with what is to come and what became of it. */
export function showSchedule(schedule: z.infer<typeof scheduleDetail>, terminal: Terminal): string {
  const { paint } = terminal;
  const words = scheduleWords(terminal.words.locale);
  const { zone, until, next_instants, ticks, paused, status } = schedule;
  const state = words.states[status];
  const row = (name: string, value: string) => `${paint.bold(name.padEnd(12))}${value}`;
  return [
    row(words.words, printable(schedule.words)),
    row(
      words.columns[1].toLowerCase(),
      paused === null ? state : `${state} (${words.pauses[paused.why]})`,
    ),
    row(words.columns[3].toLowerCase(), printable(schedule.shown)),
    row(words.zone, zone),
    ...(until === null ? [] : [row(words.until, instant(until, zone, terminal))]),
    ...(next_instants.length === 0
      ? []
      : [row(words.next, next_instants.map((at) => instant(at, zone, terminal)).join("; "))]),
    showTicks(ticks, terminal),
  ].join("\n");
}
