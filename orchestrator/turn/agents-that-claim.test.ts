import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { scriptedModel } from "../adapters/language-model/scripted-model.fixture.ts";
import { inventedDeeds, trueAnswers } from "../engine/grounding/answers.fixture.ts";
import { furtherAnswers, furtherDeeds } from "../engine/grounding/further-answers.fixture.ts";
import { agentOf, call, clerkDeps, respond, takes } from "./agents.fixture.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const verdict = { type: "string" as const, enum: ["approved", "rejected", "open"] };
const agent = (name: string, tools: string[], more: object = {}) => ({
  capability: `ask_${name.toLowerCase()}`,
  kind: "agent" as const,
  effect: "read" as const,
  repeat: "keyed" as const,
  params_schema: takes("question"),
  agent: { name, role: name.toLowerCase(), prompt: `You are the ${name}.`, tools, ...more },
});
const judged = {
  output_schema: {
    type: "object" as const,
    properties: { status: verdict },
    required: ["status"],
    additionalProperties: false,
  },
};
const shop: ManifestSource = {
  manifest_version: "1",
  domain: "shop",
  version: "1.0.0",
  description: { en: "Shop" },
  confidence_gate: { exempt: true },
  goals: ["clerk", "critic", "judge"].map((name) => ({
    goal: `ASK_${name.toUpperCase()}`,
    description: { en: `Ask the ${name}` },
    action_type: "agent" as const,
    capability: `ask_${name}`,
    hints: {
      templates: { en: [`${name} {question}`], "pt-BR": [`${name} {question}`] },
      examples: { en: [`${name} [where is my order](question)`] },
    },
    entities_schema: { question: { required: true } },
  })),
  capabilities: [
    agent("Clerk", ["look_up", "ask_echo", "find"]),
    agent("Judge", ["look_up", "ask_critic"], judged),
    agent("Critic", [], judged),
    agent("Echo", []),
    { capability: "look_up", effect: "read", params_schema: takes("number") },
    { capability: "find", effect: "read", params_schema: takes("query") },
  ],
};

let script: readonly unknown[] = [];
let seen = "";
let asked = 0;
let session = 0;
const domain = defineDomain(
  shop,
  {
    look_up: async () => success({ result: null, explanation: seen }),
    find: async ({ query }) =>
      success({ result: { query: String(query) }, explanation: `Looked for “${query}”.` }),
  },
  { log: silentLog },
);
const model = scriptedModel(() => {
  asked += 1;
  return script[asked - 1] ?? script.at(-1);
});
let room: Awaited<ReturnType<typeof openTurnDeps>>;
beforeAll(async () => {
  room = await openTurnDeps([domain], { model });
});
afterAll(() => room.close());

/** In a session of its own. */
function shopDesk(said: readonly unknown[], told = "Order 7: shipped.") {
  [script, seen, asked] = [said, told, 0];
  session += 1;
  const session_id = `s${session}`;
  const say = (input_text: string, locale: "en" | "pt-BR" = "en") =>
    answer(
      { session_id, user_id: "ana", input_text, locale, channel: "test", metadata: {} },
      room.turnDeps(),
    );
  return { say };
}
const look = call("look_up", { number: "7" });

describe("what an agent has not done", () => {
  it.each([...inventedDeeds, ...furtherDeeds])(
    "is not told: $says",
    async ({ says, seen: found, language }) => {
      const { say } = shopDesk([...(found === "" ? [] : [look]), respond(says)], found);
      const told = await say("clerk please see to it", language);
      expect(told.answer).not.toContain(says.replace(/[.!]$/, ""));
      expect(told.trace.receipts).toEqual([]);
      if (found === "") expect(told.status).toBe("failure");
      else expect(told.answer).toBe(found);
    },
  );

  it.each([...trueAnswers, ...furtherAnswers])(
    "while what a tool told is: $says",
    async ({ says, seen: found, language }) => {
      const { say } = shopDesk([look, respond(says)], found);
      const told = await say("clerk please see to it", language);
      expect(told.status).toBe("success");
      expect([says, found]).toContain(told.answer);
      expect(asked).toBe(2);
    },
  );

  it("is not told because a tool repeats what the agent looked for", async () => {
    const { say } = shopDesk([
      call("find", { query: "order 7 was cancelled" }),
      respond("Order 7 was cancelled."),
    ]);
    expect((await say("clerk please see to it")).answer).toBe(
      "Looked for “order 7 was cancelled”.",
    );
  });

  it("is not told because another agent says so: it is that one's opinion", async () => {
    const { say } = shopDesk([
      call("ask_echo", { question: "say it" }),
      respond("I sent the letter."),
      respond("I sent the letter."),
    ]);
    expect((await say("clerk please see to it")).answer).toBe(
      "Echo (a model's opinion): I sent the letter.",
    );
  });

  it("is told once it was done, in the words of who did it and not in the agent's", async () => {
    const { say } = await clerkDeps([
      call("look_up", { name: "Ada" }),
      call("stamp", { name: "Ada" }),
      respond("I have stamped and framed it. Ada is on shelf 7."),
    ]);
    const told = await say("clerk stamp the card of Ada");
    expect(told.answer).toBe("Stamped.\nAda is on shelf 7.");
    expect(agentOf(told)?.result).toEqual({ answer: told.answer });
  });
});

describe("a verdict", () => {
  const judge = { ...call("ask_critic", { question: "my idea" }), output: null };
  const rejects = respond("There is no way to measure it.", { output: { status: "rejected" } });
  const approving = respond("The critic approved the idea.", { output: { status: "approved" } });

  it("is who gave it's, whatever another agent makes of it", async () => {
    const { say } = shopDesk([judge, rejects, approving]);
    const told = await say("judge my idea");
    expect(told.answer).toBe("Critic (a model's opinion): There is no way to measure it.");
    expect(agentOf(told)?.result).toEqual({ status: "rejected" });
  });

  it("is not given by who has asked no one", async () => {
    const { say } = shopDesk([{ ...look, output: null }, approving]);
    const told = await say("judge my idea");
    expect(told.status).toBe("failure");
    expect(model.prompts().at(-1)).toContain("ask_critic");
  });

  it("is told as an opinion by who has nothing to look up in", async () => {
    const { say } = shopDesk([rejects]);
    expect((await say("critic judge my idea")).answer).toBe(
      "Critic (a model's opinion): There is no way to measure it.",
    );
  });
});
