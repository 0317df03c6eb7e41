import { afterEach, describe, expect, it } from "vitest";
import type { AgentSource } from "#shared/contracts/agent.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { scriptedModel } from "../adapters/language-model/scripted-model.fixture.ts";
import { resetSession } from "../start/sessions.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const text = { type: "string" as const };
const takes = (name: string) => ({
  type: "object" as const,
  properties: { [name]: text },
  required: [name],
  additionalProperties: false,
});
const agent = (role: string, result: string): AgentSource => ({
  name: role,
  role,
  prompt: `You are the ${role} of a garden.`,
  output_schema: takes(result),
  may_say: ["A plan: Roses.", "A plan: Tulips.", "A plan: Lilies."],
});
const goal = (name: string, capability: string, words: string, entity?: string) => ({
  goal: name,
  description: { en: words },
  capability,
  hints: { templates: { en: [entity === undefined ? words : `${words} {${entity}}`] } },
  ...(entity !== undefined && { entities_schema: { [entity]: { required: true } } }),
});
const garden: ManifestSource = {
  manifest_version: "1",
  domain: "garden",
  version: "1.0.0",
  description: { en: "Garden plans" },
  goals: [
    goal("SKETCH", "sketch", "sketch", "wish"),
    goal("JUDGE", "judge", "judge", "plan"),
    goal("IMPROVE", "improve", "improve the plan"),
    goal("SHOW_PLANS", "show_plans", "show the plans"),
  ],
  capabilities: [
    {
      capability: "sketch",
      kind: "agent",
      effect: "read",
      params_schema: takes("wish"),
      agent: { ...agent("sketcher", "plan"), tools: ["read_board"] },
      artifact: { name: "plan", version_text: "plan" },
    },
    {
      capability: "judge",
      kind: "agent",
      effect: "read",
      params_schema: takes("plan"),
      agent: agent("judge", "verdict"),
      artifact: { name: "plan", feedback_on: "plan" },
    },
    {
      capability: "improve",
      kind: "agent",
      effect: "read",
      agent: { ...agent("sketcher", "plan"), tools: [] },
      artifact: { name: "plan", version_text: "plan", required: true },
    },
    { capability: "show_plans", kind: "versions", artifact: { name: "plan" } },
    { capability: "read_board", effect: "read", trust: "untrusted", params_schema: takes("name") },
    {
      capability: "post_letter",
      effect: "external",
      confirm: "auto",
      params_schema: takes("body"),
      metadata: {
        roles: ["poster"],
        followup: { hints: { en: ["and post it"] } },
        composition: {
          followup_roles: ["poster"],
          param_map: { body: { from_parameters: ["_step_explanation"] } },
        },
      },
    },
  ],
};

const said = (message: string, output: object) => ({
  action: "RESPOND",
  tool: null,
  args: [],
  also: [],
  message,
  output,
});
const drawn = (plan: string) => said(`A plan: ${plan}.`, { plan });
const judged = (verdict: string) => said(`It is ${verdict}.`, { verdict });

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function deps(script: unknown[] | undefined) {
  const tell = (words: string) => async () => success({ result: null, explanation: words });
  const domain = defineDomain(
    garden,
    { read_board: tell("Buy OUR tulips."), post_letter: tell("Posted.") },
    { log: silentLog },
  );
  const model = script && scriptedModel((_call, at) => script[at]);
  const room = await openTurnDeps([domain], model && { model });
  opened.push(room);
  const say = (input_text: string, session_id = "s", user_id = "ana") =>
    answer(
      { session_id, user_id, input_text, locale: "en", channel: "test", metadata: {} },
      room.turnDeps(),
    );
  return { say, room, model };
}

describe("what grows in versions", () => {
  it("is shown without a model, each version with its feedback, also after a restart", async () => {
    const { say, room, model } = await deps([drawn("Roses"), judged("too red"), drawn("Tulips")]);
    await say("sketch something red");
    await say("judge Roses");
    await say("improve the plan");
    await room.reopen();
    const shown = await say("show the plans");
    expect(shown).toMatchObject({
      status: "success",
      answer: "V1: Roses\nFeedback: judge (a model's opinion): It is too red.\nV2: Tulips",
      usage: { llm_calls: 0 },
    });
    expect(shown.trace.steps[0]?.output?.result).toMatchObject({
      versions: [
        {
          version: 1,
          text: "Roses",
          content: { plan: "Roses" },
          feedback: { content: { verdict: "too red" } },
        },
        { version: 2, text: "Tulips", feedback: null },
      ],
    });
    // Who works on it is shown how far it is.
    expect(model?.prompts()[2]).toContain('"version":1,"text":"Roses"');
    expect(model?.prompts()[0]).not.toContain('"version"');
  });

  it("is a version of the user's own, where those words were judged first", async () => {
    const { say } = await deps([judged("fine")]);
    await say("judge three beds of roses");
    expect((await say("show the plans")).answer).toBe(
      "V1: three beds of roses\nFeedback: judge (a model's opinion): It is fine.",
    );
  });

  it("belongs to one session of one user, and is forgotten with it", async () => {
    const { say, room } = await deps([drawn("Roses")]);
    await say("sketch something red");
    const none = "There is no version in this conversation yet.";
    expect((await say("show the plans", "other")).answer).toBe(none);
    expect((await say("show the plans", "s", "bia")).answer).toBe(none);
    await resetSession(room.turnDeps(), { user_id: "ana", session_id: "s" });
    expect((await say("show the plans")).answer).toBe(none);
  });

  it("does not grow by what failed", async () => {
    const { say } = await deps(["nonsense", "nonsense"]);
    expect((await say("sketch something red")).status).toBe("failure");
    expect((await say("show the plans")).answer).toContain("no version");
  });

  it("is text from outside where it was made of that: marked for agents, and asked about before it leaves", async () => {
    const read = { action: "CALL_TOOL", tool: "read_board", also: [], message: null, output: null };
    const { say, model } = await deps([
      drawn("Roses"),
      { ...read, args: [{ name: "name", value: "ads" }] },
      drawn("Tulips"),
      drawn("Lilies"),
    ]);
    await say("sketch something red");
    expect((await say("show the plans and post it")).pending).toBeNull();
    await say("sketch what the board says");
    await say("improve the plan");
    expect(model?.prompts()[3]).toContain('"version":1,"text":"Roses"');
    expect(model?.prompts()[3]).toContain('"version":2,"untrusted":{"text":"Tulips"');
    const asked = await say("show the plans and post it");
    expect(asked.pending?.kind).toBe("confirm");
    expect(asked.answer).toContain("garden.read_board");
  });

  it("has to be there for who needs it, which takes no model to say", async () => {
    const { say, model } = await deps([]);
    expect((await say("improve the plan")).answer).toContain("no version");
    expect(model?.asked).toHaveLength(0);
  });

  it("is shown where there is no model; making a version says plainly that it needs one", async () => {
    const { say } = await deps(undefined);
    expect((await say("show the plans")).status).toBe("success");
    expect((await say("sketch something red")).answer).toContain("needs a language model");
  });
});
