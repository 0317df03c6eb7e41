import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { PromotedFile } from "#shared/contracts/promotion.ts";
import type {
  DiffResult,
  EvalResult,
  LintResult,
} from "../../orchestrator/quality/tools/results.ts";
import { runRegente } from "../testing/run-regente.ts";

const manifest = (templates: string[], examples: string[]) => ({
  manifest_version: "1",
  domain: "tides",
  version: "1.0.0",
  description: { en: "Tides" },
  goals: [
    {
      goal: "ASK_TIDE",
      description: { en: "Ask for the tide" },
      capability: "get_tide",
      hints: { templates: { en: templates }, examples: { en: examples } },
    },
  ],
  capabilities: [{ capability: "get_tide", effect: "read" }],
});
const good = manifest(["how high is the tide"], ["is the tide high", "tide table", "tide today"]);

/** Runs `regente` over a bootstrap file with one good manifest, in a folder with these other files. */
function run(
  args: string[],
  files: Record<string, unknown> = {},
  { input = "", folder = aFolder() } = {},
) {
  const domains = [{ name: "tides", manifest: "tides.json" }];
  for (const [name, content] of Object.entries({
    "domains.json": { domains },
    "tides.json": good,
    ...files,
  }))
    writeFileSync(join(folder, name), JSON.stringify(content));
  const env = {
    REGENTE_BOOTSTRAP: join(folder, "domains.json"),
    REGENTE_DATA: join(folder, "data"),
  };
  return runRegente(
    args.map((arg) => arg.replace("@", `${folder}/`)),
    { env, input },
  );
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "quality-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("lint ends with 0 when there are only warnings", async () => {
  const { code, out, err } = await run(["lint"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/tides\.ASK_TIDE few_examples/);
  expect(out).toMatch(/0 erros, \d+ avisos\n$/);
});

it("lint ends with 1 when there is an error, and --json has it whole", async () => {
  const bad = { "tides.json": manifest(["how high is the {tide}"], []) };
  const { code, out } = await run(["lint", "tides", "--json"], bad);
  expect(code).toBe(1);
  const result = JSON.parse(out) as LintResult;
  expect(result.manifests.map(({ domain }) => domain)).toEqual(["tides"]);
  expect(result.findings.map(({ rule }) => rule)).toContain("bad_template");
});

it("lint ends with 2 and one sentence when there is nothing to look at", async () => {
  const { code, out, err } = await run(["lint", "@waves.json"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/waves\.json: o arquivo ou a pasta não existe\n$/);
});

it("lint --accept asks with a key for each near miss, and does not propose what was taken again", async () => {
  const shown = ["open the tide tables", "open the tides", "open my tides", "open a tide"];
  const template = "[(delete|cancel|change)] [the|my|a] (tide|tides|tide tables)";
  const files = { "tides.json": manifest([template], shown) };
  const folder = aFolder();
  const { code, out } = await run(["lint", "--accept"], files, { input: "nst", folder });
  expect(code).toBe(0);
  const said = [...out.matchAll(/^ {2}"(.+)"/gm)].map(([, text]) => text);
  expect(said.length).toBeGreaterThan(3);
  const { negatives } = JSON.parse(
    readFileSync(join(folder, "data", "promoted-examples.json"), "utf8"),
  ) as PromotedFile;
  expect(negatives.map(({ text }) => text)).toEqual(said.slice(1));
  const again = await run(["lint", "--json"], files, { folder });
  expect(again.out).not.toContain("missing_sibling");
});

const base = ["--base", "@domains.json"];
const quiet = manifest([], ["tide today"]);

it.each([
  ["1 when a sentence leads elsewhere", ["diff", "@new.json", ...base], 1],
  ["0 when that is only to be told", ["diff", "@new.json", ...base, "--policy", "warn"], 0],
  ["0 when nothing leads elsewhere", ["diff", "@tides.json", ...base], 0],
  ["2 for a policy there is not", ["diff", "@new.json", ...base, "--policy", "maybe"], 2],
])("diff ends with %s", async (_when, args, code) => {
  expect((await run(args, { "new.json": quiet })).code).toBe(code);
});

it("diff shows what changes as JSON", async () => {
  const { out } = await run(["diff", "@new.json", ...base, "--json"], { "new.json": quiet });
  const { recorded_from, diff } = JSON.parse(out) as DiffResult;
  expect({ recorded_from, examples: diff.examples }).toEqual({ recorded_from: null, examples: 3 });
  expect(diff.changes.map(({ text }) => text)).toContain("is the tide high");
});

it("eval measures the manifests of the bootstrap file", async () => {
  const { code, out, err } = await run(["eval", "--folds", "3"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^tides: 1 objetivos, 3 exemplos\n/);
  expect(out).toMatch(/^ASK_TIDE +en +3 /m);
});

it("eval ends with 1 where less is understood than --at-least asks for", async () => {
  // Held out, each of the second goal's sentences is like the first goal's.
  const goal = (name: string, examples: string[]) => ({
    ...{ goal: name, description: { en: name }, capability: "get_tide" },
    hints: { examples: { en: examples } },
  });
  const said = ["is the tide high", "show the tide table", "print the tide map"];
  const tides = {
    ...good,
    goals: [
      goal("ASK_TIDE", [...said.map((each) => `${each} now`), ...said]),
      goal("ASK_LATER", [
        "is the tide high later",
        "show the tide table soon",
        "print the tide map then",
      ]),
    ],
  };
  const evaluated = (...more: string[]) =>
    run(["eval", "--folds", "3", "--json", ...more], { "tides.json": tides });
  const { code, out, err } = await evaluated("--at-least", "1");
  const { accuracy } = (JSON.parse(out) as EvalResult).evaluation.scores;
  expect(accuracy).toBeLessThan(1);
  expect([code, err]).toEqual([1, expect.stringContaining("--at-least")]);
  expect((await evaluated("--at-least", String(accuracy))).code).toBe(0);
});
it("eval ends with 1 when a request is carried out that says no, and shows it", async () => {
  const pumps = {
    ...good,
    goals: [
      {
        goal: "RUN_PUMP",
        description: { en: "Run the pump" },
        capability: "run_pump",
        hints: { examples: { en: ["run the pump", "start the pump", "let the pump run"] } },
      },
    ],
    capabilities: [{ capability: "run_pump", effect: "external" }],
  };
  const args = ["eval", "--folds", "2", "--json"];
  const { code, out, err } = await run(args, { "tides.json": pumps });
  const { safety } = JSON.parse(out) as EvalResult;
  expect(safety?.variants).toBeGreaterThan(100);
  expect(code).toBe(safety?.holds === true ? 0 : 1);
  expect(safety?.holds).toBe(safety?.findings.length === 0);
  expect(err).toContain(safety?.findings[0]?.text ?? "");
  expect(err === "").toBe(code === 0);
});

it.each([
  ["shots there are not", ["eval", "--shots", "k7"], /k7/],
  ["one fold", ["eval", "--folds", "1"], /--folds/],
  ["more than all", ["eval", "--at-least", "90"], /--at-least/],
  [
    "a pack that is not there",
    ["eval", "--pack", "@nowhere"],
    /manifest\.k20\.json: não dá para ler/,
  ],
])("eval refuses %s", async (_what, args, message) => {
  const { code, out, err } = await run(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(message);
});
