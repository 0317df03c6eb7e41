import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDetail, sessionDetail, usageReport } from "#shared/contracts/native-endpoints.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { calls, type ModelSystem, responds, says, startModelSystem } from "./model-system.ts";

// What an agent may do, what it may cost, and what is left without a model.

let system: ModelSystem;
beforeAll(async () => {
  system = await startModelSystem("openai", { REGENTE_DEADLINE_MS: "20000" });
});
afterAll(() => system.close());

/** A known request for the guide; what it does then is the model's to say. */
const ASKED = "guide: where is Mars";

const restart = async (env: Record<string, string>) => {
  await system.stop("orchestrator");
  await system.start(env);
};
const get = async (path: string): Promise<unknown> => (await fetch(`${system.url}${path}`)).json();
const usage = async () => usageReport.parse(await get("/v1/usage"));
type Turn = Awaited<ReturnType<ModelSystem["turn"]>>;
/** How the agent's own step ended. */
const endOf = ({ trace }: Turn) => trace.steps[0]?.output?.metadata;

describe("what was asked for and what it cost", () => {
  it("is told by message, run, purpose and goal, beside what a model alone would have cost", async () => {
    system.provider.plan(says("Long ago."));
    const told = await system.turn("tell the legend of Vega", "bill");
    await system.turn("when is the next eclipse", "bill");
    const { model_calls } = runDetail.parse(await get(`/v1/runs/${told.run_id}`));
    const spent = { llm_calls: 1, tokens_input: 120, tokens_output: 7, tokens_cached: 100 };
    expect(model_calls).toMatchObject([{ purpose: "observatory.tell_legend", ...spent }]);
    const report = await usage();
    expect(report.total).toMatchObject({ calls: 2, ...spent });
    expect(report.by_model).toMatchObject([{ purpose: "observatory.tell_legend", ...spent }]);
    expect(
      report.by_goal.map(({ goal, calls: asked, llm_calls }) => [goal, asked, llm_calls]),
    ).toEqual(
      expect.arrayContaining([
        ["ECLIPSES", 1, 0],
        ["TELL_LEGEND", 1, 1],
      ]),
    );
    expect(report.total.tokens_counterfactual).toBeGreaterThan(2 * 127);
    const { out, code } = await runRegente(["usage", "--json", "--url", system.url]);
    expect([code, JSON.parse(out)]).toEqual([0, report]);
  });
});

describe("an agent", () => {
  it("has its tools called side by side where none needs another's answer, and remembers its own", async () => {
    system.called();
    system.provider.plan(
      calls("get_visibility", { body_text: "Castor" }, ["get_visibility", { body_text: "Pollux" }]),
      responds("Castor stands high. Pollux stands high."),
    );
    const told = await system.turn(ASKED, "twins");
    expect(told).toMatchObject({ status: "success", usage: { llm_calls: 2 } });
    expect(endOf(told)).toMatchObject({ iterations: 2, action_count: 2, stopped: "answered" });
    expect(system.called().sort()).toEqual(["get_visibility Castor", "get_visibility Pollux"]);
    const look = {
      tool: "get_visibility",
      status: "success",
      duration_ms: expect.any(Number) as number,
    };
    expect(endOf(told)?.["actions"]).toMatchObject([
      {
        ...look,
        step_id: "1-1",
        args: { body_text: "Castor" },
        result: expect.anything() as unknown,
      },
      { ...look, step_id: "1-2", args: { body_text: "Pollux" } },
    ]);
    const remembered = async () =>
      JSON.stringify(sessionDetail.parse(await get("/v1/sessions/twins")).state.agent_memory);
    expect(await remembered()).toMatch(/evt-0001.*Castor stands high. Pollux stands high/);
    await runRegente(["reset-session", "twins", "--url", system.url]);
    expect(await remembered()).toBe("{}");
  });

  it.each([
    ["yes", () => restart({}), ["book_dome Ana"], 1],
    ["no", () => system.written(), [], 0],
  ])(
    "asks before it does what leaves the house, and a restart forgets nothing: %s",
    async (word, meanwhile, called, llm_calls) => {
      const here = `approval ${word}`;
      system.provider.plan(
        calls("book_dome", { guest_text: "Ana" }),
        responds("The dome is booked for Ana."),
      );
      const asked = await system.turn(ASKED, here);
      expect(asked).toMatchObject({ status: "clarification", pending: { kind: "confirm" } });
      expect(asked.answer).toContain("Ana");
      expect(system.called()).toEqual([]);
      await meanwhile();
      const told = await system.turn(word, here);
      expect(system.called()).toEqual(called);
      expect(told.answer.includes("is booked")).toBe(word === "yes");
      expect(told.trace.receipts).toHaveLength(called.length);
      // The model is not asked again for what it had said.
      expect(told.usage.llm_calls).toBe(llm_calls);
    },
  );

  it("makes the same look once, and stops at its limit of steps with what it has found", async () => {
    system.provider.plan(calls("get_visibility", { body_text: "Mars" }));
    const told = await system.turn(ASKED, "circles");
    expect(told.answer).toMatch(/step limit.*Mars stands 42 degrees high/s);
    expect(endOf(told)).toMatchObject({ stopped: "max_iterations", iterations: 3 });
    expect(system.called()).toEqual(["get_visibility Mars"]);
  });

  it("stops for want of time with what it has found", async () => {
    system.provider.plan(calls("get_visibility", { body_text: "Mars" }), { does: "hangs" });
    const told = await system.turn(ASKED, "slow");
    expect(told.answer).toMatch(/ran out of time.*Mars stands 42 degrees high/s);
    expect(endOf(told)).toMatchObject({ stopped: "timeout" });
    expect(system.called()).toEqual(["get_visibility Mars"]);
  });

  it("stops where it breaks its grammar twice", async () => {
    system.provider.plan(calls("open_roof"), calls("open_roof"), responds("The roof is open."));
    const told = await system.turn(ASKED, "grammar");
    expect(told).toMatchObject({ status: "failure", usage: { llm_calls: 2 } });
    expect(told.answer).not.toContain("is open");
    expect([system.called(), told.trace.receipts]).toEqual([[], []]);
  });
});

