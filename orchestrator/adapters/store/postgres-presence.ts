import { hash } from "node:crypto";
import pg from "pg";
import type { Log } from "../../ports/log.ts";
import type { Presence } from "../../ports/run-host.ts";
import { sleep } from "../time/system-clock.ts";

/** Regente's own among the advisory locks of a database. */
const LOCKS = 0x52_45_47_45;
const LOOK_MS = 200;
/** A server that says nothing for so long is down. */
const QUERY_TIMEOUT_MS = 2000;
/** In so many looks in a row a process has to be missing: a connection that was cut comes back in less. */
const LOOKS_MISSING = 2;
const AGAIN_MS = 100;
/** Its lease is out long before. */
const FORGOTTEN_AFTER = 3000;

type Held = { client: pg.Client; backend: number };

/**
 * Each process holds a lock of its own on a connection of its own: PostgreSQL gives it back the moment the connection
 * ends, so that the others see a death within half a second. Who was seen is forgotten whenever our own connection is
 * lost: a server that restarts cuts everybody off, and no one is dead for it.
 * Cost: a connection, and a query of PostgreSQL's own tables each 200 ms
 */
export function openPresence(databaseUrl: string, name: string, log: Log): Presence {
  /** By lock: how often in a row it was missing since it was last seen. */
  let missing = new Map<number, number>();
  const handlers: (() => void)[] = [];
  const stopping = new AbortController();
  let held: Held | undefined;

  const look = async ({ client, backend }: Held): Promise<boolean> => {
    const { rows } = await client.query<{ lock: string; backend: number }>(
      "select objid::text as lock, pg_backend_pid() as backend from pg_locks where locktype = 'advisory' " +
        "and classid = $1 and objsubid = 2 and granted " +
        "and database = (select oid from pg_database where datname = current_database())",
      [LOCKS],
    );
    if (rows.some((row) => row.backend !== backend)) return false;
    const there = new Set(rows.map(({ lock }) => Number(lock)));
    let isAnyGone = false;
    for (const [lock, times] of missing)
      if (!there.has(lock)) {
        if (times < FORGOTTEN_AFTER) missing.set(lock, times + 1);
        else missing.delete(lock);
        if (times + 1 === LOOKS_MISSING) isAnyGone = true;
      }
    for (const lock of there) missing.set(lock, 0);
    if (isAnyGone) for (const tell of handlers) tell();
    return true;
  };

  const connect = async (): Promise<Held> => {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: "regente presence",
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    // What was lost is seen by the next look.
    client.on("error", () => undefined);
    await client.connect();
    const { rows } = await client.query<{ backend: number }>(
      "select pg_backend_pid() as backend, pg_advisory_lock($1::int, $2::int)",
      [LOCKS, lockOf(name)],
    );
    return { client, backend: rows[0]?.backend ?? 0 };
  };

  async function hold(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        held ??= await connect();
        if (!(await look(held))) {
          log.warn({}, "a pooler stands before the database: a dead process is seen by its lease");
          return;
        }
        await wait(LOOK_MS, stopping.signal);
      } catch {
        missing = new Map();
        void held?.client.end().catch(() => undefined);
        held = undefined;
        await wait(AGAIN_MS, stopping.signal);
      }
    }
  }
  const holding = hold();

  return {
    isGone: (other) => (missing.get(lockOf(other)) ?? 0) >= LOOKS_MISSING,
    onGone: (handler) => void handlers.push(handler),
    async close() {
      stopping.abort();
      await holding;
      await held?.client.end().catch(() => undefined);
    },
  };
}

/** 31 bits: PostgreSQL's integers have a sign. Two of one lock are taken for one, which only hides a death. */
const lockOf = (name: string): number =>
  Number.parseInt(hash("sha256", name).slice(0, 8), 16) >>> 1;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, signal).catch(() => undefined);
