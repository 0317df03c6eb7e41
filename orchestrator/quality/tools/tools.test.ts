import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { openStore } from "../../adapters/store/open-store.ts";
import { systemClock } from "../../adapters/time/system-clock.ts";
import { someRun } from "../../ports/stores.fixture.ts";
import { diffCandidate } from "./diff.ts";
import { evaluateCatalogue, evaluatePack } from "./eval.ts";
import { findManifests } from "./find-manifests.ts";
import { lintFiles } from "./lint.ts";
import { percentile, usedBytes } from "./parts-of.ts";
import { folderOf, manifestOf } from "./tools.fixture.ts";

const tides = manifestOf("tides", ["how high is the tide"], ["is the tide high", "tide table"]);
const winds = manifestOf("winds", ["how strong is the wind"], ["is it windy", "any wind today"]);
const inForce = {
  domains: [
    { name: "tides", manifest: "tides.json" },
    { name: "winds", manifest: "winds" },
  ],
};
const files = { "domains.json": inForce, "tides.json": tides, "winds/manifest.json": winds };

const envOf = (folder: string) => ({
  REGENTE_BOOTSTRAP: join(folder, "domains.json"),
  REGENTE_DATA: join(folder, "data"),
});

/** A service on loopback that shows a manifest. */
async function serve(manifest: ManifestSource): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(manifest));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("manifests are found", () => {
  const newer = { ...tides, version: "2.0.0" };
  const bootstrap = (url: string) => ({
    domains: [{ name: "tides", url, start: "tides/main.ts" }],
  });

  it("beside what is started, or where they run, whichever is preferred", async () => {
    const folder = folderOf({ "tides/manifest.json": newer });
    const file = join(folderOf({ "domains.json": "" }), "domains.json");
    const where = folderOf({
      "domains.json": bootstrap(await serve(tides)),
      "tides/manifest.json": newer,
    });
    expect(file).not.toBe(folder);
    const at = join(where, "domains.json");
    const [here] = (await findManifests(at, {}, "files")).found;
    const [there] = (await findManifests(at, {}, "services")).found;
    expect([here?.manifest.version, here?.from]).toEqual(["2.0.0", join(where, "tides")]);
    expect([there?.manifest.version, there?.from]).toEqual([
      "1.0.0",
      expect.stringMatching(/^http:/),
    ]);
  });

  it("in the other place, where the preferred one has none", async () => {
    const where = folderOf({
      "domains.json": bootstrap("http://127.0.0.1:9"),
      "tides/manifest.json": newer,
    });
    const { found, missing } = await findManifests(join(where, "domains.json"), {}, "services");
    expect(found.map(({ manifest }) => manifest.version)).toEqual(["2.0.0"]);
    expect(missing).toEqual([]);
  });

  it("nowhere, and then it is said why", async () => {
    const where = folderOf({
      "domains.json": { domains: [{ name: "tides", manifest: "tides.json" }] },
    });
    const { found, missing } = await findManifests(join(where, "domains.json"), {}, "files");
    expect(found).toEqual([]);
    expect(missing.map(({ domain }) => domain)).toEqual(["tides"]);
    expect(missing[0]?.reason).toContain("no such file");
  });

  it("only with a bootstrap file", async () => {
    await expect(findManifests("/nowhere/domains.json", {}, "files")).rejects.toThrow(
      "bootstrap file /nowhere/domains.json: cannot be read",
    );
  });
});