describe("a limit of tokens", () => {
  it("stops an agent with what it has found", async () => {
    // The first request fits; with what its tool told, the second one does not.
    await restart({ REGENTE_TOKENS_PER_SESSION: "3000" });
    const far = "Andromeda ".repeat(300).trim();
    system.provider.plan(calls("get_visibility", { body_text: far }));
    const told = await system.turn(ASKED, "dear");
    expect(told.answer).toMatch(/limit for the model has been reached.*stands 42 degrees high/s);
    expect(endOf(told)).toMatchObject({ stopped: "over_budget", iterations: 1 });
    expect(system.called()).toEqual([`get_visibility ${far}`]);
  });

  it("that is used up leaves what needs no model, and says so where it is needed", async () => {
    await restart({ REGENTE_TOKENS_PER_USER_DAY: "100" });
    const { length } = system.provider.received;
    const said = "The usage limit for the language model has been reached";
    for (const [at, text] of [
      "tell the legend of Vega",
      "could Deneb be visible tonight",
      "report about Vega",
    ].entries())
      expect((await system.turn(text, `over ${at}`)).answer).toContain(said);
    expect((await system.turn("when is the next eclipse", "over")).status).toBe("success");
    expect(system.called()).toEqual(["list_eclipses"]);
    expect(system.provider.received).toHaveLength(length);
    expect((await usage()).limits).toMatchObject([{ limit: "user_day", tokens: 100 }]);
  });
});

describe("without a model", () => {
  const KEYS = /api.?key|openai|anthropic|\bkeys?\b|chave/i;

  it.each([
    ["none", { LLM_PROVIDER: "none" }],
    ["auto, and no key", { OPENAI_API_KEY: "", OPENAI_BASE_URL: "" }],
  ])("%s: what is known works, and nothing speaks of a key", async (_how, env) => {
    await restart({ ...env, LOG_LEVEL: "trace" });
    const { length } = system.provider.received;
    const turn = async (text: string) => {
      const told = await system.turn(text, text);
      expect(told.answer).not.toMatch(KEYS);
      return told;
    };
    expect((await turn("quando é o próximo eclipse")).status).toBe("success");
    expect((await turn("is Mars visible")).status).toBe("success");
    expect((await turn("could Algol be visible tonight")).status).toBe("clarification");
    expect((await turn("photograph the moon in a dim light")).pending?.kind).toBe("fill");
    expect((await turn("what is the capital of France")).status).not.toBe("success");
    expect(system.called()).toEqual(["list_eclipses", "get_visibility Mars"]);
    for (const text of ["tell the legend of Vega", "report about Vega", ASKED])
      expect((await turn(text)).answer).toContain("needs a language model, and none is configured");
    expect((await turn("conte a lenda de Vega")).answer).toContain("não há nenhum configurado");
    const log = system.output("orchestrator");
    expect(log).toContain('"level"');
    expect(log).not.toMatch(KEYS);
    expect(system.provider.received).toHaveLength(length);
    expect(system.called()).toEqual([]);
  });
});
