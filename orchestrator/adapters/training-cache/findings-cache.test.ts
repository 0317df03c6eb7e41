import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LintFinding } from "#shared/contracts/lint.ts";
import { findingsCache } from "./findings-cache.ts";
import { filesByDigest } from "./training-cache.ts";

const silent = pino({ level: "silent" });
const DIGEST = "a".repeat(64);
const finding: LintFinding = {
  level: "warning",
  rule: "few_examples",
  domain: "tides",
  goal: "ASK_TIDE",
  path: "goals.0.hints.examples.en",
  sentence: null,
  message: { "pt-BR": "São poucos.", en: "They are few." },
  way_out: { "pt-BR": "Escreva mais.", en: "Write more." },
};
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "findings-"));
});
afterEach(() => rm(folder, { recursive: true }));
const cache = (linter = "1") => findingsCache(filesByDigest(folder, "findings", silent), linter);

it("gives back what was found, also to another start, and that nothing was", async () => {
  expect(await cache().read(DIGEST)).toBeUndefined();
  await cache().write(DIGEST, [finding]);
  expect(await cache().read(DIGEST)).toEqual([finding]);
  await cache().write(DIGEST, []);
  expect(await cache().read(DIGEST)).toEqual([]);
});

it("gives nothing that another linter has found", async () => {
  await cache("1").write(DIGEST, [finding]);
  expect(await cache("2").read(DIGEST)).toBeUndefined();
});

it.each([
  ["no JSON", "{"],
  ["nothing", ""],
  ["findings of another form", '{"linter":"1","findings":[{"rule":"few_examples"}]}'],
])("gives nothing where the file holds %s", async (_what, text) => {
  await writeFile(join(folder, `${DIGEST}.findings`), text);
  expect(await cache().read(DIGEST)).toBeUndefined();
});