describe("lint", () => {
  it("looks at every manifest of the bootstrap file", async () => {
    const { manifests, findings } = await lintFiles(undefined, envOf(folderOf(files)));
    expect(manifests.map(({ domain }) => domain)).toEqual(["tides", "winds"]);
    expect(new Set(findings.map(({ domain }) => domain))).toEqual(new Set(["tides", "winds"]));
  });

  it("names the file and the line of a manifest that is wrong, though its service does not answer", async () => {
    const folder = folderOf({
      "domains.json": {
        domains: [{ name: "tides", url: "http://127.0.0.1:9", start: "tides/main.ts" }],
      },
      "tides/manifest.yaml": "manifest_version: '1'\ncapabilities:\n  - agent: agents/clerk.yaml\n",
      "tides/agents/clerk.yaml": "goal: {en: x}\ntools: [\n",
    });
    const { missing } = await lintFiles(undefined, envOf(folder));
    expect(missing).toMatchObject([{ domain: "tides" }]);
    expect(missing[0]?.reason).toContain(`${join(folder, "tides")}: agents/clerk.yaml:3: `);
  });

  it("looks at one domain of it", async () => {
    const { findings } = await lintFiles("winds", envOf(folderOf(files)));
    expect(new Set(findings.map(({ domain }) => domain))).toEqual(new Set(["winds"]));
  });

  it("looks at a manifest at a path as it would stand among the others", async () => {
    const stolen = manifestOf("waves", ["how high are the waves"], ["tide table"]);
    const folder = folderOf({ ...files, "waves.json": stolen });
    const { findings, manifests } = await lintFiles(join(folder, "waves.json"), envOf(folder));
    expect(manifests).toHaveLength(3);
    expect(findings).toContainEqual(
      expect.objectContaining({ rule: "stolen_example", domain: "waves", sentence: "tide table" }),
    );
  });

  it("finds the same of equal manifests once more without looking, and looks at changed ones", async () => {
    const folder = folderOf({ ...files, "built/note": "" });
    const built = join(folder, "built");
    const lint = () => lintFiles(undefined, envOf(folder), built);
    const { findings } = await lint();
    expect(await lint()).toMatchObject({ findings });
    for (const name of readdirSync(built).filter((each) => each.endsWith(".evaluation"))) {
      const kept = JSON.parse(readFileSync(join(built, name), "utf8")) as { result: unknown };
      if (Array.isArray(kept.result))
        writeFileSync(join(built, name), JSON.stringify({ ...kept, result: [] }));
    }
    expect((await lint()).findings).toEqual([]);
    writeFileSync(join(folder, "tides.json"), JSON.stringify(manifestOf("tides", ["{height}"])));
    expect((await lint()).findings).not.toEqual([]);
  });

  it("looks at a manifest alone where there is no bootstrap file", async () => {
    const folder = folderOf({ "waves.json": manifestOf("waves", ["{height}"]) });
    const { findings } = await lintFiles(join(folder, "waves.json"), envOf(folder));
    expect(findings[0]).toMatchObject({ level: "error", rule: "bad_template" });
  });

  it("refuses a manifest that breaks the contract, with file and field", async () => {
    const folder = folderOf({
      ...files,
      "waves.json": { ...tides, domain: "waves", colour: "blue" },
    });
    await expect(lintFiles(join(folder, "waves.json"), envOf(folder))).rejects.toThrow(
      "waves.json:1: colour: unknown field",
    );
  });
});

describe("diff", () => {
  const greedy = manifestOf("tides", ["how high is the tide", "how strong is the wind"]);

  it("compares a manifest with what is running", async () => {
    const url = await serve(tides);
    const folder = folderOf({
      "domains.json": { domains: [{ name: "tides", url, start: "tides/main.ts" }] },
      "tides/manifest.json": manifestOf("tides", ["when is the tide"], ["tide table"]),
    });
    const { before, after, diff } = await diffCandidate(
      join(folder, "tides"),
      undefined,
      envOf(folder),
    );
    expect(before.map(({ from }) => from)).toEqual([url]);
    expect(after.map(({ from }) => from)).toEqual([join(folder, "tides")]);
    expect(diff.before).not.toBe(diff.after);
  });

  it("compares it with the files of another bootstrap file", async () => {
    const folder = folderOf({ ...files, "new/tides.json": greedy });
    const result = await diffCandidate(
      join(folder, "new/tides.json"),
      join(folder, "domains.json"),
      envOf(folder),
    );
    expect(result).toMatchObject({ recorded_from: null, diff: { recorded: 0, examples: 4 } });
    expect(result.after.map(({ domain }) => domain)).toEqual(["tides", "winds"]);
  });

  it("takes another bootstrap file for a whole candidate", async () => {
    const folder = folderOf({ ...files, "new.json": { domains: [inForce.domains[0]] } });
    const { after, surprises, diff } = await diffCandidate(
      join(folder, "new.json"),
      join(folder, "domains.json"),
      envOf(folder),
    );
    expect(after.map(({ domain }) => domain)).toEqual(["tides"]);
    expect(surprises).toBe(2);
    expect(diff.changes.map(({ text }) => text).sort()).toEqual(["any wind today", "is it windy"]);
  });

  it("replays what people said, and makes no store where there is none", async () => {
    const forgetful = manifestOf("tides", ["when is high water"], ["when is high water"]);
    const folder = folderOf({ ...files, "new/tides.json": forgetful });
    const env = envOf(folder);
    const compare = () => diffCandidate(join(folder, "new/tides.json"), env.REGENTE_BOOTSTRAP, env);
    await compare();
    expect(existsSync(env.REGENTE_DATA)).toBe(false);
    const store = await openStore({ dataDir: env.REGENTE_DATA, clock: systemClock });
    await store.runs.save(someRun({ input_text: "how high is the tide" }));
    await store.close();
    const { diff, recorded_from } = await compare();
    expect(recorded_from).toBe(join(env.REGENTE_DATA, "regente.db"));
    expect(diff.changes).toContainEqual(
      expect.objectContaining({
        text: "how high is the tide",
        source: "recorded",
        intended: false,
      }),
    );
  });
});

