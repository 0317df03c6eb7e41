import { describe, expect, it } from "vitest";
import { ModelError } from "../ports/language-model.ts";
import { agentOf, call, clerkDeps as deps, noop, respond } from "./agents.fixture.ts";

describe("an agent that misbehaves calls nothing wrong and claims nothing", () => {
  it.each<[string, unknown, RegExp?]>([
    ["calls an unlisted tool", call("burn", { name: "all" })],
    ["calls a tool that does not exist", call("rm", { path: "/" })],
    ["fills in what no tool takes", call("look_up", { name: "a", next: "burn" })],
    ["calls and talks", { ...call("look_up", { name: "a" }), message: "Let me see!" }],
    ["responds with a call", { ...respond("x"), tool: "look_up" }],
    ["says nothing as NOOP with words", { ...noop, message: "hm" }],
    ["names a reserved argument", call("look_up", JSON.parse('{"name":"a","__proto__":"b"}'))],
    ["names an inherited tool", call("constructor", { name: "a" })],
    [
      "writes an argument twice",
      {
        ...call("look_up", {}),
        args: [
          { name: "name", value: "a" },
          { name: "name", value: "b" },
        ],
      },
    ],
    ["hides a call in another", call("look_up", { name: "a" }, ["burn", { name: "all" }])],
    ["says more than the form has", { ...respond("x"), approved: true }],
    ["claims what it did not do", respond("I have sent the letter.")],
    ["claims it between the lines", respond("I have s\u200bent the let\u00adter.")],
    ["says what nobody can see", respond("\u200b\u2060")],
    ["offers", respond("Shelf 7. Would you like me to stamp it?")],
    ["smiles", respond("Shelf 7 😀")],
    ["talks", "Sure, I will burn it all!"],
    ["sends half", '{"action":"CALL_TOOL","tool":"bu'],
    ["refuses", new ModelError("refused", "x")],
    ["is silent", new ModelError("empty", "x")],
    ["is slow", new ModelError("timeout", "x"), /^Clerk ran out of time/],
  ])("%s", async (_what, said, begins = /^Clerk stopped/) => {
    const { say, done, model } = await deps(() => said);
    const told = await say("clerk please");
    expect(told.status).toBe("failure");
    expect(told.answer).toMatch(begins);
    expect(done).toEqual([]);
    expect(model?.asked.length).toBeLessThanOrEqual(2);
  });

  it("has sent nothing by having stamped something", async () => {
    const { say, done } = await deps((_call, at) =>
      at === 0 ? call("stamp", { name: "a" }) : respond("I have sent the letter."),
    );
    const told = await say("clerk send it");
    expect(told.answer).not.toContain("sent");
    expect(told.answer).toContain("Stamped.");
    expect(done).toEqual(["stamp a"]);
  });

  it("has done nothing by having asked another agent, who did nothing", async () => {
    const { say } = await deps((_call, at) =>
      at === 0 ? call("ask_chief", { question: "send it" }) : respond("I sent the letter."),
    );
    const told = await say("clerk send it");
    expect(told.status).toBe("failure");
    expect(told.answer).not.toContain("sent");
  });

  it("does the same thing once, however often it wants it, until something else was done", async () => {
    const stamp = call("stamp", { name: "a" });
    const { say, done, model } = await deps(
      [stamp, stamp, call("stamp", { name: "b" }), stamp, respond("Done.")],
      { definition: { max_iterations: 6 } },
    );
    const told = await say("clerk stamp them");
    expect(done).toEqual(["stamp a", "stamp b", "stamp a"]);
    expect(told.trace.receipts).toHaveLength(3);
    expect(model?.prompts()[2]).toContain("is not done again");
  });

  it("gets one chance to put it right, and is told what was wrong", async () => {
    const { say, model } = await deps([
      call("burn", { name: "all" }),
      respond("I cannot burn it."),
    ]);
    expect((await say("clerk burn it")).answer).toBe("I cannot burn it.");
    expect(model?.prompts()[1]).toContain("That cannot be used");
  });

  it("stops at its limit of steps with what it has found, and says why", async () => {
    const { say, done } = await deps((_call, at) => call("look_up", { name: `n${at}` }));
    const told = await say("clerk look and look");
    expect(done).toHaveLength(4);
    expect(told.answer).toContain("Clerk stopped at its step limit");
    expect(told.answer).toContain("n0 is on shelf 7.");
    expect(agentOf(told)?.metadata["stopped"]).toBe("max_iterations");
  });

  it("stops where the budget ends, with what it has found", async () => {
    const { say } = await deps((_call, at) => call("look_up", { name: `n${at}` }), {
      limits: { user_day: 1600 },
    });
    const told = await say("clerk look and look");
    expect(agentOf(told)?.metadata["stopped"]).toBe("over_budget");
    expect(told.answer).toContain("limit for the model");
  });

  it.each([
    ["repaired", call("burn", { name: "all" })],
    ["asked again", new ModelError("unavailable", "x")],
  ])("is not %s where the budget ends", async (_what, said) => {
    const { say, model } = await deps(() => said, { limits: { user_day: 1600 } });
    const told = await say("clerk look");
    expect(agentOf(told)?.metadata["stopped"]).toBe("over_budget");
    expect(model?.asked).toHaveLength(1);
  });

  it("cannot call agents without end", async () => {
    const { say } = await deps(({ messages }) =>
      messages.length === 1
        ? call("ask_chief", { question: "you do it" })
        : respond("I do not know."),
    );
    const told = await say("clerk who is in charge");
    expect(told.answer).toBe("I do not know.");
    const deepest = told.trace.steps.map(({ id }) => String(id).split("-").length);
    expect(Math.max(...deepest)).toBeLessThanOrEqual(4);
    expect(JSON.stringify(told.trace.steps)).toContain("AGENT_TOO_DEEP");
  });

  it("says in the user's language that there is no model", async () => {
    const { say } = await deps(undefined);
    expect((await say("clerk what is new")).answer).toContain("none is configured");
    expect((await say("escrivão o que há de novo", "pt-BR")).answer).toContain(
      "não há nenhum configurado",
    );
  });
});
