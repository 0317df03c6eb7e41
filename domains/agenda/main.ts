import { join } from "node:path";
import { z } from "zod";
import {
  type Domain,
  type DomainOptions,
  defineDomain,
  startDomain,
} from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { fileReceipts } from "#shared/domain-kit/receipts.ts";
import {
  address,
  dataFolder,
  type Environment,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import { freeTimes, listEvents, nextEvent } from "./capabilities/agenda.ts";
import {
  cancelEvent,
  cancelEvents,
  countEvents,
  restoreEvents,
} from "./capabilities/cancel-events.ts";
import type { CalendarDeps } from "./capabilities/deps.ts";
import { makeEvent, moveEvent } from "./capabilities/make-event.ts";
import type { Hours } from "./event/hours.ts";
import { type CaldavSettings, openCaldavStore } from "./store/caldav-store.ts";
import { openChanges } from "./store/calendar-store.ts";
import { openFileStore } from "./store/file-store.ts";

/** The calendar service: a CalDAV account for the one person whose it is, files for everybody else. */
export function agendaDomain(
  { dataFolder, caldav, workingHours }: CalendarSettings,
  options: Omit<DomainOptions, "receipts"> = {},
): Domain {
  const files = openFileStore(join(dataFolder, "events"));
  const account = caldav && openCaldavStore(caldav);
  const changes = openChanges(join(dataFolder, "changes.db"));
  const deps: CalendarDeps = {
    storeOf: (owner) => (account !== undefined && owner === caldav?.owner ? account : files),
    changes,
    workingHours,
    now: () => (options.clock ?? Date).now(),
  };
  const handlers = {
    list_events: listEvents(deps),
    next_event: nextEvent(deps),
    free_times: freeTimes(deps),
    make_event: makeEvent(deps),
    move_event: moveEvent(deps),
    cancel_event: cancelEvent(deps),
    cancel_events: cancelEvents(deps),
    count_events: countEvents(deps),
    restore_events: restoreEvents(deps),
  };
  return defineDomain(loadManifest(new URL(".", import.meta.url)), handlers, {
    ...options,
    receipts: fileReceipts(join(dataFolder, "receipts.db")),
    close() {
      changes.close();
      void account?.close();
    },
  });
}

export type CalendarSettings = {
  dataFolder: string;
  /** Absent: everybody's events are files in the data folder. */
  caldav?: CaldavSettings & {
    /** Whose account it is, a user of Regente. Everybody else's events are files. */
    owner: string;
  };
  workingHours: Hours;
};

const HOURS = /^(([01]\d|2[0-3]):[0-5]\d)-(([01]\d|2[0-3]):[0-5]\d)$/;

const workingHours = z
  .string()
  .default("09:00-18:00")
  .transform((said) => {
    const [, from = "", , to = ""] = HOURS.exec(said) ?? [];
    return { from, to };
  })
  .refine(({ from, to }) => from < to, { error: "must be two times of a day such as 09:00-18:00" });

const variables = z
  .object({
    REGENTE_DATA: dataFolder("agenda"),
    CALDAV_URL: address("https:", "http:").optional(),
    CALDAV_USER: z.string().optional(),
    CALDAV_PASSWORD: z.string().optional(),
    CALDAV_CALENDAR: z.string().optional(),
    CALDAV_OWNER: z.string().default("local"),
    CALENDAR_WORKING_HOURS: workingHours,
  })
  .superRefine((said, report) => {
    if (said.CALDAV_URL === undefined) return;
    for (const name of ["CALDAV_USER", "CALDAV_PASSWORD"] as const)
      if (said[name] === undefined)
        report.addIssue({ code: "custom", path: [name], message: "must be set beside CALDAV_URL" });
  });

/** Errors: ContractError naming the variable */
export function readSettings(env: Environment): CalendarSettings {
  const read = readVariables("agenda", env, variables);
  const { CALDAV_URL: url, CALDAV_USER: user = "", CALDAV_PASSWORD: password = "" } = read;
  const account = { user, password, calendar: read.CALDAV_CALENDAR, owner: read.CALDAV_OWNER };
  return {
    dataFolder: read.REGENTE_DATA,
    workingHours: read.CALENDAR_WORKING_HOURS,
    ...(url === undefined ? {} : { caldav: { url, ...account } }),
  };
}

if (import.meta.main)
  await startDomain(() => agendaDomain(readSettings(process.env)), { port: 8107 });