describe("eval", () => {
  const pack = {
    pack: "sea",
    lang: "en",
    domains: [
      {
        domain: "sea",
        goals: [
          { goal: "tide", examples: ["how high is the tide", "is the tide high", "tide table"] },
          { goal: "wind", examples: ["how strong is the wind", "is it windy", "any wind today"] },
        ],
      },
    ],
  };
  const rows = [
    { id: "1", text: "is the tide very high", goal: "tide" },
    { id: "2", text: "is the wind strong", goal: "wind" },
    { id: "3", text: "who wrote Hamlet", goal: null },
  ];
  const packFiles = {
    "manifest.k5.json": pack,
    "test.jsonl": rows.map((row) => JSON.stringify(row)).join("\n"),
  };

  it("scores a pack's sentences, and writes what was made of each", async () => {
    const folder = folderOf(packFiles);
    const predictions = join(folder, "predictions.jsonl");
    const result = await evaluatePack(folder, "k5", predictions);
    expect(result).toMatchObject({
      of: { kind: "pack", name: "sea", shots: "k5" },
      goals: 2,
      examples: 6,
      near_misses: null,
      evaluation: { scores: { sentences: 3, in_scope: 2, accuracy: 1 } },
      joined: { sentences: 1 },
      typos: { sentences: 3, in_scope: 2 },
    });
    const { load_ms, sentence_ms, memory_mb } = result.speed;
    for (const figure of [load_ms.cold, load_ms.warm, sentence_ms.p50, sentence_ms.p99])
      expect(figure).toBeGreaterThan(0);
    // Of a process that does much else, some may be given back meanwhile.
    expect(memory_mb).toBeTypeOf("number");
    const written = readFileSync(predictions, "utf8").trim().split("\n");
    expect(written.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { id: "1", goal: "tide", entities: [] },
      { id: "2", goal: "wind" },
      { id: "3" },
    ]);
  });

  it.each([
    ["has no such shots", { "test.jsonl": "" }, "manifest.k5.json: cannot be read"],
    ["is not JSON", { ...packFiles, "manifest.k5.json": "{" }, "manifest.k5.json: is not JSON"],
    ["has a bad line", { ...packFiles, "test.jsonl": "{}" }, "test.jsonl:1: id"],
  ])("refuses a pack that %s", async (_what, broken, message) => {
    await expect(evaluatePack(folderOf(broken), "k5", undefined)).rejects.toThrow(message);
  });

  it("scores the bootstrap file's examples, each by a catalogue that has not seen it", async () => {
    const told: string[] = [];
    const result = await evaluateCatalogue(envOf(folderOf(files)), {
      folds: 2,
      onPart: (done, parts) => told.push(`${done} of ${parts}`),
    });
    expect(told).toEqual(Array.from({ length: 16 }, (_, at) => `${at + 1} of 16`));
    expect(result).toMatchObject({
      of: { kind: "catalogue", folds: 2, exact: true },
      examples: 4,
      evaluation: { scores: { sentences: 4, in_scope: 4 } },
      as_said: { sentences: 4 },
      typos: { sentences: 4 },
      near_misses: { sentences: 0 },
    });
    expect(result.evaluation.scores.gates.at(-1)?.coverage).toBeLessThan(1);
  });

  it("tells what it told of equal manifests, and when; again where that is asked for", async () => {
    const folder = folderOf({ ...files, "data/note": "" });
    const first = await evaluateCatalogue(envOf(folder), { folds: 2 });
    const { kept_since, ...again } = await evaluateCatalogue(envOf(folder), { folds: 2 });
    expect(kept_since).toBeDefined();
    expect(again).toEqual(first);
    const others = [{ folds: 3 }, { folds: 2, anew: true }];
    for (const options of others)
      expect(await evaluateCatalogue(envOf(folder), options)).not.toHaveProperty("kept_since");
  });

  it("says when examples were left out together", async () => {
    const many = manifestOf("tides", [], ["one tide", "two tides", "three tides", "all tides"]);
    const env = envOf(folderOf({ ...files, "tides.json": many }));
    expect((await evaluateCatalogue(env, { folds: 2 })).of).toMatchObject({ exact: false });
  });
});

it("memory is what is left after a collection", async () => {
  const before = await usedBytes();
  const held = Array.from({ length: 300_000 }, (_, at) => ({ at }));
  expect((await usedBytes()) - before).toBeGreaterThan(4_000_000);
  expect(held).toHaveLength(300_000);
});

it.each([
  ["of none", [], 0.5, 0],
  ["in the middle", [3, 1, 2], 0.5, 2],
  ["at the end", [1, 2, 3], 1, 3],
])("a percentile %s", (_where, values, part, expected) =>
  expect(percentile(values, part)).toBe(expected),
);
