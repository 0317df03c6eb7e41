import { copyFileSync, mkdtempSync, renameSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { ana, someRun } from "../../ports/stores.fixture.ts";
import type { Store } from "../../ports/stores.ts";
import { openStore, watchStore } from "./open-store.ts";

let file: string;
let store: Store;
beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "regente-watch-"));
  file = join(dataDir, "regente.db");
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  store = await openStore({ dataDir, clock });
  await store.runs.save(someRun({ run_id: "run_1" }));
  onTestFinished(async () => {
    await store.close().catch(() => undefined);
    rmSync(dataDir, { recursive: true });
  });
});

it.each([
  ["is deleted", () => rmSync(file), "regente.db was deleted"],
  ["is replaced by a copy", () => replace(), "regente.db was replaced"],
  ["is emptied", () => truncateSync(file, 0), "regente.db was cut"],
  ["loses its log", () => rmSync(`${file}-wal`), "regente.db-wal was deleted"],
  ["has its log cut off", () => truncateSync(`${file}-wal`, 5000), "regente.db-wal was cut"],
])(
  "a database that %s while it is in use takes nothing more, and says why",
  async (_what, harm, said) => {
    harm();
    await expect(store.runs.save(someRun({ run_id: "run_2" }))).rejects.toThrow(said);
    await expect(store.check()).rejects.toThrow("while it was in use");
  },
);

function replace(): void {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
}

it("is well after what is done to a database in good order", async () => {
  const other = new DatabaseSync(file);
  other.exec("pragma wal_checkpoint(truncate)");
  other.close();
  await store.runs.save(someRun({ run_id: "run_2" }));
  const packer = new DatabaseSync(file);
  packer.exec("vacuum; pragma wal_checkpoint(truncate)");
  packer.close();
  await store.runs.save(someRun({ run_id: "run_3" }));
  await store.check();
  expect(await store.runs.find(ana, "run_3")).toBeDefined();
});

it("is not well while another program holds the database, and goes on after it", async () => {
  const other = new DatabaseSync(file);
  other.exec("begin immediate");
  await expect(store.check()).rejects.toThrow("locked");
  other.exec("rollback");
  other.close();
  await store.check();
  await store.runs.save(someRun({ run_id: "run_2" }));
  expect(await store.runs.find(ana, "run_2")).toBeDefined();
});

it("goes on when a database that was taken away is put back", async () => {
  renameSync(file, `${file}.away`);
  await expect(store.check()).rejects.toThrow("was deleted");
  renameSync(`${file}.away`, file);
  await store.runs.save(someRun({ run_id: "run_2" }));
});

it("a watch says when the store goes away, and when it is there again", async () => {
  const said: string[] = [];
  const hears = (_fields: object, sentence: string) => void said.push(sentence);
  let answer: () => Promise<void> = async () => undefined;
  const watch = watchStore(
    () => answer(),
    { info: hears, warn: hears, error: hears },
    { everyMs: 5, patienceMs: 20 },
  );
  onTestFinished(() => watch.close());
  const until = async (isAway: boolean) => {
    while (watch.isAway() !== isAway) await new Promise((wake) => setTimeout(wake, 5));
  };
  // It says nothing at all.
  answer = () => new Promise(() => undefined);
  await until(true);
  answer = async () => undefined;
  await until(false);
  answer = () => Promise.reject(new Error("no connection"));
  await until(true);
  expect(said).toEqual([
    "the store is unavailable",
    "the store is available again",
    "the store is unavailable",
  ]);
});
