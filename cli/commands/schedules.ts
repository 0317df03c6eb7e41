import { buildCommand, buildRouteMap } from "@stricli/core";
import type { z } from "zod";
import type { Tick } from "#shared/contracts/schedule.ts";
import {
  type ScheduleView,
  scheduleCancelled,
  scheduleDetail,
  schedulesPage,
  scheduleView,
  ticksPage,
} from "#shared/contracts/schedule-endpoints.ts";
import { shown } from "../client.ts";
import {
  docs,
  help,
  type ServerFlags,
  serverFlags,
  twoWords,
  word,
  yesOption,
} from "../command.ts";
import { printable, showTable, type Terminal } from "../terminal.ts";

const oneSchedule = { flags: serverFlags, positional: word(help("schedule"), "ID") } as const;
const pathOf = (id: string): string => `/v1/schedules/${encodeURIComponent(id)}`;

const list = buildCommand({
  docs: docs(help("schedules.list"), [
    "npx regente schedules",
    "npx regente schedules list --all --json",
  ]),
  parameters: { flags: { all: yesOption(help("schedules.all")), ...serverFlags } },
  func: ({ all = false, ...flags }: ServerFlags & { all?: boolean }) =>
    shown(
      (client, signal) => client.get(`/v1/schedules?all=${all}`, schedulesPage, signal),
      ({ schedules }, terminal) => showSchedules(schedules, terminal),
    )(flags),
});

const show = buildCommand({
  docs: docs(help("schedules.show"), ["npx regente schedules show sch_01"]),
  parameters: oneSchedule,
  func: (flags: ServerFlags, id: string) =>
    shown((client, signal) => client.get(pathOf(id), scheduleDetail, signal), showSchedule)(flags),
});

const ticks = buildCommand({
  docs: docs(help("schedules.ticks"), [
    "npx regente schedules ticks",
    "npx regente schedules ticks --json",
  ]),
  parameters: { flags: serverFlags },
  func: shown(
    (client, signal) => client.get("/v1/schedules/ticks", ticksPage, signal),
    (page, terminal) => showTicks(page.ticks, terminal),
  ),
});

const cancel = buildCommand({
  docs: docs(help("schedules.cancel"), ["npx regente schedules cancel sch_01"]),
  parameters: oneSchedule,
  func: (flags: ServerFlags, id: string) =>
    shown(
      (client, signal) => client.delete(pathOf(id), scheduleCancelled, signal),
      (_done, { words: { say } }) => printable(say("schedules.cancelled", { id })),
    )(flags),
});

const showOne = (view: z.infer<typeof scheduleView>, terminal: Terminal) =>
  showSchedules([view], terminal);

/** Changes one of them, and shows it. */
const changed = (brief: string, example: string, status: "active" | "paused") =>
  buildCommand({
    docs: docs(brief, [example]),
    parameters: oneSchedule,
    func: (flags: ServerFlags, id: string) =>
      shown(
        (client, signal) => client.patch(pathOf(id), { status }, scheduleView, signal),
        showOne,
      )(flags),
  });

const change = buildCommand({
  docs: docs(help("schedules.change"), ['npx regente schedules change sch_01 "às 10h30"']),
  parameters: {
    flags: serverFlags,
    positional: twoWords([help("schedule"), "ID"], [help("schedules.to"), "TEXT"], String),
  },
  func: (flags: ServerFlags, id: string, to: string) =>
    shown(
      (client, signal) => client.patch(pathOf(id), { to }, scheduleView, signal),
      showOne,
    )(flags),
});

const MINUTE_MS = 60_000;
function minutesIn(text: string): number {
  const minutes = Number(text);
  if (!(Number.isFinite(minutes) && minutes > 0)) throw new RangeError("no number of minutes");
  return minutes;
}
const postpone = buildCommand({
  docs: docs(help("schedules.postpone"), ["npx regente schedules postpone sch_01 10"]),
  parameters: {
    flags: serverFlags,
    positional: twoWords(
      [help("schedule"), "ID"],
      [help("schedules.minutes"), "MINUTES"],
      minutesIn,
    ),
  },
  func: (flags: ServerFlags, id: string, minutes: number) =>
    shown((client, signal) => {
      const next_at = Date.now() + Math.round(minutes * MINUTE_MS);
      return client.patch(pathOf(id), { next_at }, scheduleView, signal);
    }, showOne)(flags),
});

const instant = (at: number, zone: string, { words }: Terminal): string =>
  new Date(at).toLocaleString(words.locale, {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });

export const schedulesCommand = buildRouteMap({
  docs: docs(help("schedules.brief"), ["npx regente schedules", "npx regente schedules ticks"]),
  routes: {
    list,
    show,
    ticks,
    cancel,
    change,
    postpone,
    pause: changed(help("schedules.pause"), "npx regente schedules pause sch_01", "paused"),
    resume: changed(help("schedules.resume"), "npx regente schedules resume sch_01", "active"),
  },
});

/** Standing requests as a table, the newest first. */
function showSchedules(schedules: readonly ScheduleView[], terminal: Terminal): string {
  const { say } = terminal.words;
  if (schedules.length === 0) return say("schedules.none");
  const rows = schedules.map(({ id, status, words: said, shown, next_instants: [next], zone }) => [
    id,
    say(`schedules.state.${status}`),
    said,
    shown,
    next === undefined ? "-" : instant(next, zone, terminal),
  ]);
  return showTable(
    (["id", "state", "said", "when", "next"] as const).map((each) => ({
      title: say(`schedules.column.${each}`),
    })),
    rows,
    terminal,
  );
}

/** What became of occurrences, the newest first. */
function showTicks(ticks: readonly Tick[], terminal: Terminal): string {
  const { say } = terminal.words;
  if (ticks.length === 0) return say("schedules.no_ticks");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const rows = ticks.map(({ at, status, reason, schedule_id, text }) => [
    instant(at, timeZone, terminal),
    reason === null
      ? say(`schedules.tick.${status}`)
      : `${say(`schedules.tick.${status}`)} (${say(`schedules.skip.${reason}`)})`,
    schedule_id,
    text.replaceAll("\n", " "),
  ]);
  return showTable(
    (["at", "outcome", "schedule", "notice"] as const).map((each) => ({
      title: say(`schedules.tick_column.${each}`),
    })),
    rows,
    terminal,
  );
}

/** One of them with what is to come and what became of it. */
function showSchedule(schedule: z.infer<typeof scheduleDetail>, terminal: Terminal): string {
  const { paint } = terminal;
  const { say } = terminal.words;
  const { zone, until, next_instants, ticks, paused, status } = schedule;
  const state = say(`schedules.state.${status}`);
  const row = (name: string, value: string) => `${paint.bold(name.padEnd(12))}${value}`;
  return [
    row(say("schedules.said"), printable(schedule.words)),
    row(
      say("schedules.column.state").toLowerCase(),
      paused === null ? state : `${state} (${say(`schedules.pause.${paused.why}`)})`,
    ),
    row(say("schedules.column.when").toLowerCase(), printable(schedule.shown)),
    row(say("schedules.zone"), zone),
    ...(until === null ? [] : [row(say("schedules.until"), instant(until, zone, terminal))]),
    ...(next_instants.length === 0
      ? []
      : [
          row(
            say("schedules.next"),
            next_instants.map((at) => instant(at, zone, terminal)).join("; "),
          ),
        ]),
    showTicks(ticks, terminal),
  ].join("\n");
}
