import { describe, expect, it } from "vitest";
import { replayRun } from "../quality/replay/replay-run.ts";
import { agentOf, call, clerkDeps as deps, noop, respond } from "./agents.fixture.ts";
import { answer } from "./answer.ts";

describe("an agent", () => {
  it("proposes, is shown what came of it, and answers; its calls are steps of the run", async () => {
    const { say, done, model, room } = await deps([
      call("look_up", { name: "Ada" }),
      respond("Ada is on shelf 7."),
    ]);
    const told = await say("clerk where is Ada");
    expect(told).toMatchObject({ status: "success", answer: "Ada is on shelf 7." });
    expect(done).toEqual(["look_up Ada"]);
    expect(
      told.trace.steps.map(({ id, capability, status }) => [String(id), capability, status]),
    ).toEqual([
      ["1", "ask_clerk", "success"],
      ["1-1", "look_up", "success"],
    ]);
    expect(agentOf(told)).toMatchObject({
      result: { answer: "Ada is on shelf 7." },
      metadata: {
        stopped: "answered",
        iterations: 2,
        action_count: 1,
        actions: [
          {
            tool: "look_up",
            args: { name: "Ada" },
            status: "success",
            result: "Ada is on shelf 7.",
          },
        ],
        token_usage: { prompt: 200, completion: 20, total: 220 },
      },
    });
    expect(model?.prompts()[1]).toContain("shelf 7");
    const { runs, usage } = room.turnDeps().store;
    const run = await runs.find({ user_id: "ana" }, told.run_id);
    const steps = await runs.steps({ user_id: "ana" }, told.run_id);
    expect(steps).toHaveLength(2);
    if (run === undefined) throw new Error("the run is not stored");
    expect((await replayRun(run, steps, room.turnDeps().current())).difference).toBeNull();
    const calls = await usage.calls({ user_id: "ana" }, told.run_id);
    expect(calls.map(({ purpose, step_id }) => [purpose, step_id])).toEqual([
      ["archive.ask_clerk", "1"],
      ["archive.ask_clerk", "1"],
    ]);
  });

  it("calls what needs nothing of one another at once, and nothing twice", async () => {
    const { say, done, model } = await deps([
      call("look_up", { name: "Ada" }, ["look_up", { name: "Bob" }], ["look_up", { name: "Ada" }]),
      call("look_up", { name: "Bob" }),
      respond("Both are on shelf 7."),
    ]);
    const told = await say("clerk where are they");
    expect(done).toEqual(["look_up Ada", "look_up Bob"]);
    expect(model?.asked).toHaveLength(3);
    expect(agentOf(told)?.metadata["action_count"]).toBe(4);
  });

  it("has tools of its own shape, bound to capabilities", async () => {
    const { say, done } = await deps([
      call("read_outside", { place: "Faro" }),
      respond("It is noise."),
    ]);
    await say("clerk read the board");
    expect(done).toEqual(["read_board board of Faro"]);
  });

  it("remembers its last answers of the session, by number, and they can be reset", async () => {
    const { say, model, room } = await deps((_call, at) => respond(`Answer ${at}.`), {
      definition: { may_say: ["Answer 0, 1, 2 or 3."] },
    });
    for (const question of ["one", "two", "three", "four"]) await say(`clerk ${question}`);
    expect(model?.prompts()[0]).not.toContain("evt-");
    expect(model?.prompts()[3]).toContain("evt-0002");
    expect(model?.prompts()[3]).not.toContain("evt-0001");
    const key = { user_id: "ana", session_id: "s" };
    const state = await room.turnDeps().store.conversations.load(key);
    expect(
      state?.agent_memory["clerk"]?.map(({ event_id, summary }) => [event_id, summary]),
    ).toEqual([
      ["evt-0003", "Answer 2."],
      ["evt-0004", "Answer 3."],
    ]);
  });

  it("answers in a structure where its definition has one", async () => {
    const output_schema = {
      type: "object" as const,
      properties: { shelf: { type: "integer" as const } },
      required: ["shelf"],
    };
    const { say } = await deps(
      [respond("Seven.", { output: { shelf: "x" } }), respond("Seven.", { output: { shelf: 7 } })],
      { definition: { output_schema, may_say: ["Seven."] } },
    );
    expect(agentOf(await say("clerk where"))?.result).toEqual({ shelf: 7 });
  });

  it("may have nothing to do", async () => {
    const { say, done } = await deps([noop]);
    const told = await say("clerk hum");
    expect(told).toMatchObject({ answer: "There is nothing to do.", trace: { receipts: [] } });
    expect(done).toEqual([]);
  });

  it("that has nothing more to do or to say has done what it has done", async () => {
    const { say, done } = await deps([call("stamp", { name: "a" }), noop]);
    const told = await say("clerk stamp it");
    expect(told).toMatchObject({ status: "success", answer: "Stamped." });
    expect(told.trace.receipts.map(({ capability }) => capability)).toEqual(["stamp"]);
    expect(done).toEqual(["stamp a"]);
  });

  it("that got nothing and says nothing has come to no result", async () => {
    const { say } = await deps([call("look_up", { name: "nobody" }), noop]);
    expect(await say("clerk find nobody")).toMatchObject({
      status: "failure",
      answer: "Clerk did not reach a result.\nThere is no nobody.",
    });
  });

  it("reads again what it has changed", async () => {
    const look = call("look_up", { name: "Ada" });
    const { say, done } = await deps([
      look,
      call("stamp", { name: "Ada" }),
      look,
      respond("She is on shelf 7."),
    ]);
    await say("clerk move Ada");
    expect(done).toEqual(["look_up Ada", "stamp Ada", "look_up Ada"]);
  });

  it("reads again what it has read beside a change", async () => {
    const look = call("look_up", { name: "Ada" });
    const { say, done } = await deps([
      call("look_up", { name: "Ada" }, ["stamp", { name: "Ada" }]),
      look,
      respond("She is on shelf 7."),
    ]);
    await say("clerk move Ada");
    expect(done.filter((each) => each === "look_up Ada")).toHaveLength(2);
  });

  it.each([
    ["leaves out the oldest answers", 2600],
    ["is shown the beginning of the newest one, where nothing else has room", 1500],
  ])("%s at its context limit", async (_what, context_limit) => {
    const { say, model } = await deps(
      [
        call("look_up", { name: "long a" }),
        call("look_up", { name: "long b" }),
        respond("That was long."),
      ],
      { definition: { context_limit, max_tokens: 100, may_say: ["That was long."] } },
    );
    expect((await say("clerk find them")).answer).toBe("That was long.");
    const shown = model?.asked[2]?.messages.map(({ text }) => text) ?? [];
    expect(shown[2]).toContain("left out for want of room");
    expect(shown[4]).toContain("long b is on shelf 7. xxx");
  });
});

