import { connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { storeContract } from "../../ports/stores.contract.ts";
import { ana, someConversation, somePending, someRun } from "../../ports/stores.fixture.ts";
import { StoreError } from "../../ports/stores.ts";
import { openStore } from "./open-store.ts";
import { administer, databasesWithTables, makeDatabase } from "./postgres-database.fixture.ts";

const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const serverUrl = process.env["TEST_DATABASE_URL"];

function postgresSuite(serverUrl: string): void {
  const databases = databasesWithTables(serverUrl);
  afterAll(() => databases.close());
  storeContract("PostgreSQL", databases.make, () => makeDatabase(serverUrl));

  describe("PostgreSQL", () => {
    it("is refused when a newer version has made its tables", async () => {
      const database = await makeDatabase(serverUrl);
      await (await database.open()).close();
      // Of this database only: other tests have theirs on the same server.
      await administer(
        database.databaseUrl,
        "insert into kysely_migration values ('9999_from_the_future', '2099-01-01T00:00:00.000Z')",
      );
      await expect(database.open()).rejects.toThrow("was made by a newer version of Regente");
      await database.remove();
    });

    it("is refused when it cannot hold every text", async () => {
      const database = await makeDatabase(serverUrl, "LATIN1");
      await expect(database.open()).rejects.toThrow("keeps texts as LATIN1");
      await database.remove();
    });

    it("is refused when nobody answers there, without telling the password", async () => {
      const opening = openStore({
        dataDir: "",
        databaseUrl: "postgres://ana:s3cret@127.0.0.1:1/regente",
        clock,
      });
      await expect(opening).rejects.toThrow(StoreError);
      await expect(opening).rejects.toThrow(
        /^PostgreSQL at 127\.0\.0\.1:1\/regente: .*ECONNREFUSED/,
      );
      await expect(opening).rejects.not.toThrow("s3cret");
    });

    it("is refused when the URL is none", async () => {
      for (const databaseUrl of ["regente", "mysql://ana@localhost/regente", ""])
        await expect(openStore({ dataDir: "", databaseUrl, clock })).rejects.toThrow(
          "DATABASE_URL is not like postgres://",
        );
    });

    it("fails what is under way when its connections are cut, and then goes on with others", async () => {
      const database = await makeDatabase(serverUrl);
      const proxy = await startProxy(database.databaseUrl);
      const store = await openStore({ dataDir: "", databaseUrl: proxy.databaseUrl, clock });
      await store.pending.put(somePending());
      // Two at once, so that there are two connections to cut.
      await Promise.all([store.pending.find(ana, 1500), store.pending.find(ana, 1500)]);

      proxy.swallow();
      store.conversations.save(ana, someConversation());
      const reading = expect(store.pending.find(ana, 1500)).rejects.toThrow(StoreError);
      const writing = expect(store.runs.save(someRun())).rejects.toThrow(StoreError);
      await proxy.swallowed(2);
      proxy.cut();
      await Promise.all([reading, writing]);
      // Not lost: it was batched, and waits for the next commit.
      expect(await store.conversations.load(ana)).toEqual(someConversation());

      await store.runs.save(someRun());
      expect(await store.pending.find(ana, 1500)).toEqual(somePending());
      await store.close();
      const again = await database.open();
      expect(await again.conversations.load(ana)).toEqual(someConversation());
      await again.close();
      await proxy.close();
      await database.remove();
    });

    it("writes together what others write in another order, however many they are", async () => {
      const database = await makeDatabase(serverUrl);
      const store = await database.open();
      const [first, second] = ["run_1", "run_2"].map((run_id) => someRun({ run_id }));
      if (first === undefined || second === undefined) throw new Error("two runs are two");
      for (const run of [first, second]) await store.runs.save(run);
      const others = await Promise.all(
        Array.from({ length: 4 }, () => openOther(database.databaseUrl)),
      );
      const [nearest, ...later] = others;
      await nearest?.take(second);
      const taken = later.map(async (each) => {
        await each.take(second);
        await each.take(first);
        await each.end();
      });
      const written = Promise.all([first, second].map((run) => store.runs.save(run)));
      await nearest?.othersWait(1 + later.length);
      await nearest?.take(first);
      await nearest?.end();
      await expect(written).resolves.toBeDefined();
      await Promise.all(taken);
      await store.close();
      await database.remove();
    });

    it("outlives the end of every connection by the server", async () => {
      const database = await makeDatabase(serverUrl);
      const store = await database.open();
      await Promise.all([store.pending.put(somePending()), store.pending.find(ana, 1500)]);
      // Of this database only: other tests have theirs on the same server.
      await administer(
        database.databaseUrl,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'regente' and datname = current_database()",
      );
      // The first use may still find a dead connection, and says so; it leaves it behind.
      await store.runs.save(someRun()).catch((error) => expect(error).toBeInstanceOf(StoreError));
      await store.pending
        .find(ana, 1500)
        .catch((error) => expect(error).toBeInstanceOf(StoreError));
      await store.runs.save(someRun());
      expect(await store.pending.find(ana, 1500)).toEqual(somePending());
      await store.close();
      await database.remove();
    });
  });
}

/** Another process with a transaction: it takes rows, and is patient where it waits in a circle, so that the store is not. */
async function openOther(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("set deadlock_timeout = '1min'");
  await client.query("begin");
  return {
    take: ({ run_id }: { run_id: string }) =>
      client.query("select 1 from task_runs where run_id = $1 for update", [run_id]),
    /** Resolves when so many wait for rows that are taken. */
    async othersWait(count: number) {
      const waiting =
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      while ((await client.query(waiting)).rowCount !== count)
        await client.query("select pg_stat_clear_snapshot()");
    },
    async end() {
      await client.query("commit");
      await client.end();
    },
  };
}

/** Stands between the store and the server; can swallow what the store says, and cut every connection. */
async function startProxy(databaseUrl: string) {
  const { host, port } = new pg.Client({ connectionString: databaseUrl });
  const target = host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  const heard = new Set<Socket>();
  let swallowing = false;
  let onHeard: () => void = () => undefined;

  const proxy = createServer((client) => {
    const server = connect(target);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
    }
    server.pipe(client);
    client.on("data", (bytes) => {
      if (!swallowing) return void server.write(bytes);
      heard.add(client);
      onHeard();
    });
    client.on("close", () => server.destroy());
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const address = proxy.address();
  const url = new URL(databaseUrl);
  url.search = "";
  url.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

  return {
    databaseUrl: url.href,
    /** From now on the server hears nothing. */
    swallow() {
      swallowing = true;
    },
    /** Resolves when this many connections have said something in vain. */
    async swallowed(connections: number) {
      while (heard.size < connections)
        await new Promise<void>((resolve) => {
          onHeard = resolve;
        });
    },
    cut() {
      swallowing = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise((closed) => proxy.close(closed)),
  };
}

if (serverUrl !== undefined) postgresSuite(serverUrl);
else if (process.env["CI"] === "true")
  it("has a PostgreSQL to test against", () => {
    expect.fail("CI runs this suite: source .ci/postgres.sh, which sets TEST_DATABASE_URL");
  });
else
  describe.skip("PostgreSQL (skipped: no TEST_DATABASE_URL; source .ci/postgres.sh to get one)", () => {
    it("keeps the promises of a store", () => undefined);
  });
