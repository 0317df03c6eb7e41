import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { DatabaseError, privateDatabase, privateFolder, watchedDatabase } from "./private-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "private-files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it("makes a folder and a database that only this user can read, with the files beside it", () => {
  const path = join(folder, "shop", "orders.db");
  const file = privateDatabase(path);
  file.exec("pragma journal_mode = wal; create table orders (id)");
  expect([join(folder, "shop"), path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual([
    "700",
    "600",
    "600",
    "600",
  ]);
  file.close();
});

it("takes from others a database that was made when they could read it", () => {
  const path = join(folder, "orders.db");
  new DatabaseSync(path).close();
  chmodSync(path, 0o644);
  privateDatabase(path).close();
  expect(modeOf(path)).toBe("600");
});

it("says in plain words why there can be none", () => {
  writeFileSync(join(folder, "file"), "");
  expect(() => privateFolder(join(folder, "file"))).toThrow(
    `${folder}/file cannot be used: there is a file with that name where a folder is needed`,
  );
  expect(() => privateDatabase(join(folder, "file", "a", "b.db"))).toThrow(
    `${folder}/file/a cannot be used: part of this path is a file, which cannot contain a folder`,
  );
  expect(() => privateFolder("/proc/x/y")).toThrow(
    "/proc/x cannot be used: nothing can be created there",
  );
});

it.each([
  ["deleted", (path: string) => rmSync(path)],
  [
    "replaced",
    (path: string) => {
      rmSync(path);
      writeFileSync(path, "");
    },
  ],
])("a database that is %s while it is open takes nothing more, and says so", (what, lose) => {
  const path = join(folder, "notes.db");
  const db = watchedDatabase(path);
  db.exec("pragma journal_mode = wal; create table notes (text)");
  const insert = db.prepare("insert into notes (text) values (?)");
  insert.run("kept");
  expect(db.prepare("select text from notes").all()).toEqual([{ text: "kept" }]);
  lose(path);
  const why = `notes.db was ${what} while it was in use; put it back and start the service again`;
  expect(() => insert.run("lost")).toThrow(why);
  expect(() => db.prepare("select text from notes").all()).toThrow(DatabaseError);
  expect(() => db.exec("delete from notes")).toThrow(why);
  db.close();
});

it("a database in memory has no file that could go", () => {
  const db = watchedDatabase(":memory:");
  db.exec("create table notes (text)");
  expect(db.prepare("select count(*) as notes from notes").get()).toEqual({ notes: 0 });
  db.close();
});
