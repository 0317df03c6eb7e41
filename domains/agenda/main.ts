import { join } from "node:path";
import {
  type Domain,
  type DomainOptions,
  defineDomain,
  startDomain,
} from "#shared/domain-kit/define-domain.ts";
import { fileReceipts } from "#shared/domain-kit/file-receipts.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { freeTimes, listEvents, nextEvent } from "./capabilities/agenda.ts";
import {
  cancelEvent,
  cancelEvents,
  countEvents,
  restoreEvents,
} from "./capabilities/cancel-events.ts";
import type { CalendarDeps } from "./capabilities/deps.ts";
import { makeEvent, moveEvent } from "./capabilities/make-event.ts";
import { type CalendarSettings, readSettings } from "./settings.ts";
import { openCaldavStore } from "./store/caldav-store.ts";
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

if (import.meta.main)
  await startDomain(() => agendaDomain(readSettings(process.env)), { port: 8107 });
