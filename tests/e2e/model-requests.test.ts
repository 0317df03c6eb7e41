import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionDetail, usageReport } from "#shared/contracts/native-endpoints.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import {
  finds,
  type ModelSystem,
  plans,
  providers,
  says,
  startModelSystem,
} from "./model-system.ts";
import { until } from "./system.ts";

describe.each(providers)("with %s on loopback", (name) => {
  let system: ModelSystem;
  beforeAll(async () => {
    system = await startModelSystem(name, {
      REGENTE_DEADLINE_MS: "20000",
      REGENTE_MODEL_FAST: "small-one",
      REGENTE_MODEL_SMART: "large-one",
    });
  });
  afterAll(() => system.close());

  it("a value that only the words around it tell is asked of the model alone, before the user", async () => {
    system.provider.plan(says({ values: ["RED"] }));
    const told = await system.turn("photograph the moon in a warm light", "gap");
    expect(told).toMatchObject({ status: "success", usage: { llm_calls: 1 } });
    expect(system.called()).toEqual(["photograph RED"]);
    system.provider.plan(says({ values: [] }));
    const asked = await system.turn("photograph the moon in a strange light", "gap");
    expect(asked).toMatchObject({ status: "clarification", pending: { kind: "fill" } });
    expect((await system.turn("blue", "gap")).usage.llm_calls).toBe(0);
    expect(system.called()).toEqual(["photograph BLUE"]);
  });

  it("the same words again cost nothing, in any session", async () => {
    const text = "could Neptune be visible tonight";
    system.provider.plan(finds("VISIBILITY", { body_text: "Neptune" }));
    expect((await system.turn(text, "first")).usage.llm_calls).toBe(1);
    await system.written();
    system.provider.plan({ does: "refuses" });
    expect(await system.turn(text, "second")).toMatchObject({
      status: "success",
      usage: { llm_calls: 0, tokens_input: 0, tokens_output: 0 },
    });
    expect(system.called()).toEqual(["get_visibility Neptune", "get_visibility Neptune"]);
  });

  it("a text is written from a manifest's prompt, and claims nothing", async () => {
    system.provider.plan(says("Vega fell in love with a herdsman."));
    const told = await system.turn("tell the legend of Vega", "legend");
    expect(told).toMatchObject({
      status: "success",
      answer: "Vega fell in love with a herdsman.",
      usage: { llm_calls: 1, tokens_output: 7 },
    });
    system.provider.plan(says("Pronto, enviei a lenda para o seu chefe."));
    expect((await system.turn("conte a lenda de Vega", "legend")).answer).toContain("só um texto");
    expect(system.called()).toEqual([]);
  });

  it("a hybrid goal is planned once, and the same request with other values for no plan", async () => {
    const plan = plans(
      ["get_visibility", { body_text: "{body_text}" }],
      ["log_sighting", { note_text: "${1.explanation}" }],
    );
    system.provider.plan(plan);
    const planned = await system.turn("report about Vega", "hybrid");
    expect(planned).toMatchObject({ status: "success", usage: { llm_calls: 1 } });
    expect(planned.trace.plan?.steps.map(({ depends_on }) => depends_on)).toEqual([[], [1]]);
    await system.written();
    system.provider.plan({ does: "refuses" });
    const again = await system.turn("report about Rigel", "hybrid");
    expect(again).toMatchObject({ status: "success", usage: { llm_calls: 0 } });
    expect(system.called()).toEqual(
      ["Vega", "Rigel"].flatMap((body) => [
        `get_visibility ${body}`,
        `log_sighting ${body} stands 42 degrees high.`,
      ]),
    );
  });

  it("requests of which one needs another's answer become one plan", async () => {
    system.provider.plan(
      // The message does not tell what to write down.
      says({ values: [] }),
      plans(
        ["get_visibility", { body_text: "{body_text}" }],
        ["log_sighting", { note_text: "${1.result.body} at ${1.result.height}" }],
      ),
    );
    const told = await system.turn("is Mars visible and put it in the book", "several");
    expect(told).toMatchObject({ status: "success", usage: { llm_calls: 2 } });
    expect(system.called()).toEqual(["get_visibility Mars", "log_sighting Mars at 42"]);
  });

  it("a prompt is shown facts, then their summary, and nothing of a session that was reset", async () => {
    const here = "compressed";
    const context = async () => {
      const response = await fetch(`${system.url}/v1/sessions/${here}`);
      return sessionDetail.parse(await response.json()).context;
    };
    const tell = (body: string) => system.turn(`tell the legend of ${body}`, here);
    const shown = () => system.provider.asked().at(-1)?.join("\n") ?? "";
    system.provider.plan(says("Long ago."));
    await tell("Vega");
    await tell("Rigel");
    expect(shown()).toContain("tell the legend of Vega");
    expect(await context()).toMatchObject({ summary: "", turn_count: 2 });
    await tell("Deneb");
    await tell("Algol");
    system.provider.plan(says("Long ago."), says("Somebody who loves legends."));
    await tell("Mizar");
    await until(
      "the conversation is summarised",
      async () => (await context()).summary === "Somebody who loves legends.",
    );
    expect((await context()).key_facts).toEqual([]);
    system.provider.plan(says("Long ago."));
    await tell("Altair");
    expect(shown()).toContain("Somebody who loves legends.");
    expect(shown()).not.toContain("tell the legend of Vega");
    expect((await runRegente(["reset-session", here, "--url", system.url])).code).toBe(0);
    await tell("Capella");
    expect(shown()).not.toContain("Somebody who loves legends.");
    expect(shown()).not.toContain("Altair");
  });

  it("the small model understands and summarises, the larger one plans and writes", async () => {
    const { by_model } = usageReport.parse(await (await fetch(`${system.url}/v1/usage`)).json());
    expect(Object.fromEntries(by_model.map(({ purpose, model }) => [purpose, model]))).toEqual({
      understanding: `${name}/small-one`,
      summary: `${name}/small-one`,
      plan: `${name}/large-one`,
      "observatory.tell_legend": `${name}/large-one`,
    });
  });
});
