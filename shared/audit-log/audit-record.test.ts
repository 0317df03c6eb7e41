import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { auditLine, NOTHING_BEFORE, newestHead, verifyAudit } from "./audit-record.ts";

const entryOf = (step_id: string) => ({
  what: "intended" as const,
  user_id: "ana",
  run_id: "run_1",
  step_id,
  domain: "garden",
  capability: "water",
  effect: "write",
  idempotency_key: `run_1:${step_id}`,
  params_digest: "0".repeat(64),
});

/** A log of three files of five records each. */
function aLog() {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let prev = NOTHING_BEFORE;
  for (const file of ["a.jsonl", "b.jsonl", "c.jsonl"]) {
    const lines = [1, 2, 3, 4, 5].map((seq) => {
      const at = new Date(seq * 1000).toISOString();
      const entry = seq === 1 ? { what: "opened" as const, process: file } : entryOf(String(seq));
      const made = auditLine(entry, { seq, at, prev });
      prev = made.hash;
      return made.line;
    });
    writeFileSync(join(folder, file), lines.join(""));
  }
  const edit = (file: string, change: (lines: string[]) => string[]) => {
    const path = join(folder, file);
    writeFileSync(path, change(readFileSync(path, "utf8").split("\n")).join("\n"));
  };
  return { folder, head: prev, edit, remove: (file: string) => rmSync(join(folder, file)) };
}

it("a log that no one touched has no fault, and its head is the newest record", async () => {
  const { folder, head } = aLog();
  expect(await verifyAudit(folder, [head])).toEqual({
    files: 3,
    records: 15,
    head,
    heads: [head],
    faults: [],
    has_head: true,
  });
});
it("a process that was killed leaves half a line, which never counted", async () => {
  const { folder, edit } = aLog();
  edit("c.jsonl", (lines) => [...lines.slice(0, -1), '{"seq":6,"at":']);
  expect((await verifyAudit(folder)).faults).toEqual([]);
});

it("a pipe or a folder among the files is none of them, and is not waited for", async () => {
  const { folder } = aLog();
  execFileSync("mkfifo", [join(folder, "d.jsonl")]);
  mkdirSync(join(folder, "e.jsonl"));
  expect(await verifyAudit(folder)).toMatchObject({ files: 3, faults: [] });
});

describe("finds, and says where,", () => {
  it.each<[what: string, change: (lines: string[]) => string[], line: number, fault: string]>([
    [
      "another user in a record",
      (lines) => lines.with(2, (lines[2] ?? "").replace("ana", "bia")),
      3,
      "changed",
    ],
    [
      "another time",
      (lines) => lines.with(1, (lines[1] ?? "").replace("02.000Z", "02.001Z")),
      2,
      "changed",
    ],
    [
      "a record with a field more",
      (lines) => lines.with(1, (lines[1] ?? "").replace("{", '{"more":1,')),
      2,
      "not_a_record",
    ],
    [
      "another user before the one that counts",
      (lines) => lines.with(2, (lines[2] ?? "").replace("{", '{"user_id":"bia",')),
      3,
      "not_a_record",
    ],
    [
      "a key that no parser shows",
      (lines) => lines.with(2, (lines[2] ?? "").replace("{", '{"__proto__":{"user_id":"bia"},')),
      3,
      "not_a_record",
    ],
    ["a record that was taken out", (lines) => lines.toSpliced(2, 1), 3, "missing_before"],
    ["the first record taken out", (lines) => lines.toSpliced(0, 1), 1, "missing_before"],
    [
      "two records that changed places",
      (lines) => lines.with(1, lines[2] ?? "").with(2, lines[1] ?? ""),
      2,
      "missing_before",
    ],
    [
      "a record that is there twice",
      (lines) => lines.toSpliced(2, 0, lines[1] ?? ""),
      3,
      "missing_before",
    ],
    [
      "a record put in with a hash of its own",
      (lines) =>
        lines.toSpliced(
          2,
          0,
          auditLine(entryOf("9"), {
            seq: 3,
            at: new Date(0).toISOString(),
            prev: NOTHING_BEFORE,
          }).line.trim(),
        ),
      3,
      "missing_before",
    ],
    ["what is no record", (lines) => lines.with(3, "nothing happened"), 4, "not_a_record"],
    ["an empty line", (lines) => lines.toSpliced(1, 0, ""), 2, "not_a_record"],
  ])("%s", async (_what, change, line, fault) => {
    const { folder, edit } = aLog();
    edit("b.jsonl", change);
    expect((await verifyAudit(folder)).faults[0]).toEqual({ file: "b.jsonl", line, fault });
  });
  it("a file that is gone", async () => {
    for (const file of ["a.jsonl", "b.jsonl"]) {
      const { folder, remove } = aLog();
      remove(file);
      const [next] = readdirSync(folder)
        .toSorted()
        .filter((name) => name > file);
      expect((await verifyAudit(folder)).faults).toEqual([
        { file: next, line: 1, fault: "file_missing_before" },
      ]);
    }
  });
  it("a line that is too long for a record, without reading on", async () => {
    const { folder } = aLog();
    // Zeros that take no place on the disk; as one text they would be more than can be held.
    truncateSync(join(folder, "b.jsonl"), 700 * 1024 * 1024);
    expect((await verifyAudit(folder)).faults).toEqual([
      { file: "b.jsonl", line: 6, fault: "not_a_record" },
    ]);
  });
  it("what is cut off at the very end, by a head that was kept elsewhere", async () => {
    const { folder, head, edit } = aLog();
    edit("c.jsonl", (lines) => lines.toSpliced(3, 2));
    expect((await verifyAudit(folder)).faults).toEqual([]);
    expect((await verifyAudit(folder, [head])).has_head).toBe(false);
  });
});

it("each process that writes has a head of its own, and every one that was kept has to be there", async () => {
  const { folder, head, edit } = aLog();
  // Another process that began when the first one had written its second record.
  const [, second = ""] = readFileSync(join(folder, "a.jsonl"), "utf8").split("\n");
  const { hash: prev } = JSON.parse(second) as { hash: string };
  const at = new Date(9000).toISOString();
  const other = auditLine({ what: "opened", process: "b2" }, { seq: 1, at, prev });
  const later = auditLine(entryOf("2"), { seq: 2, at, prev: other.hash });
  writeFileSync(join(folder, "b2.jsonl"), `${other.line}${later.line}`);
  const heads = [later.hash, head];
  expect(await verifyAudit(folder, heads)).toMatchObject({ faults: [], heads, has_head: true });
  edit("b2.jsonl", (lines) => lines.toSpliced(1, 1));
  expect(await verifyAudit(folder, heads)).toMatchObject({ faults: [], head, has_head: false });
});

it("the newest record is found by the end of a file, however big that is", async () => {
  const { folder, head } = aLog();
  const path = join(folder, "d.jsonl");
  const last = auditLine(entryOf("9"), { seq: 9, at: new Date(0).toISOString(), prev: head });
  writeFileSync(path, "");
  truncateSync(path, 700 * 1024 * 1024);
  appendFileSync(path, `\n${last.line}{"seq":10,`);
  expect(await newestHead(folder)).toBe(last.hash);
});
it("a newest file without a record leaves it to the one before", async () => {
  const { folder, head } = aLog();
  writeFileSync(join(folder, "d.jsonl"), '{"seq":1,');
  writeFileSync(join(folder, "e.jsonl"), "");
  expect(await newestHead(folder)).toBe(head);
});
