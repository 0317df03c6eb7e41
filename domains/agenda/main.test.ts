import { describe, expect, it } from "vitest";
import { silentLog } from "#shared/domain-kit/log.ts";
import { checkedByItsManifest, domainContract } from "#shared/testing/domain-contract.ts";
import { newDataFolder, startCalendar } from "./agenda-domain.fixture.ts";
import { agendaDomain, readSettings } from "./main.ts";
import { ACCOUNT, noRadicale, startRadicale } from "./store/radicale.fixture.ts";

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

it("what stands first in the manifest of its author is served first, so that it takes a value first", async () => {
  const served = await start();
  try {
    const { goals } = (await (await fetch(`${served.url}/manifest`)).json()) as {
      goals: { goal: string; entities_schema: object }[];
    };
    const made = goals.find(({ goal }) => goal === "MAKE_EVENT")?.entities_schema ?? {};
    const names = ["title_text", "day", "start_time", "end_time", "duration"];
    expect(Object.keys(made).slice(0, names.length)).toEqual(names);
  } finally {
    await served.close();
  }
});

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

describe.skipIf(noRadicale !== undefined)(
  `over CalDAV${noRadicale ? `: ${noRadicale}` : ""}`,
  () => {
    it("the account is its owner's: made, moved, cancelled, undone; another user has files", async () => {
      const radicale = await startRadicale();
      await radicale.newCalendar();
      const caldav = { ...ACCOUNT, url: radicale.url, owner: "ana" };
      const over = startCalendar({ caldav });
      const made = await over.call("make_event", {
        title_text: "Dentista",
        day: "2026-11-20",
        start_time: "15:00",
      });
      expect(made.explanation).toBe("Marcado: Dentista, sexta-feira, 20/11, 15:00–16:00.");
      await over.call("move_event", { title_text: "dentista", start_time: "16:00" });
      const cancelled = await over.call("cancel_event", { title_text: "dentista" });
      const { undo_token } = cancelled.result as { undo_token: string };
      expect(await over.call("restore_events", { undo_token })).toMatchObject({
        status: "success",
      });
      const shown = await over.call("list_events", { period: "2026-11-20" });
      expect(shown.explanation).toContain("16:00–17:00 Dentista");
      const others = await over.call("list_events", { period: "2026-11-20" }, { user_id: "bia" });
      expect(others.explanation).toContain("Nada na agenda");
      expect(await over.all()).toEqual([]);
      await radicale.close();
      expect(await over.call("list_events", {})).toMatchObject({
        status: "failure",
        metadata: { code: "UNREACHABLE" },
      });
      over.remove();
    });
  },
);
