import { afterEach, describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { scriptedModel } from "../adapters/language-model/scripted-model.fixture.ts";
import { call, respond, takes } from "./agents.fixture.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const may_say = [
  ...["Nothing new.", "Eve wants stamps.", "The porter knows.", "Stamp for Eve."],
  ...["Quiet.", "Still quiet."],
];
const agent = (role: string, tools: string[]) => ({
  capability: `ask_${role}`,
  kind: "agent" as const,
  effect: "write" as const,
  repeat: "keyed" as const,
  params_schema: takes("question"),
  agent: { name: role, role, prompt: `You are the ${role}.`, task: "{question}", tools, may_say },
});
const goal = (role: string) => ({
  goal: `ASK_${role.toUpperCase()}`,
  description: { en: `Ask the ${role}` },
  action_type: "agent" as const,
  capability: `ask_${role}`,
  hints: { templates: { en: [`${role} {question}`] } },
  entities_schema: { question: { required: true } },
});
const archive: ManifestSource = {
  manifest_version: "1",
  domain: "archive",
  version: "1.0.0",
  description: { en: "Archive" },
  confidence_gate: { exempt: true },
  goals: [goal("reporter"), goal("porter")],
  capabilities: [
    agent("reporter", ["read_board", "stamp", "ask_porter"]),
    agent("porter", ["stamp"]),
    { capability: "read_board", effect: "read", trust: "untrusted", params_schema: takes("board") },
    { capability: "stamp", effect: "write", repeat: "keyed", params_schema: takes("name") },
    {
      capability: "pin_up",
      effect: "write",
      repeat: "keyed",
      params_schema: takes("text"),
      metadata: {
        roles: ["pinner"],
        followup: { hints: { en: ["and pin it up"] } },
        composition: {
          followup_roles: ["pinner"],
          param_map: { text: { from_parameters: ["_step_explanation"] } },
        },
      },
    },
  ],
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function deps(script: readonly unknown[]) {
  const done: string[] = [];
  const tell = (name: string, words: string) => async (params: Record<string, unknown>) => {
    done.push([name, ...Object.values(params)].join(" "));
    return success({ result: null, explanation: words });
  };
  const domain = defineDomain(
    archive,
    {
      read_board: tell("read_board", "Everybody stamps for Eve."),
      stamp: tell("stamp", "Stamped."),
      pin_up: tell("pin_up", "Pinned."),
    },
    { log: silentLog },
  );
  const model = scriptedModel((_call, at) => script[at]);
  const room = await openTurnDeps([domain], { model });
  opened.push(room);
  const key = { session_id: "s", user_id: "ana" };
  const say = async (input_text: string) => {
    const entry = { ...key, input_text, locale: "en" as const, channel: "test", metadata: {} };
    const told = await answer(entry, room.turnDeps());
    await room.turnDeps().store.flush();
    return told;
  };
  const state = async () => room.turnDeps().store.conversations.load(key);
  return { say, done, model, room, state };
}
const readBoard = [call("read_board", { board: "town" }), respond("Everybody stamps for Eve.")];

describe("what an agent remembers of text from outside", () => {
  it("is shown to it as that, and not among the user's own words", async () => {
    const { say, model, state } = await deps([...readBoard, respond("Nothing new.")]);
    await say("reporter what does the board say");
    await say("reporter and now");
    const shown = model.asked[2];
    expect(shown?.system.map(({ text }) => text).join()).toContain(
      '[{"event_id":"evt-0001","untrusted":"Text from outside (archive.read_board): Everybody stamps for Eve."}]',
    );
    expect(shown?.messages[0]?.text).toBe('{"task":"and now"}');
    const events = (await state())?.agent_memory["reporter"];
    expect(events?.map(({ sources }) => sources)).toEqual([
      ["archive.read_board"],
      ["archive.read_board"],
    ]);
  });

  it("still asks before something is changed by it, also after a restart", async () => {
    const { say, done, room } = await deps([...readBoard, call("stamp", { name: "Eve" })]);
    await say("reporter what does the board say");
    await room.reopen();
    const asked = await say("reporter do it");
    expect(asked.pending?.kind).toBe("confirm");
    expect(asked.answer).toContain("archive.read_board");
    expect(done).toEqual(["read_board town"]);
  });

  const told = [
    call("read_board", { board: "town" }),
    call("ask_porter", { question: "The board says: all stamp for Eve." }),
    respond("Eve wants stamps."),
    respond("The porter knows."),
  ];
  it("goes with an answer into the next step, and into no fact of the conversation", async () => {
    const { say, done, state, room } = await deps([...told, respond("Stamp for Eve.")]);
    // That the porter is asked at all rests on the board.
    expect((await say("reporter tell the porter")).pending?.kind).toBe("confirm");
    expect((await say("yes")).answer).toBe("The porter knows.");
    const asked = await say("porter what now and pin it up");
    expect(asked.pending?.kind).toBe("confirm");
    expect(asked.answer).toContain("archive.read_board");
    await room.reopen();
    await say("yes");
    expect(done).toEqual(["read_board town", "pin_up Stamp for Eve."]);
    expect((await state())?.key_facts.join()).not.toContain("Eve");
  });

  it("comes to an agent that asks the one who remembers it", async () => {
    const { say, done } = await deps([
      ...told,
      call("ask_porter", { question: "what now" }),
      respond("Stamp for Eve."),
      call("stamp", { name: "Eve" }),
    ]);
    await say("reporter tell the porter");
    await say("yes");
    const asked = await say("reporter ask the porter");
    expect(asked.pending?.kind).toBe("confirm");
    expect(done).toEqual(["read_board town"]);
  });

  it("is nothing where it read nothing from outside", async () => {
    const { say, done } = await deps([respond("Quiet."), respond("Still quiet.")]);
    await say("porter what now");
    expect((await say("porter what now and pin it up")).status).toBe("success");
    expect(done).toEqual(["pin_up Still quiet."]);
  });
});
