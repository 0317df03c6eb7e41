import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { auditLine, NOTHING_BEFORE } from "#shared/audit-log/audit-record.ts";
import { runRegente } from "../testing/run-regente.ts";

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), "audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const place = { seq: 1, at: new Date(0).toISOString(), prev: NOTHING_BEFORE };
  const { line, hash } = auditLine({ what: "opened", process: "one" }, place);
  const verify = (dir: string, ...more: string[]) =>
    runRegente(["audit", "verify", `--dir=${join(folder, dir)}`, ...more], {
      env: { LANG: "en_US.UTF-8" },
    });
  return { file: join(folder, "a.jsonl"), line, hash, verify };
}

it("says that a log is whole, and by which records that can be seen again", async () => {
  const { file, line, hash, verify } = aFolder();
  writeFileSync(file, line);
  const ran = await verify(".", `--head=${hash}`);
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toContain(hash);
  const cut = await verify(".", `--head=${hash},${"1".repeat(64)}`);
  expect(cut.code).toBe(1);
  expect(cut.out).toContain("is not there");
});

it("tells a log that is not there from one that cannot be read", async () => {
  const { file, verify } = aFolder();
  const none = await verify("nowhere");
  expect(none.code).toBe(2);
  expect(none.err).toContain("There is no audit log");
  writeFileSync(file, "");
  const unreadable = await verify("a.jsonl");
  expect(unreadable.code).toBe(2);
  expect(unreadable.err).toMatch(/cannot be read: .*ENOTDIR/);
});
