import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { verifyAudit } from "#shared/audit-log/audit-record.ts";
import { StoreError } from "../../ports/stores.ts";
import { diskAuditLog } from "./disk-audit-log.ts";

const entryOf = (step_id: number) => ({
  what: "settled" as const,
  user_id: "ana",
  run_id: "run_1",
  step_id: String(step_id),
  domain: "garden",
  capability: "water",
  effect: "write",
  status: "success",
  receipt_digest: "0".repeat(64),
});

function aLog() {
  const folder = join(mkdtempSync(join(tmpdir(), "audit-")), "audit");
  onTestFinished(() => rmSync(join(folder, ".."), { recursive: true, force: true }));
  const logged: object[] = [];
  const hear = (fields: object) => void logged.push(fields);
  const log = { info: hear, warn: hear, error: hear };
  const clock = { now: Date.now, monotonic: () => performance.now() };
  return {
    folder,
    logged,
    open: (name = "one", more: { fullBytes?: number } = {}) =>
      diskAuditLog(folder, name, { clock, log, ...more }),
  };
}
const many = (count: number) => Array.from({ length: count }, (_, at) => entryOf(at));

it("what many append at once is all there, in order, in one chain", async () => {
  const { folder, open } = aLog();
  const audit = await open();
  await Promise.all(many(500).map((entry) => audit.append(entry)));
  await audit.close();
  expect(await verifyAudit(folder)).toMatchObject({ files: 1, records: 501, faults: [] });
  const [file = ""] = readdirSync(folder);
  const steps = readFileSync(join(folder, file), "utf8").split("\n").slice(1, -1);
  expect(steps.map((line) => (JSON.parse(line) as { step_id: string }).step_id)).toEqual(
    many(500).map(({ step_id }) => step_id),
  );
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
});
it("each process goes on from the newest record before it, also while another one writes", async () => {
  const { folder, logged, open } = aLog();
  const [one, two] = [await open("one"), await open("two")];
  await one.append(entryOf(1));
  await two.append(entryOf(1));
  await one.append(entryOf(2));
  await Promise.all([one.close(), two.close()]);
  const three = await open("three");
  await three.append(entryOf(1));
  await three.close();
  const report = await verifyAudit(folder);
  expect(report).toMatchObject({ files: 3, records: 7, faults: [] });
  expect(logged.at(-1)).toMatchObject({ digest: report.head });
});
it("a file that is full is followed by another one of the same chain", async () => {
  const { folder, open } = aLog();
  const audit = await open("one", { fullBytes: 2000 });
  for (const entry of many(40)) await audit.append(entry);
  await audit.close();
  const files = readdirSync(folder).toSorted();
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect(statSync(join(folder, file)).size).toBeLessThan(3000);
  const report = await verifyAudit(folder);
  expect(report).toMatchObject({ records: 40 + files.length, faults: [] });
  expect(report.heads).toEqual([report.head]);
  rmSync(join(folder, files[2] ?? ""));
  expect((await verifyAudit(folder)).faults).toEqual([
    { file: files[3], line: 1, fault: "file_missing_before" },
  ]);
});
it("a disk that takes nothing refuses each entry, and is not filled with empty files", () => {
  const { folder } = aLog();
  const module = JSON.stringify(new URL("./disk-audit-log.ts", import.meta.url).href);
  const script = `
    const { diskAuditLog } = await import(${module});
    const log = { info() {}, warn() {}, error() {} };
    const clock = { now: Date.now, monotonic: () => performance.now() };
    const audit = await diskAuditLog(process.argv[1], "one", { clock, log });
    let refused = 0;
    for (let at = 0; at < 5; at += 1)
      await audit.append({ what: "opened", process: "x" }).catch(() => (refused += 1));
    process.stdout.write(String(refused));`;
  // A process that may write files of no length: what a full disk says, without one.
  const limited = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
  const words = ["-c", limited, process.execPath, "--input-type=module", "-e", script, folder];
  expect(execFileSync("bash", words, { encoding: "utf8" })).toBe("5");
  expect(readdirSync(folder)).toEqual([]);
});
it("a process that has nothing to tell leaves no file", async () => {
  const { folder, open } = aLog();
  await (await open()).close();
  expect(readdirSync(folder)).toEqual([]);
});
it.each([
  ["deleted", (path: string) => rmSync(path)],
  ["cut", (path: string) => truncateSync(path, 10)],
  [
    "replaced",
    (path: string) => {
      rmSync(path);
      writeFileSync(path, "");
    },
  ],
])(
  "a file that is %s while it is in use is told, and the next one says what is missing",
  async (_how, lose) => {
    const { folder, logged, open } = aLog();
    const audit = await open();
    await audit.append(entryOf(1));
    const [file = ""] = readdirSync(folder);
    lose(join(folder, file));
    await audit.append(entryOf(2));
    await audit.append(entryOf(3));
    await audit.close();
    expect(logged[0]).toEqual({ file });
    const { page } = await open("two");
    const { records } = await page({ limit: 10 });
    expect(records.map(({ record }) => record["step_id"])).toEqual(
      expect.arrayContaining(["2", "3"]),
    );
    expect((await verifyAudit(folder)).faults).not.toEqual([]);
  },
);
it("a folder that is gone is told to whoever appends, and nothing else fails", async () => {
  const { folder, open } = aLog();
  const audit = await open();
  rmSync(folder, { recursive: true });
  await expect(audit.append(entryOf(1))).rejects.toThrow(StoreError);
  await expect(audit.page({ limit: 10 })).rejects.toThrow(StoreError);
  mkdirSync(folder);
  await audit.append(entryOf(2));
  await audit.close();
  expect(await verifyAudit(folder)).toMatchObject({ records: 2, faults: [] });
});
