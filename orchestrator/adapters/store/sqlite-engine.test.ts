import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storeContract, type TestStorage } from "../../ports/stores.contract.ts";
import {
  ana,
  someConversation,
  somePending,
  someRun,
  someStep,
  someUsage,
} from "../../ports/stores.fixture.ts";
import { type Store, StoreError } from "../../ports/stores.ts";
import { memoryEngine } from "./memory-engine.fixture.ts";
import { openStore, storeOver } from "./open-store.ts";

const clock = { now: () => Date.now(), monotonic: () => performance.now() };

async function makeStorage(template?: string): Promise<TestStorage> {
  const dataDir = mkdtempSync(join(tmpdir(), "regente-store-"));
  if (template !== undefined) cpSync(template, dataDir, { recursive: true });
  return {
    open: (holder) => openStore({ dataDir, clock, ...(holder !== undefined && { holder }) }),
    remove: async () => rmSync(dataDir, { recursive: true }),
  };
}

/** A file that has its tables already: it takes as long to make them as for most tests to use them. */
let template: Promise<string> | undefined;
async function makeTemplate(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "regente-store-"));
  await (await openStore({ dataDir, clock })).close();
  return dataDir;
}
afterAll(async () => {
  if (template !== undefined) rmSync(await template, { recursive: true });
});

storeContract(
  "The embedded store",
  async () => {
    template ??= makeTemplate();
    return makeStorage(await template);
  },
  makeStorage,
);

async function makeInMemory(): Promise<TestStorage> {
  const engine = await memoryEngine();
  const open = async (holder?: string) =>
    storeOver(engine, { clock, ...(holder !== undefined && { holder }) });
  return { open, remove: async () => undefined };
}
storeContract("The store in memory", makeInMemory, makeInMemory);

