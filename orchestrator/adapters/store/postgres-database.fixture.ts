import { randomUUID } from "node:crypto";
import pg from "pg";
import type { TestStorage } from "../../ports/stores.contract.ts";
import { systemClock } from "../time/system-clock.ts";
import { openStore } from "./open-store.ts";

export async function administer(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** A database of its own for each test. */
export async function makeDatabase(serverUrl: string, encoding = "UTF8") {
  const name = `regente_${randomUUID().replaceAll("-", "")}`;
  const making = `create database ${name} encoding '${encoding}' locale 'C' template template0`;
  await administer(serverUrl, making);
  const url = new URL(serverUrl);
  url.pathname = name;
  const databaseUrl = url.href;
  return {
    databaseUrl,
    open: (holder?: string) =>
      openStore({
        dataDir: "",
        databaseUrl,
        clock: systemClock,
        ...(holder !== undefined && { holder }),
      }),
    remove: () => administer(serverUrl, `drop database ${name} with (force)`),
  } satisfies TestStorage & { databaseUrl: string };
}

/**
 * Databases that have their tables already, empty: to make one takes longer than all that most tests do in it, so that
 * what a test is done with the next one has.
 */
export function databasesWithTables(serverUrl: string) {
  type Database = Awaited<ReturnType<typeof makeDatabase>>;
  const free: Database[] = [];
  const emptied = async ({ databaseUrl }: Database) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ sql: string }>(
      "select format('delete from %I', tablename) as sql from pg_tables where schemaname = 'public' and tablename !~ '^(meta|kysely_)'",
    );
    await client.query(rows.map(({ sql }) => sql).join("; "));
    await client.end();
  };
  const makeOne = async (): Promise<Database> => {
    const database = await makeDatabase(serverUrl);
    await (await database.open()).close();
    return database;
  };
  return {
    async make(): Promise<Database> {
      const database = free.pop() ?? (await makeOne());
      const remove = async () => {
        await emptied(database);
        free.push(database);
      };
      return { ...database, remove };
    },
    close: () => Promise.all(free.map((database) => database.remove())),
  };
}
