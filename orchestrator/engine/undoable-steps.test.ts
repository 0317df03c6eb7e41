import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { locales } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { type StepTrace, stepStatus } from "#shared/contracts/run.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { answer } from "../turn/answer.ts";
import { executePlan } from "../turn/execute-plan.ts";
import { gardenDomain } from "../turn/garden.fixture.ts";
import { openTurnDeps } from "../turn/turn-deps.fixture.ts";
import { combine } from "./combine.ts";
import { receiptsOf } from "./undoable-steps.ts";

const catalogue = testCatalogue({
  domain: "library",
  capabilities: [
    { capability: "look_up", effect: "read" },
    { capability: "lend", effect: "write", repeat: "keyed" },
    { capability: "post", effect: "external" },
    { capability: "burn", effect: "destructive" },
    { capability: "undeclared" },
  ],
});
const CLAIM = "Enviei, gravei e apaguei tudo.";
const output: DomainOutput = {
  ...{ status: "success", result: { n: 1 }, explanation: CLAIM, confidence: 1, metadata: {} },
};
const step = (capability: string, status: StepTrace["status"]): StepTrace => ({
  ...{ id: 1, domain: "library", capability, status, required: true, attempts: 1, duration_ms: 1 },
  output: status === "pending" || status === "skipped" || status === "cancelled" ? null : output,
});

describe("a receipt", () => {
  it.each([
    ["look_up", []],
    ["lend", ["write"]],
    ["post", ["external"]],
    ["burn", ["destructive"]],
    ["undeclared", ["external"]],
    ["invented", ["external"]],
  ])("of %s: %j", (capability, effects) => {
    const found = receiptsOf("r", [step(capability, "success")], catalogue);
    expect(found.map(({ effect }) => effect)).toEqual(effects);
  });

  it.each(stepStatus.options.filter((status) => status !== "success"))(
    "is not given for a step that is %s",
    (status) => {
      expect(receiptsOf("r", [step("lend", status)], catalogue)).toEqual([]);
    },
  );

  it("names the key that the domain was sent, and the very output", () => {
    const [one] = receiptsOf("run_1", [step("lend", "success")], catalogue);
    expect(one).toMatchObject({ step_id: 1, domain: "library", key: "run_1:1" });
    const [other] = receiptsOf(
      "run_1",
      [{ ...step("lend", "success"), output: { ...output, result: { n: 2 } } }],
      catalogue,
    );
    expect(other?.output_digest).not.toBe(one?.output_digest);
  });
});

it("an effect's own words are told only where there is a receipt for it", () => {
  const plan = {
    execution_mode: "dag" as const,
    combine_mode: "report" as const,
    max_concurrency: 1,
    steps: [
      { id: 1, domain: "library", capability: "lend", params: {}, depends_on: [], required: true },
    ],
  };
  for (const locale of locales)
    for (const status of stepStatus.options.filter(
      (each) => each !== "failure" && each !== "waiting",
    )) {
      const steps = [step("lend", status)];
      const told = combine(plan, steps, locale).explanation;
      expect(told.includes(CLAIM), `${status} in ${locale}`).toBe(
        receiptsOf("r", steps, catalogue).length > 0,
      );
    }
});

describe("an answer", () => {
  let done: string[];
  let garden: Awaited<ReturnType<typeof openTurnDeps>>;
  beforeEach(async () => {
    done = [];
    garden = await openTurnDeps([gardenDomain(done)]);
  });
  afterEach(() => garden.close());
  const say = (input_text: string) =>
    answer(
      { session_id: "s", user_id: "ana", input_text, channel: "test", metadata: {} },
      garden.turnDeps(),
    );

  it("cites what it did, and nothing where it only asked, failed or understood nothing", async () => {
    const watered = await say("regue o lírio");
    expect(watered.trace.receipts).toMatchObject([
      { step_id: 1, capability: "water", effect: "write", key: `${watered.run_id}:1` },
    ]);
    for (const text of ["arranque a rosa", "regue o cacto", "xyzzy", "ajuda"])
      expect((await say(text)).trace.receipts, text).toEqual([]);
    expect(done).toEqual(["water lírio"]);
  });

  it("to a dry run cites nothing", async () => {
    const given = {
      plan: {
        execution_mode: "dag" as const,
        combine_mode: "last" as const,
        max_concurrency: 1,
        steps: [
          {
            id: 1,
            domain: "garden",
            capability: "water",
            params: { plant_text: "lírio" },
            depends_on: [],
            required: true,
          },
        ],
      },
      entry: { session_id: "s", user_id: "ana", input_text: "plan", channel: "test", metadata: {} },
    };
    const dry = await executePlan({ ...given, dryRun: true }, garden.turnDeps());
    expect(dry.receipts).toEqual([]);
    const real = await executePlan(given, garden.turnDeps());
    expect(real.receipts).toHaveLength(1);
    expect(done).toEqual(["water lírio"]);
  });
});
