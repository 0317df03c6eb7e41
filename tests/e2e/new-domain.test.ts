import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CheckResult } from "#shared/conformance/domain-check.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { howMuch } from "../how-much.ts";
import { type System, startSystem } from "./system.ts";

// As long as a name may be: what is made of it has to fit everywhere. Of words in no language.
const NAME = "zabumba-kora-lumi-tivoqu-marelle-pindola";
const SPOKEN = NAME.replaceAll("-", " ");
/** Shipped domains that it has to be told from; each more is learnt with it, for this test alone. */
const NEIGHBOURS = howMuch(["finance", "notify", "memory"], ["notify", "memory"]);
/** Those that the linter sees beside it; in the long run it sees all. */
const LINTED = ["notify"];
const SECRET = "e2e-secret-that-is-long-enough-0123456789";

let project: string;
let system: System;

/** A project of its own that shares everything but its domains with this one. */
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "new-domain-"));
  for (const file of [
    ...["package.json", "biome.json", "tsconfig.json", "vitest.config.ts"],
    ...["domains.bootstrap.json", "docker-compose.yml"],
  ])
    cpSync(file, join(project, file));
  for (const folder of ["shared", "orchestrator", "cli", "scripts", "node_modules"])
    symlinkSync(resolve(folder), join(project, folder));
  mkdirSync(join(project, "domains"));
  const made = await runRegente(["new-domain", NAME, `--dir=${project}`]);
  expect(made).toMatchObject({ code: 0, err: "" });

  system = await startSystem();
  await Promise.all([
    ...NEIGHBOURS.map((name) => system.startDomain(name)),
    system.startDomain(NAME, join(project, "domains", NAME, "main.ts")),
  ]);
  await system.startOrchestrator();
});
afterAll(async () => {
  await system.close();
  rmSync(project, { recursive: true });
});

/** A program of this project, run in the other one: what it says. */
const runThere = async (program: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(resolve("node_modules/.bin", program), args, { cwd: project })).stdout;

it("makes files that are formatted, linted and typed as ours are", async () => {
  await runThere("biome", "ci", `domains/${NAME}`);
  const own = { extends: "./tsconfig.json", include: [`domains/${NAME}`] };
  writeFileSync(join(project, "tsconfig.domain.json"), JSON.stringify(own));
  expect(await runThere("tsc", "-p", "tsconfig.domain.json")).toBe("");
});

it("makes a manifest that the linter has nothing to say about", async () => {
  const all = "domains.bootstrap.json";
  const some = join(project, "neighbours.json");
  const domains = LINTED.map((name) => ({
    name,
    url: "http://elsewhere.invalid",
    start: resolve("domains", name, "main.ts"),
  }));
  writeFileSync(some, JSON.stringify({ domains }));
  const ran = await runRegente(["lint", join(project, "domains", NAME), "--json"], {
    env: { REGENTE_BOOTSTRAP: howMuch(all, some) },
  });
  const { manifests, findings } = JSON.parse(ran.out) as Record<
    "manifests" | "findings",
    unknown[]
  >;
  expect(findings).toEqual([]);
  expect(manifests.length).toBeGreaterThan(LINTED.length);
});

it("makes tests that pass", async () => {
  const file = join(project, "tests.json");
  await runThere("vitest", "run", "--reporter=json", `--outputFile=${file}`, `domains/${NAME}`);
  const report = readFileSync(file, "utf8");
  const { numFailedTests, numPassedTests } = JSON.parse(report) as Record<string, number>;
  expect(numFailedTests).toBe(0);
  expect(numPassedTests).toBeGreaterThan(40);
});

it("makes a domain that keeps every promise untouched, its examples among those of the others", async () => {
  const { domains } = (await (await fetch(`${system.url}/v1/domains`)).json()) as {
    domains: { name: string; url: string }[];
  };
  const url = domains.find(({ name }) => name === NAME)?.url ?? "";
  const ran = await runRegente(["check-domain", url, `--url=${system.url}`, "--json"], {
    env: { REGENTE_DOMAIN_SECRET: SECRET },
  });
  const { checks } = JSON.parse(ran.out) as { checks: CheckResult[] };
  expect(checks.filter(({ outcome, detail }) => outcome !== "passed" || detail !== "")).toEqual([]);
  expect(new Set(checks.map(({ about }) => about)).size).toBe(9);
  expect(ran.code).toBe(0);
});

it("makes a domain that answers, asks and acts in both languages", async () => {
  const found = await system.turn(`procura alface em ${SPOKEN}`, "one");
  expect(found).toMatchObject({ status: "success", answer: "Encontrei: alface." });
  const asked = await system.turn(`find tomato in ${SPOKEN}`, "two");
  expect(asked.pending?.options.map(({ label }) => label)).toEqual([
    "cherry tomato",
    "plum tomato",
  ]);
  expect(await system.turn("2", "two")).toMatchObject({ answer: "I found: plum tomato." });
  const kept = await system.turn(`guarda couve em ${SPOKEN}`, "three");
  expect(kept).toMatchObject({ status: "success", answer: "Guardei couve." });
  expect(kept.usage).toEqual({ llm_calls: 0, tokens_input: 0, tokens_output: 0 });
});
