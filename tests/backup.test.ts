import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { runRegente } from "../cli/testing/run-regente.ts";
import { auditedRuns } from "../orchestrator/adapters/audit-log/audited.ts";
import { diskAuditLog } from "../orchestrator/adapters/audit-log/disk-audit-log.ts";
import { openStore } from "../orchestrator/adapters/store/open-store.ts";
import { makeDatabase } from "../orchestrator/adapters/store/postgres-database.fixture.ts";
import { ana, someRun, someStep } from "../orchestrator/ports/stores.fixture.ts";
import type { Store } from "../orchestrator/ports/stores.ts";

const clock = { now: () => Date.now(), monotonic: () => performance.now() };

let home: string;
let dataDir: string;
let backup: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "regente-backup-"));
  dataDir = join(home, "data");
  backup = join(home, "backup");
  onTestFinished(() => rmSync(home, { recursive: true }));
  mkdirSync(join(dataDir, "audit"), { recursive: true });
  mkdirSync(join(dataDir, "compile-cache"));
  writeFileSync(join(dataDir, "audit", "one.jsonl"), "{}\n");
  writeFileSync(join(dataDir, "domain-secret"), "a-secret-that-is-long-enough");
  writeFileSync(join(dataDir, "compile-cache", "big"), "");
});

const regente = (command: string, env: Record<string, string> = {}) =>
  runRegente([command, backup], { env: { LANG: "en_US.UTF-8", REGENTE_DATA: dataDir, ...env } });

/** Writes runs for as long as it is not told to stop, and knows which are durable. */
function keepWriting(store: Store) {
  const durable: string[] = [];
  let isOver = false;
  const over = (async () => {
    while (!isOver) {
      const run_id = `run_${durable.length}`;
      await store.runs.save(someRun({ run_id }));
      durable.push(run_id);
    }
  })();
  return {
    durable,
    async stop() {
      isOver = true;
      await over;
    },
  };
}

it("a backup that is made under load has everything that was durable when it began, and can be restored", async () => {
  const store = await openStore({ dataDir, clock });
  const load = keepWriting(store);
  while (load.durable.length < 50) await new Promise((wake) => setTimeout(wake, 5));
  const before = [...load.durable];
  const made = await regente("backup");
  await load.stop();
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(load.durable.length).toBeGreaterThan(before.length);
  expect(readdirSync(join(backup, "data")).toSorted()).toEqual([
    ...["audit", "domain-secret", "regente.db"],
  ]);
  expect(statSync(join(backup, "data", "regente.db")).mode & 0o777).toBe(0o600);

  // While anybody has it open it is not put back.
  const refused = await regente("restore");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("stop it first")]);
  await store.close();
  expect((await regente("restore")).code).toBe(0);
  const restored = await openStore({ dataDir, clock });
  onTestFinished(() => restored.close());
  for (const run_id of before) expect(await restored.runs.find(ana, run_id), run_id).toBeDefined();
  // What was there is aside, and in no further backup.
  expect(readdirSync(dataDir).filter((name) => name.startsWith("before-restore-"))).toHaveLength(1);
});

it("what is no whole backup, or not as it was made, is not restored, and nothing is changed", async () => {
  expect((await regente("restore")).code).toBe(2);
  expect((await regente("backup")).code).toBe(0);
  expect((await regente("backup")).err).toContain("is not empty");
  appendFileSync(join(backup, "data", "domain-secret"), "x");
  const refused = await regente("restore");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("data/domain-secret")]);
  expect(readFileSync(join(dataDir, "domain-secret"), "utf8")).toBe("a-secret-that-is-long-enough");
  const files = { "data/../../escaped": "0".repeat(64) };
  const note = { version: 1, made_at: new Date().toISOString(), postgres: false, files };
  writeFileSync(join(backup, "backup.json"), JSON.stringify(note));
  expect((await regente("restore")).code).toBe(2);
  const other = await regente("restore", { DATABASE_URL: "postgres://u@127.0.0.1:1/db" });
  expect(other.err).toContain("DATABASE_URL names PostgreSQL");
});

it.each<[what: string, name: string, make: (path: string) => void]>([
  [
    "a way out of the data folder",
    "data/../domains.bootstrap.json",
    (path) => writeFileSync(path, "x"),
  ],
  ["a link", "data/secret", (path) => symlinkSync(join(home, "outside"), path)],
  ["a pipe", "data/pipe", (path) => execFileSync("mkfifo", [path])],
  ["what only a running process has", "data/supervisor.json", (path) => writeFileSync(path, "x")],
])("a backup with %s is not restored", async (_what, name, make) => {
  writeFileSync(join(home, "outside"), "x");
  expect((await regente("backup")).code).toBe(0);
  make(join(backup, name));
  const note = JSON.parse(readFileSync(join(backup, "backup.json"), "utf8")) as { files: object };
  const files = { ...note.files, [name]: createHash("sha256").update("x").digest("hex") };
  writeFileSync(join(backup, "backup.json"), JSON.stringify({ ...note, files }));
  const refused = await regente("restore");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(name)]);
  expect(readdirSync(home).toSorted()).toEqual(["backup", "data", "outside"]);
  expect(readdirSync(dataDir)).toContain("domain-secret");
});

