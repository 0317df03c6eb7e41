import { afterEach, describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { type Script, scriptedModel } from "../adapters/language-model/scripted-model.fixture.ts";
import { ModelError } from "../ports/language-model.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const text = { type: "string" as const };

/** A harbour master who also talks, if someone lends them words. */
const manifest: ManifestSource = {
  manifest_version: "1",
  domain: "harbour",
  version: "1.0.0",
  description: { "pt-BR": "Porto", en: "Harbour" },
  goals: [
    {
      goal: "TIDE",
      description: { "pt-BR": "Ver a maré", en: "See the tide" },
      capability: "tell_tide",
      hints: { templates: { en: ["tide at {place_text}"], "pt-BR": ["maré em {place_text}"] } },
      entities_schema: { place_text: { required: true } },
    },
    {
      goal: "CHAT",
      description: { "pt-BR": "Conversar", en: "Talk" },
      action_type: "reasoning",
      capability: "talk",
      fallback: { entity: "said" },
      hints: {
        examples: {
          en: ["tell me a joke", "who built the lighthouse", "tide and time wait for none"],
        },
        templates: { en: ["tell me (a|another) joke"] },
      },
      entities_schema: { said: { required: true } },
    },
    {
      goal: "SINK",
      description: { "pt-BR": "Afundar tudo", en: "Sink everything" },
      capability: "sink",
      fallback: { entity: "said" },
      entities_schema: { said: { required: true } },
    },
  ],
  capabilities: [
    {
      capability: "tell_tide",
      effect: "read",
      params_schema: { type: "object", properties: { place_text: text } },
    },
    {
      capability: "talk",
      kind: "reasoning",
      params_schema: { type: "object", properties: { said: text }, required: ["said"] },
      prompt: { template: { en: "Answer {said}.", "pt-BR": "Responda a {said}." } },
    },
    {
      capability: "sink",
      effect: "destructive",
      confirm: "never",
      params_schema: { type: "object", properties: { said: text } },
    },
  ],
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const chooses = (goal: string, confidence = 0.4) => ({ goal, entities: [], confidence });

async function deps(script?: Script) {
  const sunk: unknown[] = [];
  const domain = defineDomain(
    manifest,
    {
      tell_tide: async ({ place_text }) =>
        success({ explanation: `High tide at ${String(place_text)}.` }),
      sink: async ({ said }) => {
        sunk.push(said);
        return success({ explanation: "Sunk." });
      },
    },
    { log: silentLog },
  );
  const model = script && scriptedModel(script);
  const room = await openTurnDeps([domain], model && { model });
  opened.push(room);
  const say = (input_text: string) =>
    answer(
      { session_id: "s", user_id: "ana", input_text, channel: "test", metadata: {}, locale: "en" },
      room.turnDeps(),
    );
  return { say, model, sunk };
}

describe("what no goal covers", () => {
  it("comes to the goal for it where a model says so, whole and without a gate", async () => {
    const { say, model } = await deps((_call, at) =>
      at === 0 ? chooses("harbour.CHAT") : "Sailors did.",
    );
    const told = await say("and who was it that built this place?");
    expect(told).toMatchObject({ status: "success", answer: "Sailors did." });
    expect(told.trace.intent).toMatchObject({ goal: "CHAT", tier: "model", confidence: 0.4 });
    expect(told.trace.plan?.steps).toMatchObject([
      { capability: "talk", params: { said: "and who was it that built this place?" } },
    ]);
    expect(told.usage.llm_calls).toBe(2);
    expect(model?.prompts()[0]).toContain("who built the lighthouse");
  });

  it("is not led there by words alone, not even by its own examples and templates", async () => {
    const { say } = await deps();
    for (const sentence of ["tell me a joke", "who built the lighthouse", "sink everything"]) {
      const told = await say(sentence);
      expect(told).toMatchObject({ status: "clarification", pending: null });
      expect(told.trace.intent.goal).toBeNull();
      expect(told.answer).toContain("Harbour");
      expect(told.answer).not.toMatch(/Talk|Sink/);
    }
  });

  it("is refused as ever where the model finds no goal, fails, or names one that is not there", async () => {
    const none = chooses("none");
    for (const said of [
      none,
      chooses("harbour.NOWHERE"),
      new ModelError("unavailable", "is down"),
    ]) {
      const { say } = await deps(() => said);
      const told = await say("who built the lighthouse?");
      expect(told.status).toBe("clarification");
      expect(told.trace.steps).toEqual([]);
      const isKnown = told.answer.startsWith("The language model gave no answer");
      expect(isKnown).toBe(said !== none);
    }
  });

  it("does nothing but read on a model's word", async () => {
    const { say, sunk } = await deps(() => chooses("harbour.SINK", 1));
    const asked = await say("get rid of all this");
    expect(asked).toMatchObject({ status: "clarification", pending: { kind: "choose_goal" } });
    expect(sunk).toEqual([]);
  });

  it("is not what a short sentence afterwards is about", async () => {
    const { say } = await deps((_call, at) => (at === 0 ? chooses("harbour.CHAT") : "Ha."));
    expect((await say("tide at Belém")).status).toBe("success");
    expect((await say("now say something funny")).answer).toBe(
      "Ha.\n\n(Just talk: nothing was done.)",
    );
    expect((await say("and Cascais?")).answer).toBe("High tide at Cascais.");
  });
});

it("a known request costs nothing, although there is somewhere else to go", async () => {
  const { say, model } = await deps(() => chooses("harbour.CHAT", 1));
  expect((await say("tide at Belém")).usage.llm_calls).toBe(0);
  expect(model?.asked).toEqual([]);
});
