import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { auditLine, NOTHING_BEFORE } from "./audit-record.ts";
import { verifyAudit } from "./verify-audit.ts";

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

it("a log that nobody touched has no fault, and its head is the newest record", () => {
  const { folder, head } = aLog();
  expect(verifyAudit(folder, head)).toEqual({
    files: 3,
    records: 15,
    head,
    faults: [],
    has_head: true,
  });
});
it("a process that was killed leaves half a line, which never counted", () => {
  const { folder, edit } = aLog();
  edit("c.jsonl", (lines) => [...lines.slice(0, -1), '{"seq":6,"at":']);
  expect(verifyAudit(folder).faults).toEqual([]);
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
  ])("%s", (_what, change, line, fault) => {
    const { folder, edit } = aLog();
    edit("b.jsonl", change);
    expect(verifyAudit(folder).faults[0]).toEqual({ file: "b.jsonl", line, fault });
  });
  it("a file that is gone", () => {
    for (const file of ["a.jsonl", "b.jsonl"]) {
      const { folder, remove } = aLog();
      remove(file);
      const [next] = readdirSync(folder)
        .toSorted()
        .filter((name) => name > file);
      expect(verifyAudit(folder).faults).toEqual([
        { file: next, line: 1, fault: "file_missing_before" },
      ]);
    }
  });
  it("what is cut off at the very end, by a head that was kept elsewhere", () => {
    const { folder, head, edit } = aLog();
    edit("c.jsonl", (lines) => lines.toSpliced(3, 2));
    expect(verifyAudit(folder).faults).toEqual([]);
    expect(verifyAudit(folder, head).has_head).toBe(false);
  });
});
