import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LintFinding } from "#shared/contracts/lint.ts";
import { admittedCache, filesByDigest, findingsCache, trainingCache } from "./training-cache.ts";

describe("training cache", () => {
  const silent = pino({ level: "silent" });
  const digestOf = (number: number) => number.toString(16).padStart(64, "0");
  const NOTHING = new Uint8Array();
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "training-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("gives back what was written, also to another start", async () => {
    await trainingCache(folder, silent).write(digestOf(1), Uint8Array.of(0, 2));
    expect(await trainingCache(folder, silent).read(digestOf(1))).toEqual(Buffer.of(0, 2));
    expect(await trainingCache(folder, silent).read(digestOf(2))).toBeUndefined();
  });

  it("makes its folder when there is something to keep, and leaves no drafts in it", async () => {
    const inside = join(folder, "understanding");
    await trainingCache(inside, silent).write(digestOf(1), NOTHING);
    expect(await readdir(inside)).toEqual([`${digestOf(1)}.training`]);
  });

  it("reads and writes nothing that is not named by a digest", async () => {
    const cache = trainingCache(join(folder, "inside"), silent);
    await writeFile(join(folder, "other.json"), "{}");
    await cache.write("../other", NOTHING);
    expect(await cache.read("../other")).toBeUndefined();
    expect(await readdir(folder)).toEqual(["other.json"]);
  });

  it("forgets the oldest, and nothing that is not its own", async () => {
    const cache = trainingCache(folder, silent);
    await mkdir(join(folder, "somebody-else"));
    for (let number = 0; number < 20; number++) await cache.write(digestOf(number), NOTHING);
    expect(await readdir(folder)).toHaveLength(17);
    expect(await cache.read(digestOf(19))).toEqual(Buffer.of());
  });

  it("a folder that cannot be written only makes the next start slower", async () => {
    await writeFile(join(folder, "file"), "");
    const cache = trainingCache(join(folder, "file"), silent);
    await expect(cache.write(digestOf(1), NOTHING)).resolves.toBeUndefined();
  });
});

describe("findings cache", () => {
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
});

describe("admitted cache", () => {
  const silent = pino({ level: "silent" });
  const DIGEST = "a".repeat(64);
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "admitted-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const cache = (judge = "1") =>
    admittedCache(filesByDigest(folder, "admitted", silent), () => judge);

  it("knows what came in, also in another start", async () => {
    expect(await cache().has(DIGEST)).toBe(false);
    await cache().keep(DIGEST);
    expect(await cache().has(DIGEST)).toBe(true);
    expect(await cache().has("b".repeat(64))).toBe(false);
  });

  it("does not count what other code or other words let in", async () => {
    await cache("1").keep(DIGEST);
    expect(await cache("2").has(DIGEST)).toBe(false);
  });

  it.each([
    ["nothing", ""],
    ["half of it", "1"],
    ["more than it", "123"],
  ])("does not count a file that holds %s", async (_what, text) => {
    await cache("12").keep(DIGEST);
    await writeFile(join(folder, `${DIGEST}.admitted`), text);
    expect(await cache("12").has(DIGEST)).toBe(false);
  });
});
