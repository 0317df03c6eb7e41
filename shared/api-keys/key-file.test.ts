import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { scope } from "./api-key.ts";
import { addKey, readKeyFile, revokeKey } from "./key-file.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
function aFile(content?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "keys.json");
  if (content !== undefined) writeFileSync(file, content);
  return file;
}

it("is made with its first key, for its owner only, and does not hold the key", () => {
  const file = aFile();
  const { key, id } = addKey(file, { user_id: "ana", scopes: ["effect:read"] }, NOW);
  expect(key).toMatch(new RegExp(`^rgt_${id}_[\\w-]{43}$`));
  expect(readKeyFile(file)).toMatchObject([{ id, user_id: "ana", scopes: ["effect:read"] }]);
  expect(readFileSync(file, "utf8")).not.toContain(key.slice(-43));
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
/** Runs a module text beside the key file's; `file` and the module's own exports are there. */
const inProcess = (file: string, text: string) =>
  promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    `import { addKey, revokeKey, readKeyFile } from ${JSON.stringify(new URL("./key-file.ts", import.meta.url).href)};
     const file = ${JSON.stringify(file)};
     ${text}`,
  ]);
/** A clock that leaps by hours, there and back, whenever it is looked at. */
const LEAPING = `let leap = 0; const real = Date.now; Date.now = () => real() + (leap = leap === 0 ? 36e5 : leap > 0 ? -36e5 : 0);`;

it.each([
  ["", ""],
  ["whose clocks leap", LEAPING],
])("changes of several processes %s at once are all kept", async (_which, clock) => {
  const file = aFile();
  const revoked = addKey(file, { user_id: "eva", scopes: ["*"] }, NOW);
  const add = (user: string) => `${clock}
    if (${JSON.stringify(user)} === "a") revokeKey(file, ${JSON.stringify(revoked.id)});
    for (let at = 0; at < 25; at++) addKey(file, { user_id: "${user}" + at, scopes: ["*"] }, new Date());`;
  await Promise.all(["a", "b"].map((user) => inProcess(file, add(user))));
  const users = readKeyFile(file).map(({ user_id }) => user_id);
  expect(users).toHaveLength(50);
  expect(users).not.toContain("eva");
});
it("the lock of a change that is under way holds however old its file looks", async () => {
  const file = aFile();
  addKey(file, { user_id: "ana", scopes: ["*"] }, NOW);
  const lock = new DatabaseSync(`${file}.lock`);
  lock.exec("BEGIN EXCLUSIVE");
  utimesSync(`${file}.lock`, 0, 0);
  const other = inProcess(file, `addKey(file, { user_id: "bia", scopes: ["*"] }, new Date());`);
  const ended = await Promise.race([other.then(() => "ended"), pause(1000).then(() => "waits")]);
  const before = readKeyFile(file).length;
  lock.close();
  await other;
  expect([ended, before, readKeyFile(file).length]).toEqual(["waits", 1, 2]);
});
it("a process that was killed amid a change holds up no other one", async () => {
  const file = aFile();
  const held = `
    import { DatabaseSync } from "node:sqlite";
    new DatabaseSync(file + ".lock").exec("BEGIN EXCLUSIVE");
    process.kill(process.pid, "SIGKILL");`;
  await expect(inProcess(file, held)).rejects.toMatchObject({ signal: "SIGKILL" });
  addKey(file, { user_id: "ana", scopes: ["*"] }, NOW);
  expect(readKeyFile(file)).toHaveLength(1);
});
it("a pipe or a device in its place is an error, and not waited for", () => {
  const file = aFile();
  execFileSync("mkfifo", [file]);
  for (const path of [file, "/dev/zero"])
    expect(() => readKeyFile(path)).toThrow("it is not a plain file");
});
it("keeps the others when a key is added or taken away", () => {
  const file = aFile();
  const ids = ["ana", "bia"].map((user_id) => addKey(file, { user_id, scopes: ["*"] }, NOW).id);
  expect(revokeKey(file, ids[0] ?? "")).toBe(true);
  expect(revokeKey(file, ids[0] ?? "")).toBe(false);
  expect(readKeyFile(file).map(({ id }) => id)).toEqual([ids[1]]);
});
it.each([
  ["a missing file", undefined, "regente keys add"],
  ["what is not JSON", "{", "cannot be read"],
  ["a key in plain text", '{"keys":[{"key":"rgt_1"}]}', "keys.0.key: unknown field"],
  [
    "an id that appears twice",
    JSON.stringify({
      keys: [1, 2].map(() => ({
        id: "0123456789ab",
        user_id: "ana",
        scopes: [],
        sha256: "0".repeat(64),
        created_at: NOW.toISOString(),
      })),
    }),
    "keys.1.id: appears twice",
  ],
])("says what is wrong with %s, and where", (_what, content, why) => {
  const file = aFile(content);
  expect(() => readKeyFile(file)).toThrow(why);
  expect(() => readKeyFile(file)).toThrow(file);
});
it("a file that is wrong is not written over", () => {
  const file = aFile("{");
  expect(() => addKey(file, { user_id: "ana", scopes: ["*"] }, NOW)).toThrow("cannot be read");
  expect(readFileSync(file, "utf8")).toBe("{");
});
it("no key is made for a user who could be read as two, nor for a scope that means nothing", () => {
  const file = aFile();
  expect(() => addKey(file, { user_id: "ana\nbia", scopes: ["*"] }, NOW)).toThrow("user_id");
  for (const user_id of [" ", "ana ", "an\u200ba", "\u202eana"])
    expect(() => addKey(file, { user_id, scopes: ["*"] }, NOW)).toThrow("user_id");
  expect(() => addKey(file, { user_id: "ana", scopes: ["all of it"] }, NOW)).toThrow("no scope");
});

it.each(["*", "garden:*", "garden.water_bed", "garden:send", "effect:read", "door:*"])(
  "%s is a scope",
  (text) => expect(scope.safeParse(text).success).toBe(true),
);
it.each(["", "garden", "effect:*", "effect:rea", "door:", "GARDEN:*", "garden.*", "*:*", "a b"])(
  "%j is none",
  (text) => expect(scope.safeParse(text).success).toBe(false),
);