it("a backup with pages that would be written into a database when it is opened is not restored", async () => {
  await (await openStore({ dataDir, clock })).close();
  expect((await regente("backup")).code).toBe(0);
  writeFileSync(join(backup, "data", "regente.db-wal"), "x");
  const refused = await regente("restore");
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("data/regente.db")]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("before-restore-"))).toEqual([]);
});

it("what is kept on another disk, behind a link, is in the backup", async () => {
  mkdirSync(join(home, "disk"));
  writeFileSync(join(home, "disk", "picture"), "bytes");
  symlinkSync(join(home, "disk"), join(dataDir, "files"));
  symlinkSync(dataDir, join(dataDir, "files", "round"));
  expect((await regente("backup")).code).toBe(0);
  expect(readFileSync(join(backup, "data", "files", "picture"), "utf8")).toBe("bytes");
});

it("where no backup can be made it is said in one line", async () => {
  writeFileSync(join(home, "file"), "");
  symlinkSync(dataDir, join(home, "link"));
  for (const folder of ["/proc/backup", "/dev/full", "file", "file/in-it", "link/in-it"]) {
    const place = folder.startsWith("/") ? folder : join(home, folder);
    const made = await runRegente(["backup", place], {
      env: { LANG: "en_US.UTF-8", REGENTE_DATA: dataDir },
    });
    expect([made.code, made.err.trim().split("\n").length, made.err], folder).toEqual([
      2,
      1,
      expect.stringContaining(place),
    ]);
  }
});

const serverUrl = process.env["TEST_DATABASE_URL"];

/** A database of the test's own, by its address. */
async function ownDatabase(): Promise<string> {
  const database = await makeDatabase(serverUrl ?? "");
  onTestFinished(() => database.remove());
  return database.databaseUrl;
}

it.each(serverUrl === undefined ? ["the embedded store"] : ["the embedded store", "PostgreSQL"])(
  "what is made under load is put back elsewhere, with its audit log whole: %s",
  async (kind) => {
    const ownPlace = async (): Promise<{ databaseUrl?: string }> =>
      kind === "PostgreSQL" ? { databaseUrl: await ownDatabase() } : {};
    const envOf = ({ databaseUrl }: { databaseUrl?: string }): Record<string, string> =>
      databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    rmSync(join(dataDir, "audit", "one.jsonl"));
    const from = await ownPlace();
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const audit = await diskAuditLog(join(dataDir, "audit"), "one", { clock, log });
    const busy = await openStore({ dataDir, ...from, clock });
    const runs = auditedRuns(busy.runs, audit, () => "write", log);
    const done: string[] = [];
    let isOver = false;
    const load = (async () => {
      while (!isOver) {
        const run_id = `run_${done.length}`;
        await runs.save(someRun({ run_id }));
        await runs.intend(ana, run_id, someStep({ status: "running" }), `${run_id}:1`, "digest");
        await runs.settle(ana, run_id, someStep());
        done.push(run_id);
      }
    })();
    while (done.length < 20) await new Promise((wake) => setTimeout(wake, 5));
    const before = [...done];
    expect(await regente("backup", envOf(from))).toMatchObject({ code: 0, err: "" });
    isOver = true;
    await load;
    await busy.close();
    await audit.close();

    const to = await ownPlace();
    const elsewhere = join(home, "elsewhere");
    const env = { ...envOf(to), REGENTE_DATA: elsewhere };
    expect(await regente("restore", env)).toMatchObject({ code: 0, err: "" });
    const restored = await openStore({ dataDir: elsewhere, ...to, clock });
    onTestFinished(() => restored.close());
    for (const run_id of before)
      expect((await restored.runs.steps(ana, run_id))[0]?.status, run_id).toBe("success");
    const verified = await runRegente(["audit", "verify", `--dir=${join(elsewhere, "audit")}`], {});
    expect(verified).toMatchObject({ code: 0 });
  },
);
it.runIf(serverUrl !== undefined)("so it is with PostgreSQL", async () => {
  const url = new URL(await ownDatabase());
  const env = { DATABASE_URL: url.href };
  const store = await openStore({ dataDir, databaseUrl: url.href, clock });
  const load = keepWriting(store);
  while (load.durable.length < 20) await new Promise((wake) => setTimeout(wake, 5));
  const before = [...load.durable];
  const made = await regente("backup", env);
  await load.stop();
  expect(made).toMatchObject({ code: 0, err: "" });
  expect((await regente("restore", env)).err).toContain("stop it first");
  await store.close();
  expect(await regente("restore", env)).toMatchObject({ code: 0, err: "" });
  const restored = await openStore({ dataDir, databaseUrl: url.href, clock });
  for (const run_id of before) expect(await restored.runs.find(ana, run_id), run_id).toBeDefined();
  await restored.close();
});
