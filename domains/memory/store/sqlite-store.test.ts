import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { DatabaseError } from "#shared/private-files/private-files.ts";
import { memoryStoreContract } from "./memory-store.contract.ts";
import { blankDraft, KEPT_DELETED_MS } from "./memory-store.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "memory-"));

memoryStoreContract("SQLite", async () => {
  const folder = newFolder();
  return {
    open: () => openSqliteStore(join(folder, "new", "memory.db")),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});

it("what was deleted long ago is gone from every table", async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "memory.db");
  const store = openSqliteStore(path);
  await store.save("ana", blankDraft("note", "inesquecível"), 0);
  await store.removeAll("ana", undefined, 0);
  await store.save("ana", blankDraft("note", "outra"), KEPT_DELETED_MS);
  await store.close();
  const file = new DatabaseSync(path);
  const count = (table: string) => file.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.["n"];
  expect([count("items"), count("item_words"), count("changes")]).toEqual([1, 1, 1]);
  file.close();
});

it("a file that is no database is refused by its name", () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "memory.db");
  writeFileSync(path, "These are not the notes that you are looking for. ".repeat(100));
  expect(() => openSqliteStore(path)).toThrow(DatabaseError);
  expect(() => openSqliteStore(path)).toThrow(`${path} cannot be opened`);
});
