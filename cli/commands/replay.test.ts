import { afterEach, describe, expect, it } from "vitest";
import { parseContract } from "#shared/contracts/errors.ts";
import {
  type Recording,
  type ReplayReport,
  recording,
  replayReport,
} from "#shared/contracts/replay.ts";
import { runRegente } from "../testing/run-regente.ts";
import { type Stub, stubOrchestrator } from "../testing/stub-orchestrator.ts";
import { testFile } from "./replay.ts";

describe("replay", () => {
  let stub: Stub | undefined;
  afterEach(() => stub?.close());

  const report = (changes: Partial<ReplayReport> = {}): ReplayReport =>
    parseContract(
      replayReport,
      {
        run_id: "run_1",
        input_text: "vai chover no Recife?",
        from: "words",
        until: "answer",
        difference: null,
        catalogue: { recorded: "aaaaaaaaaaaa", now: "aaaaaaaaaaaa" },
        ...changes,
      },
      "report",
    );

  async function replay(changes: Partial<ReplayReport>, args: string[] = [], env = {}) {
    stub = await stubOrchestrator({ others: { "POST /v1/runs/run_1/replay": report(changes) } });
    return runRegente(["replay", "run_1", ...args, "--url", stub.url], { env });
  }

  it.each<[string, Partial<ReplayReport>, number, string[]]>([
    [
      "is identical",
      {},
      0,
      ["Idêntico: as mesmas palavras levam ao mesmo plano e à mesma resposta."],
    ],
    [
      "has another goal",
      { difference: { aspect: "goal", at: "", recorded: ["a.RAIN"], now: [] } },
      1,
      ["O objetivo é diferente", '  antes  ["a.RAIN"]', "  agora  []"],
    ],
    [
      "has another parameter",
      { difference: { aspect: "params", at: "step 2 city", recorded: "Recife", now: null } },
      1,
      ["Um parâmetro é diferente: step 2 city", "  antes  Recife", "  agora  null"],
    ],
    [
      "was given as a plan and cut short, under other manifests",
      { from: "plan", until: "plan", catalogue: { recorded: "aaaaaaaaaaaa", now: "bbbbbbbbbbbb" } },
      0,
      [
        "Idêntico: as mesmas palavras levam ao mesmo plano e à mesma resposta.",
        "O plano já veio pronto: só o que vem depois dele foi comparado.",
        "A execução foi interrompida: a comparação vai só até o plano.",
        "Os manifestos mudaram desde então (aaaaaaaa → bbbbbbbb).",
      ],
    ],
  ])("tells of a run that %s", async (_what, changes, code, lines) => {
    expect(await replay(changes)).toEqual({
      code,
      out: `${["run_1: vai chover no Recife?", ...lines].join("\n")}\n`,
      err: "",
    });
  });

  it("speaks English where the terminal does", async () => {
    const difference = { aspect: "answer" as const, at: "", recorded: "Sim.", now: "Não." };
    const { out } = await replay({ difference }, [], { LANG: "en_US.UTF-8" });
    expect(out).toContain("The answer is different\n  then   Sim.\n  now    Não.\n");
  });

  it("lets nothing that was said move the cursor", async () => {
    const { out } = await replay({ input_text: "a\u001b[2Jb" });
    expect(out).toContain("run_1: ab\n");
  });

  it("prints the whole report with --json", async () => {
    expect(JSON.parse((await replay({}, ["--json"])).out)).toEqual(report());
  });
});

describe("test file", () => {
  const recorded = (input_text: string): Recording => ({
    run: {
      run_id: "run_1",
      user_id: "ana",
      session_id: "private",
      status: "success",
      catalogue_digest: "d",
      intent: null,
      plan: {
        execution_mode: "dag",
        combine_mode: "last",
        max_concurrency: 4,
        steps: [
          {
            id: 1,
            domain: "weather",
            capability: "get_rain",
            params: { message: "${1.explanation}" },
            depends_on: [],
            required: true,
          },
        ],
      },
      locale: "en",
      input_text,
      answer: "",
      created_at: 1,
      updated_at: 1,
    },
    steps: [],
    domains: ["weather"],
  });

  const textOf = (input_text: string) =>
    testFile(
      "/p/tests/rain/a.test.ts",
      "/p/orchestrator/quality/tools/replay.ts",
      recorded(input_text),
    );

  /** What the template literal of the file stands for: its escapes are those of a string. */
  function heldBy(file: string): unknown {
    const inside = /const recording = `([\s\S]*)`;\n/.exec(file)?.[1] ?? "";
    expect(inside.replaceAll(/\\[\\`$]/g, "_")).not.toMatch(/`|\$\{|\\/);
    return JSON.parse(inside.replaceAll(/\\([\\`$])/g, "$1"));
  }

  it.each([
    ["plain words", "will it rain?"],
    ["quotes and line feeds", 'say "hi"\nand go'],
    ["what ends a template", "`; process.exit(1); `"],
    ["what begins an expression", "${process.exit(1)} $\\{1} \\${2} $$ {"],
    ["backslashes", "a\\b \\\\ \\` \\u0041 \\"],
  ])("holds %s as they were said", (_what, text) => {
    const held = recording.parse(heldBy(textOf(text)));
    expect(held.run.input_text).toBe(text);
    expect(held.run.plan).toEqual(recorded(text).run.plan);
  });

  it("does not say who asked", () => {
    expect(textOf("will it rain?")).not.toMatch(/"ana"|private/);
  });

  it("finds the replay from where it is", () => {
    expect(textOf("x")).toContain('from "../../orchestrator/quality/tools/replay.ts"');
  });
});
