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