describe("what an agent does to the world", () => {
  it("waits for a yes before anything leaves the machine, and goes on after a restart without starting over", async () => {
    const { say, done, model, room } = await deps([
      call("look_up", { name: "Ada" }),
      call("post_letter", { to: "Ada" }),
      respond("The letter was sent."),
    ]);
    const asked = await say("clerk write to Ada");
    expect(asked.pending?.kind).toBe("confirm");
    expect(asked.answer).toContain('to: "Ada"');
    expect(done).toEqual(["look_up Ada"]);
    await room.reopen();
    const told = await say("yes");
    expect(told).toMatchObject({ status: "success", answer: "Posted.\nAda is on shelf 7." });
    expect(done).toEqual(["look_up Ada", "post_letter Ada"]);
    expect(model?.asked).toHaveLength(3);
  });

  it("does nothing on a no", async () => {
    const { say, done } = await deps([call("post_letter", { to: "Ada" }), respond("x")]);
    await say("clerk write to Ada");
    await say("no");
    expect(done).toEqual([]);
  });

  it("writes by itself, but asks where it rests on text from outside", async () => {
    const writing = [call("stamp", { name: "a" }), respond("Stamped, and saved.")];
    const own = await deps(writing);
    expect((await own.say("clerk stamp it")).status).toBe("success");
    expect(own.done).toEqual(["stamp a"]);
    const led = await deps([call("read_outside", { place: "Faro" }), ...writing]);
    const asked = await led.say("clerk do what the board says");
    expect(asked.pending?.kind).toBe("confirm");
    expect(asked.answer).toContain("archive.read_board");
    expect(led.done).toEqual(["read_board board of Faro"]);
  });

  it("is only to read where its capability declares that", async () => {
    const { say, done } = await deps(
      [call("stamp", { name: "a" }), call("post_letter", { to: "x" })],
      { effect: "read" },
    );
    const told = await say("clerk stamp it");
    expect(told.status).toBe("failure");
    expect(done).toEqual([]);
  });
});

it("what the user has no right to does not exist for the user's agent", async () => {
  const { done, room, model } = await deps([
    call("look_up", { name: "Ada" }),
    call("look_up", { name: "Ada" }),
  ]);
  const entry = { session_id: "s", user_id: "ana", channel: "test", metadata: {} };
  const told = await answer(
    { ...entry, locale: "en", input_text: "clerk find Ada" },
    room.turnDeps(),
    {
      mayUse: ({ spec }) => spec.capability !== "look_up",
    },
  );
  expect(told.status).toBe("failure");
  expect(done).toEqual([]);
  expect(model?.prompts()[0]).not.toContain("look_up");
});