describe("the embedded store's file", () => {
  let home: string;
  let dataDir: string;
  let file: string;
  const logged: object[] = [];
  const log = {
    info: () => undefined,
    warn: (fields: object) => void logged.push(fields),
    error: (fields: object) => void logged.push(fields),
  };
  const open = () => openStore({ dataDir, clock, log });
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "regente-file-"));
    dataDir = join(home, "new", "data");
    file = join(dataDir, "regente.db");
    logged.length = 0;
  });
  afterEach(() => rmSync(home, { recursive: true }));

  /** Another program's hand in the file. */
  function edit(sql: string): void {
    const db = new DatabaseSync(file);
    db.exec(sql);
    db.close();
  }
  async function withStore(test: (store: Store) => Promise<void>): Promise<void> {
    const store = await open();
    try {
      await test(store);
    } finally {
      await store.close();
    }
  }

  it("is made on the first start, in a folder for its owner alone", async () => {
    await withStore(async () => undefined);
    expect(statSync(file).isFile()).toBe(true);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is one file when the store is closed", async () => {
    await withStore(async (store) => {
      await store.runs.save(someRun());
    });
    expect(() => statSync(`${file}-wal`)).toThrow("ENOENT");
  });

  it("of before turns had an outcome opens, and tells it by status and goal", async () => {
    await withStore(async (store) => {
      const told = { tokens_counterfactual: 900 };
      store.usage.record(someUsage({ ...told, run_id: "read" }));
      store.usage.record(someUsage({ ...told, run_id: "asked", status: "clarification" }));
      store.usage.record(someUsage({ ...told, run_id: "failed", status: "failure" }));
      store.usage.record(someUsage({ ...told, run_id: "greeted", goal: "" }));
    });
    for (const statement of [
      "drop view usage_summary",
      "drop index usage_metrics_of_run",
      ...["outcome", "verdict", "reading"].map((each) => `alter table usage_metrics drop ${each}`),
      "create view usage_summary as select user_id from usage_metrics",
      "alter table channel_notes drop user_id",
      "delete from kysely_migration where name >= '0013'",
    ])
      edit(statement);
    await withStore(async (store) => {
      const rows = await store.usage.recent({ user_id: "ana" }, 10);
      expect(
        Object.fromEntries(
          rows.map((row) => [row.run_id, [row.outcome, row.tokens_counterfactual]]),
        ),
      ).toEqual({
        read: ["understood", 900],
        asked: ["asked", 0],
        failed: ["failed", 0],
        greeted: ["talk", 0],
      });
      expect(await store.usage.judge({ user_id: "ana" }, "read", "wrong")).toMatchObject({
        verdict: "wrong",
      });
    });
  });

  it("is refused when a newer version has made it", async () => {
    await withStore(async () => undefined);
    edit(
      "insert into kysely_migration values ('9999_from_the_future', '2099-01-01T00:00:00.000Z')",
    );
    await expect(open()).rejects.toThrow(
      `${file} was made by a newer version of Regente (it has the schema change "9999_from_the_future"`,
    );
    await expect(open()).rejects.toThrow(StoreError);
  });

  it("is refused when it is no database, or cannot be one", async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, "These are my notes about regents. ".repeat(100));
    await expect(open()).rejects.toThrow(`${file}: file is not a database`);
    dataDir = join(file, "below");
    await expect(open()).rejects.toThrow("cannot be used: part of this path is a file");
  });

  it("may hold a broken row, which is named and takes no other along", async () => {
    await withStore(async (store) => {
      store.conversations.save(ana, someConversation());
      await store.pending.put(somePending());
      for (const run_id of ["r1", "r2", "r3"]) await store.runs.save(someRun({ run_id }));
      await store.runs.settle(ana, "r1", someStep());
    });
    edit("update conversations set state = '{}'");
    edit("update pending_actions set action = 'not JSON'");
    edit("update task_runs set run = json_set(run, '$.status', 'maybe') where run_id = 'r2'");
    edit("update task_steps set step = json_set(step, '$.extra', 1)");
    await withStore(async (store) => {
      await expect(store.conversations.load(ana)).rejects.toThrow(
        "conversations (ana, s1) breaks its contract: last_frame: ",
      );
      await expect(store.pending.find(ana, 1500)).rejects.toThrow(
        "pending_actions (ana, s1) holds no JSON",
      );
      await expect(store.runs.find(ana, "r2")).rejects.toThrow(
        "task_runs (ana, r2) breaks its contract: status: ",
      );
      // A step that is left out would be taken for one that never ran.
      await expect(store.runs.steps(ana, "r1")).rejects.toThrow(
        "task_steps (ana, r1, 1) breaks its contract: extra: unknown field",
      );
      const { runs } = await store.runs.list(ana, 10);
      expect(runs.map((run) => run.run_id)).toEqual(["r3", "r1"]);
      expect(await store.runs.unfinished("")).toHaveLength(2);
      expect(logged).toHaveLength(2);
      expect(logged[0]).toHaveProperty("reason", expect.stringContaining("task_runs (ana, r2)"));
      // The next message fixes what the last one cannot read.
      store.conversations.save(ana, someConversation());
      await store.flush();
      expect(await store.conversations.load(ana)).toEqual(someConversation());
    });
  });

  it("reads a conversation that a newer version has written, without what only that one knows", async () => {
    await withStore(async (store) => {
      store.conversations.save(ana, someConversation());
      await store.flush();
    });
    edit("update conversations set state = json_set(state, '$.extra', 1, '$.last_frame.extra', 2)");
    await withStore(async (store) => {
      expect(await store.conversations.load(ana)).toEqual(someConversation());
      expect(await store.conversations.load(ana)).toEqual(someConversation());
    });
  });

  it("is checked again when another hand has changed what was read before", async () => {
    await withStore(async (store) => {
      store.conversations.save(ana, someConversation());
      await store.flush();
      expect(await store.conversations.load(ana)).toEqual(someConversation());
      edit("update conversations set state = json_set(state, '$.turn_count', 7)");
      expect((await store.conversations.load(ana))?.turn_count).toBe(7);
      edit("update conversations set state = json_set(state, '$.turn_count', -1)");
      await expect(store.conversations.load(ana)).rejects.toThrow("turn_count: ");
    });
  });

  it("is waited for by another thread: this one reads and writes on while someone holds it", async () => {
    await withStore(async (store) => {
      store.conversations.save(ana, someConversation());
      await store.flush();
      const other = new DatabaseSync(file);
      other.exec("begin immediate");
      let written = false;
      const put = store.pending.put(somePending()).then(() => {
        written = true;
      });
      // Were the writing connection on this thread, it would now stand still in its busy timeout,
      // and no one could end the other's transaction.
      for (let turn = 0; turn < 5; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        expect(await store.conversations.load(ana)).toEqual(someConversation());
      }
      expect(written).toBe(false);
      other.exec("commit");
      other.close();
      await put;
      expect(await store.pending.find(ana, 1500)).toEqual(somePending());
    });
  });

  it("is written by a new thread when the first one has died", async () => {
    const sent = vi.spyOn(Worker.prototype, "postMessage");
    await withStore(async (store) => {
      const saving = expect(store.runs.save(someRun())).rejects.toThrow("the thread that writes");
      await vi.waitUntil(() => sent.mock.contexts.length > 0, { timeout: 60_000 });
      await (sent.mock.contexts.at(-1) as Worker).terminate();
      await saving;
      await store.runs.save(someRun());
      expect(await store.runs.find(ana, "run_1")).toEqual(someRun());
    });
    sent.mockRestore();
  });
});
