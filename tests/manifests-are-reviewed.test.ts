import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import { lintReport } from "#shared/contracts/lint.ts";
import { lastChange } from "#shared/contracts/routing.ts";
import { freePort } from "../cli/testing/free-port.ts";
import { builtOnce } from "./e2e/build-once.ts";
import { type Running, startProcess, stopProcess, until } from "./e2e/system.ts";

const manifest = (version: string, templates: string[]) => ({
  manifest_version: "1",
  domain: "tides",
  version,
  description: { en: "Tides" },
  goals: [
    {
      goal: "ASK_TIDE",
      description: { en: "Ask for the tide" },
      capability: "get_tide",
      hints: { templates: { en: templates }, examples: { en: ["tide table", "is the tide high"] } },
    },
  ],
  capabilities: [{ capability: "get_tide", effect: "read" }],
});

const folder = mkdtempSync(join(tmpdir(), "reviewed-"));
const write = (version: string, templates: string[]) =>
  writeFileSync(join(folder, "tides.json"), JSON.stringify(manifest(version, templates)));
let orchestrator: Running;
let url: string;
const get = async (path: string) => (await fetch(url + path)).json() as Promise<unknown>;
const reload = async () => {
  const response = await fetch(`${url}/v1/domains/reload`, { method: "POST" });
  return domainsResponse.parse(await response.json()).domains[0];
};

beforeAll(async () => {
  const domains = [{ name: "tides", manifest: "tides.json" }];
  writeFileSync(join(folder, "domains.json"), JSON.stringify({ domains }));
  write("1.0.0", ["how high is the tide"]);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  orchestrator = startProcess(builtOnce("orchestrator/main.ts"), {
    PORT: String(port),
    REGENTE_BOOTSTRAP: join(folder, "domains.json"),
    REGENTE_DATA: join(folder, "data"),
    REGENTE_LINT: "background",
  });
  const isReady = async () => (await fetch(`${url}/ready`)).ok;
  await until("the orchestrator is ready", isReady, orchestrator.output);
});
afterAll(async () => {
  await stopProcess(orchestrator);
  rmSync(folder, { recursive: true, force: true });
});

it("a manifest with an error is held back and the last good one stays; the report tells both", async () => {
  write("2.0.0", ["how high is the {tide}"]);
  const held = await reload();
  expect(held).toMatchObject({ version: "1.0.0" });
  expect(held?.problem).toContain("{tide} is neither a list nor an entity");
  const report = lintReport.parse(await get("/v1/lint"));
  expect(report.held_back).toMatchObject([
    { domain: "tides", version: "2.0.0", findings: [{ level: "error", rule: "bad_template" }] },
  ]);
  expect(report.findings.map(({ rule }) => rule)).toContain("few_examples");
});

it("a manifest that is mended comes in, and what its change did is told after a while", async () => {
  await until(
    "the first look is over",
    async () => lintReport.parse(await get("/v1/lint")).complete,
    orchestrator.output,
  );
  expect(await get("/v1/diff")).toEqual({ change: null });
  write("3.0.0", ["when is low tide"]);
  expect(await reload()).toMatchObject({ version: "3.0.0", problem: null });
  expect(lintReport.parse(await get("/v1/lint")).held_back).toEqual([]);
  await until(
    "the change was compared",
    async () => lastChange.parse(await get("/v1/diff")).change !== null,
    orchestrator.output,
  );
  const { change } = lastChange.parse(await get("/v1/diff"));
  expect(change).toMatchObject({ examples: 2, recorded: 0 });
});
