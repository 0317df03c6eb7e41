import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { storeContract, type TestStorage } from "../../ports/stores.contract.ts";
import { openStore } from "./open-store.ts";

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const serverUrl = process.env["TEST_DATABASE_URL"];

async function administer(sql: string, databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function makeStorage(serverUrl: string): Promise<TestStorage & { url: string }> {
  const name = `regente_${randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${name} encoding 'UTF8' template template0`, serverUrl);
  const url = new URL(serverUrl);
  url.pathname = name;
  return {
    url: url.href,
    open: () => openStore({ dataDir: "", databaseUrl: url.href, clock }),
    remove: () => administer(`drop database ${name} with (force)`, serverUrl),
  };
}

if (serverUrl !== undefined) storeContract("PostgreSQL", () => makeStorage(serverUrl));
else if (process.env["CI"] === "true")
  it("has a PostgreSQL to test against", () => {
    expect.fail("CI runs this suite: source .ci/postgres.sh, which sets TEST_DATABASE_URL");
  });
else
  describe.skip("PostgreSQL (skipped: TEST_DATABASE_URL is not set; .ci/postgres.sh starts one)", () => {
    it("keeps the promises of a store", () => undefined);
  });
