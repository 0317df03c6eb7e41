import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { parseContract } from "#shared/contracts/errors.ts";
import { runDetail, runsPage, usageReport } from "#shared/contracts/native-endpoints.ts";
import { replayReport } from "#shared/contracts/replay.ts";
import { runEvent } from "#shared/contracts/run.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { type System, startSystem } from "./system.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
  await Promise.all([system.startDomain("finance"), system.startDomain("notify")]);
  await system.startOrchestrator();
});
afterAll(() => system.close());

const regente = (...args: string[]) => runRegente([...args, "--url", system.url]);
/** What a command answers as JSON, by its contract. */
async function json<T extends z.ZodType>(schema: T, ...args: string[]): Promise<z.output<T>> {
  const { out, err } = await regente(...args, "--json");
  expect(err).toBe("");
  return parseContract(schema, JSON.parse(out), args.join(" "));
}

/** What vitest says of each file. */
const testReport = z.looseObject({
  testResults: z.array(z.looseObject({ name: z.string(), status: z.string() })),
});

const NOTIFIED = "qual o preço da PETR4 e me avisa no telegram";

describe("a run", () => {
  it("is listed, shown and followed after it was made", async () => {
    const { run_id } = await system.turn(NOTIFIED, "listed");
    const { runs } = await json(runsPage, "runs", "list", "--session", "listed");
    expect(runs).toMatchObject([{ run_id, input_text: NOTIFIED }]);
    const shown = await regente("runs", "show", run_id);
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toContain(NOTIFIED);
    expect(shown.out).toMatch(/1\. finance\.\w+ .*\n.* 2\. notify\.\w+ .* depois de 1 · opcional/);
    const followed = await regente("runs", "follow", run_id, "--json");
    const events = followed.out
      .trim()
      .split("\n")
      .map((line) => parseContract(runEvent, JSON.parse(line), "event").type);
    expect(events[0]).toBe("plan");
    expect(events.at(-1)).toBe("reply");
  });

  it("that is over is not cancelled, and the server says so", async () => {
    const { run_id } = await system.turn("qual o preço da PETR4", "over");
    const ran = await regente("runs", "cancel", run_id);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toContain("já terminou");
  });

  it("that waits for an answer is cancelled", async () => {
    const { run_id, pending } = await system.turn("qual o preço da petrobras", "waits");
    expect(pending?.kind).toBe("select");
    expect(await regente("runs", "cancel", run_id)).toMatchObject({ code: 0 });
    expect((await json(runDetail, "runs", "show", run_id)).status).toBe("cancelled");
  });

  it("is carried out again as another run", async () => {
    const first = await system.turn("qual o preço da PETR4", "again");
    const ran = await regente("runs", "rerun", first.run_id);
    expect(ran.code).toBe(0);
    const again = /Executado de novo como (run_\S+)\./.exec(ran.out)?.[1] ?? "";
    expect(again).not.toBe(first.run_id);
    const detail = await json(runDetail, "runs", "show", again);
    expect(detail.plan).toEqual((await json(runDetail, "runs", "show", first.run_id)).plan);
  });

  it("that does not exist is a failure in words", async () => {
    for (const command of ["show", "cancel", "rerun", "follow"])
      expect(await regente("runs", command, "run_none")).toMatchObject({ code: 1, out: "" });
  });
});

it("usage counts what was asked for", async () => {
  const before = await json(usageReport, "usage");
  await system.turn("qual o preço da PETR4", "counted");
  const after = await json(usageReport, "usage");
  expect(after.total.calls).toBe(before.total.calls + 1);
  expect(after.total.llm_calls).toBe(0);
  expect((await regente("usage")).out).toMatch(/TOTAL +\d+ +0 +0 /);
});

it("usage refuses a day that is none, in the server's words", async () => {
  const ran = await regente("usage", "--since", "yesterday");
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toContain("since");
});

it("a session that was reset has no last goal any more", async () => {
  await system.turn("qual o preço da PETR4", "reset me");
  expect(await regente("reset-session", "reset me")).toMatchObject({ code: 0 });
  const { trace } = await system.turn("e da VALE3?", "reset me");
  expect(trace.intent.tier).not.toBe("elliptical");
  expect(await regente("reset-session", "nobody")).toMatchObject({ code: 1 });
});

describe("a replay", () => {
  it.each<[string, string[]]>([
    ["a request and what follows it", [NOTIFIED]],
    ["a choice that was made", ["qual o preço da petrobras e me avisa no telegram", "2"]],
    ["another value of the last goal", ["qual o preço da PETR4", "e da VALE3?"]],
    ["a failure", ["qual o preço da XPTO9"]],
    ["several goals", ["preço da VALE3 e maiores altas do Brasil"]],
    ["a request in English", ["what is the price of AAPL?"]],
  ])("of %s is identical", async (what, messages) => {
    let run_id = "";
    for (const message of messages) ({ run_id } = await system.turn(message, `replay ${what}`));
    const report = await json(replayReport, "replay", run_id);
    expect(report).toMatchObject({ from: "words", until: "answer", difference: null });
    expect(report.catalogue.now).toBe(report.catalogue.recorded);
  });

  it("touches no domain: nothing is sent twice, and it works while they are down", async () => {
    const { run_id } = await system.turn(`${NOTIFIED}, por favor`, "untouched");
    const outbox = async () => (await system.turn("o que tem na caixa de saída?", "count")).answer;
    const before = await outbox();
    await regente("replay", run_id);
    expect(await outbox()).toBe(before);
    await system.stop("finance");
    const ran = await regente("replay", run_id);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toContain("Idêntico: as mesmas palavras levam ao mesmo plano");
    await system.startDomain("finance");
  });

  it("becomes a test that passes, is ours in style, and fails when something changes", async () => {
    const { run_id } = await system.turn("quanto tá a `VALE3` ${agora} \\ hoje?", "test");
    const folder = mkdtempSync(join("tests", "e2e", "recorded-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "quote.test.ts");
    const ran = await regente("replay", run_id, `--to-test=${file}`);
    expect(ran).toMatchObject({ code: 0, err: `O teste está em ${file}.\n` });
    const run = (program: string, ...args: string[]) =>
      execFileSync(join("node_modules", ".bin", program), args, {
        encoding: "utf8",
        stdio: "pipe",
        // Both files in one process: what the first one has loaded, the second one has as well.
        env: { ...process.env, VITEST_MAX_WORKERS: "1" },
      });
    run("biome", "ci", file);
    const changed = join(folder, "changed.test.ts");
    writeFileSync(changed, readFileSync(file, "utf8").replaceAll('"VALE3"', '"PETR4"'));
    const report = join(folder, "report.json");
    const both = () => run("vitest", "run", "--reporter=json", `--outputFile=${report}`, folder);
    expect(both).toThrow();
    const { testResults } = testReport.parse(JSON.parse(readFileSync(report, "utf8")));
    const outcomes = testResults.map(({ name, status }) => [basename(name), status]);
    expect(outcomes.toSorted()).toEqual([
      ["changed.test.ts", "failed"],
      ["quote.test.ts", "passed"],
    ]);
  });

  it.each([
    ["that is no test", "quote.ts"],
    ["outside the project", "/tmp/quote.test.ts"],
  ])("is not written to a file %s", async (_what, file) => {
    const ran = await regente("replay", "last", `--to-test=${file}`);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain("neste projeto e terminar em .test.ts");
  });

  it("of a run that does not exist is a failure in words", async () => {
    expect(await regente("replay", "run_none")).toMatchObject({ code: 1, out: "" });
  });
});
