import { expect, it } from "vitest";
import { silentLog } from "#shared/domain-kit/log.ts";
import { checkedByItsManifest, domainContract } from "#shared/testing/domain-contract.ts";
import { newDataFolder } from "./agenda-domain.fixture.ts";
import { agendaDomain } from "./agenda-domain.ts";
import { readSettings } from "./settings.ts";

const secret = "a-secret-that-only-the-tests-know";
const start = () =>
  agendaDomain(readSettings({ REGENTE_DATA: newDataFolder() }), { log: silentLog, secret }).serve({
    port: 0,
  });

domainContract(
  "agenda",
  start,
  [
    { capability: "list_events", parameters: {} },
    { capability: "next_event", parameters: {} },
    { capability: "free_times", parameters: { period: "2099-01-05" } },
    { capability: "move_event", parameters: { id: "a", start_time: "10:00" } },
    { capability: "cancel_event", parameters: { id: "a" } },
    { capability: "cancel_events", parameters: { period: "2099-01" } },
    { capability: "restore_events", parameters: { undo_token: "a" } },
  ],
  secret,
);

checkedByItsManifest(() =>
  agendaDomain(readSettings({ REGENTE_DATA: newDataFolder() }), { log: silentLog }).serve({
    port: 0,
  }),
);

it.each([
  [
    { CALDAV_URL: "ftp://a.b" },
    "CALDAV_URL: must be an address that begins with https:// or http://",
  ],
  [
    { CALDAV_URL: "https://a.b", CALDAV_USER: "ana" },
    "CALDAV_PASSWORD: must be set beside CALDAV_URL",
  ],
  [{ CALENDAR_WORKING_HOURS: "9-18" }, "CALENDAR_WORKING_HOURS: must be two times of a day"],
  [{ CALENDAR_WORKING_HOURS: "18:00-09:00" }, "CALENDAR_WORKING_HOURS: must be two times of a day"],
])("refuses the settings %j", (env, why) => {
  expect(() => readSettings(env)).toThrow(`settings of agenda: ${why}`);
});
