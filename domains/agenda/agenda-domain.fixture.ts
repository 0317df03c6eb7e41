import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { type CallOptions, callsTo } from "#shared/testing/call-domain.ts";
import { agendaDomain, type CalendarSettings, readSettings } from "./main.ts";
import { openFileStore } from "./store/file-store.ts";

export const newDataFolder = () => mkdtempSync(join(tmpdir(), "calendar-"));

/** The domain over a new folder, on a Wednesday at noon in São Paulo, spoken to as the orchestrator does. */
export function startCalendar(more: Partial<CalendarSettings> = {}) {
  const dataFolder = newDataFolder();
  const clock = { time: Date.parse("2026-11-18T15:00:00Z"), now: () => clock.time };
  const settings = { ...readSettings({}), dataFolder, ...more };
  const domain = agendaDomain(settings, { log: silentLog, clock });
  const spoken = callsTo(domain, clock.now);
  const call: typeof spoken = (capability, parameters, said) =>
    spoken(capability, parameters, { ms: 60_000, ...said });
  const files = openFileStore(join(dataFolder, "events"));
  return {
    call,
    clock,
    /** Puts an event there as another program would. */
    put: (name: string, ics: string, owner = "ana") => files.write(owner, name, ics, null),
    icsOf: async (name: string, owner = "ana") => (await files.read(owner, name))?.ics,
    all: async (owner = "ana") => files.list(owner, { from: 0, to: 1 }),
    remove: () => rmSync(dataFolder, { recursive: true, force: true }),
  };
}

/** A calendar of its own for each test of a file, and what is said to it. */
export function calendarOfEachTest() {
  let calendar: ReturnType<typeof startCalendar>;
  beforeEach(() => {
    calendar = startCalendar();
  });
  afterEach(() => calendar.remove());
  const tell = (capability: string, parameters: Record<string, Json>, said?: CallOptions) =>
    calendar.call(capability, parameters, said);
  const textOf = async (capability: string, parameters: Record<string, Json>, said?: CallOptions) =>
    (await tell(capability, parameters, said)).explanation;
  return {
    ...{ tell, textOf },
    all: () => calendar.all(),
    list: (parameters: Record<string, Json>) => textOf("list_events", parameters),
    make: (title_text: string, day: string, more: Record<string, Json> = {}) =>
      textOf("make_event", { title_text, day, ...more }),
  };
}

/** An event of another program: on Tuesdays at 18:00 in São Paulo, from the 3rd of November on. */
export const weeklyYoga = (more = "") =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Another//EN",
    "BEGIN:VEVENT",
    "UID:yoga",
    "DTSTAMP:20261101T000000Z",
    "DTSTART;TZID=America/Sao_Paulo:20261103T180000",
    "DURATION:PT1H",
    "RRULE:FREQ=WEEKLY;BYDAY=TU",
    "SUMMARY:Yoga",
    ...(more === "" ? [] : [more]),
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
