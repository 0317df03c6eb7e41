import { afterEach, describe, expect, it } from "vitest";
import type { AgentSource } from "#shared/contracts/agent.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { type Script, scriptedModel } from "../adapters/language-model/scripted-model.fixture.ts";
import { replayRun } from "../quality/replay/replay-run.ts";
import { archiveOf, call, respond, takes } from "./agents.fixture.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const text = { type: "string" as const };
const agent = (role: string, tools: string[]): { agent: AgentSource } => ({
  agent: { name: role, role, prompt: `You are the ${role} of an archive.`, tools },
});
const archive = archiveOf({ templates: { en: ["clerk {question}"] } }, [
  {
    capability: "ask_clerk",
    kind: "agent",
    effect: "external",
    repeat: "keyed",
    params_schema: takes("question"),
    ...agent("Clerk", ["look_up", "ask_reader", "ask_chief", "ask_scribe"]),
  },
  {
    capability: "ask_chief",
    kind: "agent",
    effect: "external",
    repeat: "keyed",
    params_schema: takes("question"),
    ...agent("Chief", ["ask_reader", "post_letter"]),
  },
  {
    capability: "ask_scribe",
    kind: "agent",
    effect: "read",
    params_schema: takes("question"),
    ...agent("Scribe", ["ask_reader"]),
  },
  { capability: "look_up", effect: "read", params_schema: takes("name") },
  { capability: "post_letter", effect: "external", params_schema: takes("to") },
  {
    capability: "ask_reader",
    kind: "question",
    params_schema: {
      type: "object",
      properties: { question: text, options: { type: "array", items: text }, answer: text },
      required: ["question"],
      additionalProperties: false,
    },
  },
]);

const which = call("ask_reader", { question: "Which Ada?", options: '["Lovelace","Yonath"]' });

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function deps(script: Script | unknown[]) {
  const done: string[] = [];
  const tell = (words: string) => async (params: Record<string, unknown>) => {
    done.push(Object.values(params).join(" "));
    return success({ result: null, explanation: words });
  };
  const domain = defineDomain(
    archive,
    { look_up: tell("Shelf 7."), post_letter: tell("Posted.") },
    { log: silentLog },
  );
  const model = scriptedModel(Array.isArray(script) ? (_call, at) => script[at] : script);
  const room = await openTurnDeps([domain], { model });
  opened.push(room);
  const say = (input_text: string) =>
    answer(
      { session_id: "s", user_id: "ana", input_text, locale: "en", channel: "test", metadata: {} },
      room.turnDeps(),
    );
  return { say, done, model, room };
}

describe("an agent that asks the user", () => {
  it("waits for one of its options, also through a restart, and goes on with the answer", async () => {
    const { say, done, model, room } = await deps([
      call("look_up", { name: "Ada" }),
      which,
      respond("It is Yonath."),
    ]);
    expect(await say("clerk where is Ada")).toMatchObject({
      status: "clarification",
      pending: {
        kind: "select",
        question: "Which Ada?",
        options: [{ label: "Lovelace" }, { label: "Yonath" }],
      },
    });
    const replayed = async () => {
      const { runs } = room.turnDeps().store;
      const owner = { user_id: "ana" };
      const [run] = (await runs.list(owner, 1)).runs;
      if (run === undefined) throw new Error("the run is not stored");
      return replayRun(run, await runs.steps(owner, run.run_id), room.turnDeps().current());
    };
    expect((await replayed()).difference).toBeNull();
    await room.reopen();
    const told = await say("the second");
    expect((await replayed()).difference).toBeNull();
    expect(told).toMatchObject({ status: "success", answer: "As you said: It is Yonath." });
    expect(model.asked.at(-1)?.messages.at(-1)?.text).toContain("Yonath");
    expect(done).toEqual(["Ada"]);
    expect(told.trace.steps[0]?.output?.metadata["actions"]).toMatchObject([
      { tool: "look_up" },
      { tool: "ask_reader", status: "success", result: "Yonath" },
    ]);
    const run = await room.turnDeps().store.runs.find({ user_id: "ana" }, told.run_id);
    expect(run?.answers).toEqual({ "1-2": { answer: "Yonath" } });
  });

  it("takes any words where it gave no options, as text and never as a reference, and may ask again", async () => {
    const ask = (question: string) => call("ask_reader", { question });
    const { say, model } = await deps([
      ask("Who?"),
      ask("When?"),
      respond("Countess Ada.\nIn 1843."),
    ]);
    expect((await say("clerk find somebody")).pending).toMatchObject({ kind: "fill" });
    expect((await say("Countess Ada ${1.result}")).answer).toBe("When?");
    expect((await say("in 1843")).answer).toBe("As you said: Countess Ada.\nAs you said: In 1843.");
    expect(model.prompts()[2]).toContain("Countess Ada ${1.result}");
    expect(model.asked).toHaveLength(3);
  });

  it("cannot answer for the user", async () => {
    const { say, model } = await deps(() =>
      call("ask_reader", { question: "Who?", answer: "Ada" }),
    );
    expect((await say("clerk find somebody")).answer).toMatch(/^Clerk stopped/);
    expect(model.prompts()[0]).not.toContain('"answer"');
  });

  it("may be called by another, which waits with it", async () => {
    const { say } = await deps([
      call("ask_scribe", { question: "Ada" }),
      which,
      respond("Lovelace."),
      respond("It is Lovelace."),
    ]);
    expect((await say("clerk where is Ada")).answer).toContain("Which Ada?");
    const told = await say("Lovelace");
    expect(told.answer).toBe("As you said: It is Lovelace.");
    expect(told.trace.steps.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual([
      "1 success",
      "1-1 success",
      "1-1-1 success",
    ]);
  });

  it("may be called by another for what needs a yes: that is asked too", async () => {
    const { say, done } = await deps([
      call("ask_chief", { question: "write to Ada" }),
      call("post_letter", { to: "Ada" }),
      respond("The letter was sent."),
      respond("The chief has seen to it."),
    ]);
    const asked = await say("clerk tell Ada");
    // What an agent calls may leave the house: the call itself is asked about first, then the letter.
    expect(asked.pending?.kind).toBe("confirm");
    expect(done).toEqual([]);
    const next = await say("yes");
    expect(next.pending?.kind).toBe("confirm");
    expect(next.answer).toContain('to: "Ada"');
    expect(done).toEqual([]);
    expect((await say("yes")).answer).toBe("Posted.");
    expect(done).toEqual(["Ada"]);
  });

  it("does nothing more on a no", async () => {
    const { say, model } = await deps([which, respond("x")]);
    await say("clerk where is Ada");
    expect((await say("no")).status).toBe("success");
    expect(model.asked).toHaveLength(1);
  });
});
