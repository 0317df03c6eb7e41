import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { nationalHolidays } from "#shared/calendar/holidays.ts";
import { hasEnded, nameThisProcess } from "../../orchestrator/adapters/process/this-process.ts";
import { openStore } from "../../orchestrator/adapters/store/open-store.ts";
import { keyedTimers, systemClock } from "../../orchestrator/adapters/time/system-clock.ts";
import { StoreError } from "../../orchestrator/ports/stores.ts";
import { openScheduler } from "../../orchestrator/standing/scheduler.ts";

/**
 * One of several processes on one database that fire what is due until they are killed. What an occurrence does is a row
 * of `done`, under no key: one that happens twice stands there twice.
 */
const { DATABASE_URL: databaseUrl = "" } = process.env;
const name = nameThisProcess();
const done = new pg.Pool({ connectionString: databaseUrl, max: 4 });
const store = await openStore({ dataDir: "", databaseUrl, holder: name, clock: systemClock });
/** A machine that stands still for seconds: what was not carried out is tried again. */
const isLate = (err: unknown) => err instanceof StoreError && /timeout/i.test(err.message);
const complain = ({ err, ...fields }: { err?: unknown }, text: string) => {
  if (!isLate(err)) console.error(text, err instanceof Error ? err.stack : JSON.stringify(fields));
};
const keyOf = (id: string, at: number) => `${id}.${at}`;

const scheduler = openScheduler({
  store: store.schedules,
  clock: systemClock,
  holidays: nationalHolidays(),
  name,
  log: { info: () => undefined, warn: complain, error: complain },
  timers: () => {
    const timers = keyedTimers(systemClock)(() => scheduler.wake());
    timers.set("standing", systemClock.now());
    return { wakeAt: (at) => timers.set("standing", at), close: () => timers.close() };
  },
  mayTell: async () => true,
  async carryOut({ id }, { at }) {
    // Long enough to be killed in the middle of it, before and after.
    await wait(Math.random() * 20);
    await done.query("insert into done (key, by) values ($1, $2)", [keyOf(id, at), name]);
    await wait(Math.random() * 20);
    return { status: "fired", reason: null, text: id };
  },
  async found({ id }, { at }) {
    const { rowCount } = await done.query("select 1 from done where key = $1", [keyOf(id, at)]);
    return rowCount === 0 ? undefined : { status: "fired", reason: null, text: id };
  },
  look: async () => undefined,
  words: { skipped: () => "", paused: () => "", ended: () => "" },
  stopped: () => undefined,
  brings: () => false,
  tell: async () => true,
  isGone: async (other) => hasEnded(other),
});
scheduler.start();
console.log("ready");
// Whoever started it ends it.
process.stdin.on("end", () => process.exit(0)).resume();
