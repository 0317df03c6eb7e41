import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { lintReport } from "#shared/contracts/lint.ts";
import { builtOnce } from "./build-once.ts";
import { type System, startSystem, until } from "./system.ts";

// What `npm start` runs: the services as they are built, each in a few files.

const TIDES = {
  manifest_version: "1",
  domain: "tides",
  version: "1.0.0",
  description: { en: "Tides" },
  goals: [
    {
      goal: "ASK_TIDE",
      description: { en: "Ask for the tide" },
      capability: "get_tide",
      hints: { examples: { en: ["tide table", "is the tide high", "how high is the tide"] } },
    },
  ],
  capabilities: [{ capability: "get_tide", effect: "read" }],
};

let system: System;
beforeAll(async () => {
  system = await startSystem();
  for (const name of ["finance", "documents"]) await system.startDomain(name);
  await system.startOrchestrator();
});
afterAll(() => system.close());

it("is what the tests of the whole system start", () => {
  expect(builtOnce("orchestrator/main.ts")).toMatch(/orchestrator-main\.mjs$/);
});

it("can load every part of itself, also what is only loaded where it is asked for", () => {
  const folder = resolve(dirname(builtOnce("orchestrator/main.ts")));
  // What starts a service or a thread is started by the other tests.
  const parts = readdirSync(folder).filter(
    (name) => !/-(?:main|worker|thread|process)\.mjs$/.test(name),
  );
  expect(parts).toContain("telegram-channel.mjs");
  const script = parts
    .map((name) => `await import(${JSON.stringify(join(folder, name))});`)
    .join("\n");
  const run = () =>
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { stdio: "pipe" });
  expect(run).not.toThrow();
});

it("answers as from its source", async () => {
  const { answer, status } = await system.turn("qual o preço da Nordea?", "built");
  expect(status).toBe("success");
  expect(answer).toMatch(/^Nordea \(NDA-SE\.ST\) está em SEK/);
});

it("finds its threads: what it was told is kept, and a chart is drawn", async () => {
  await system.turn("qual o preço da petrobras", "built");
  const { files } = await system.turn("2", "built");
  expect(files).toEqual([]);
  const history = await system.turn("histórico da PETR4 nos últimos 6 meses", "built");
  expect(history.files.map(({ media_type }) => media_type)).toContain("image/png");
});

it("finds what packages read beside themselves: a PDF has its font", async () => {
  const { answer, files } = await system.turn("maiores altas do Brasil em pdf", "built");
  expect(answer).not.toContain("Não fiz o PDF");
  expect(files.map(({ media_type }) => media_type)).toContain("application/pdf");
});

it("finds its processes: the manifests are reviewed in one of their own", async () => {
  // Next to nothing to look at, and nothing that was found in it before.
  const small = await startSystem({ learnsAnew: true });
  onTestFinished(() => small.close());
  const manifest = join(small.folder, "tides.json");
  writeFileSync(manifest, JSON.stringify(TIDES));
  small.addManifest("tides", manifest);
  await small.startOrchestrator({ REGENTE_LINT: "background" });
  await until("the review is complete", async () => {
    const report: unknown = await (await fetch(`${small.url}/v1/lint`)).json();
    return lintReport.parse(report).complete;
  });
  const found = lintReport.parse(await (await fetch(`${small.url}/v1/lint`)).json()).findings;
  expect(found.map(({ domain }) => domain)).toContain("tides");
});

it("finds its files: the page to try it", async () => {
  expect(await (await fetch(`${system.url}/docs`)).text()).toContain("<html");
});
