import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";

const APART = ["@restatedev", "@a2a-js", "/packages/restate/", "/packages/a2a/"];

/** What a start loads, by its addresses. */
async function loadedBy(more: Record<string, string> = {}): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "regente-loads-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "domains.bootstrap.json"), '{ "domains": [] }');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve("tests/cluster/loads-nothing.fixture.ts")],
    {
      env: {
        PATH: process.env["PATH"] ?? "",
        REGENTE_DATA: folder,
        REGENTE_BOOTSTRAP: join(folder, "domains.bootstrap.json"),
        ...more,
      },
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  return z.array(z.string()).parse(JSON.parse(stdout));
}

it("where nothing is chosen nothing is loaded of what several machines need, nor of what stands apart", async () => {
  const loaded = await loadedBy();
  expect(loaded.length).toBeGreaterThan(100);
  for (const part of [...APART, "/node_modules/pg/", "postgres-presence"])
    expect(loaded.filter((url) => url.includes(part))).toEqual([]);
  const chosen = await loadedBy({ REGENTE_A2A: "true" });
  expect(chosen.filter((url) => url.includes("@a2a-js/sdk")).length).toBeGreaterThan(0);
  expect(chosen.filter((url) => url.includes("@restatedev"))).toEqual([]);
});

it("who asks for Restate without what it needs is told", async () => {
  const refused = loadedBy({ REGENTE_RUN_HOST: "restate" });
  await expect(refused).rejects.toThrow(/DATABASE_URL.*REGENTE_RESTATE_KEYS/s);
});
