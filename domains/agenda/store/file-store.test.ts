import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { calendarStoreContract } from "./calendar-store.contract.ts";
import { openFileStore } from "./file-store.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "calendar-files-"));

calendarStoreContract("files", async () => {
  const folder = newFolder();
  return {
    open: () => openFileStore(folder),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});

it("keeps one file an event, that its user alone can read, and nobody sees another's", async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = openFileStore(folder);
  await store.write("ana", "a", "BEGIN:VCALENDAR", null);
  const [own = ""] = readdirSync(folder);
  expect(readdirSync(join(folder, own))).toEqual(["a.ics"]);
  expect(readFileSync(join(folder, own, "a.ics"), "utf8")).toBe("BEGIN:VCALENDAR");
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([modeOf(join(folder, own)), modeOf(join(folder, own, "a.ics"))]).toEqual(["700", "600"]);
  expect(await store.list("bia", { from: 0, to: 1 })).toEqual([]);
  expect(await store.read("bia", "a")).toBeUndefined();
});

it("takes files that another program put there", async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = openFileStore(folder);
  await store.write("ana", "a", "one", null);
  const [own = ""] = readdirSync(folder);
  writeFileSync(join(folder, own, "exported-2026.ics"), "two");
  const listed = await store.list("ana", { from: 0, to: 1 });
  expect(listed.map(({ name, ics }) => [name, ics])).toEqual([
    ["a", "one"],
    ["exported-2026", "two"],
  ]);
});
