import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { success } from "#shared/domain-kit/answers.ts";
import { type Domain, defineDomain, type Handler } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { scriptedModel } from "../adapters/language-model/scripted-model.fixture.ts";
import { deleteSession, resetSession } from "../start/sessions.ts";
import { observatoryManifest } from "../understanding/with-model/sentence.fixture.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

/** The words alone make it likely, and not certain. */
const LIKELY = "could Neptune be visible tonight";
const SURE = "quando é o próximo eclipse";
const asKnown = (goal: string, entities: { name: string; value: string }[] = []) => ({
  goal: `observatory.${goal}`,
  entities,
  confidence: 0.99,
});
const NEPTUNE = asKnown("VISIBILITY", [{ name: "body_text", value: "Neptune" }]);

let domain: Domain;
let room: Awaited<ReturnType<typeof openTurnDeps>> | undefined;
beforeEach(() => {
  const names = observatoryManifest.capabilities.map(({ capability }) => capability);
  const does =
    (name: string): Handler =>
    () =>
      Promise.resolve(success({ result: null, explanation: `Did ${name}.` }));
  domain = defineDomain(
    observatoryManifest,
    Object.fromEntries(names.map((name) => [name, does(name)])),
    { log: silentLog },
  );
});
afterEach(() => room?.close());

/** Without `says` there is no model. */
async function open(says?: (at: number) => unknown) {
  const model = says && { model: scriptedModel((_call, at) => says(at)) };
  const opened = await openTurnDeps([domain], { ...model });
  room = opened;
  const say = (input_text: string, session_id = "s") =>
    answer(
      { session_id, user_id: "ana", input_text, channel: "test", metadata: {} },
      opened.turnDeps(),
    );
  const waiting = () => opened.turnDeps().store.proposals.waiting(10);
  return { say, waiting, deps: opened.turnDeps() };
}

describe("a sentence is proposed as an example", () => {
  it("when a model found its goal and it was carried out, with its entities marked", async () => {
    const { say, waiting } = await open(() => NEPTUNE);
    const told = await say(LIKELY);
    const [proposal, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(proposal).toMatchObject({
      user_id: "ana",
      session_id: "s",
      run_id: told.run_id,
      domain: "observatory",
      goal: "VISIBILITY",
      locale: "en",
      text: LIKELY,
      example: "could [Neptune](body_text) be visible [tonight](night)",
      unmarked: [],
      solved_by: "model",
    });
  });

  it("when the user was asked, chose the goal, and it was carried out", async () => {
    const { say, waiting } = await open(() =>
      asKnown("LOG_SIGHTING", [{ name: "note_text", value: "a comet" }]),
    );
    await say("log a comet");
    expect(await waiting()).toEqual([]);
    await say("1");
    expect(await waiting()).toMatchObject([
      { goal: "LOG_SIGHTING", text: "log a comet", solved_by: "choice" },
    ]);
  });

  it("once, however often it is said", async () => {
    const { say, waiting } = await open(() => NEPTUNE);
    await say(LIKELY);
    await say(`${LIKELY.toUpperCase()}?`, "other");
    expect(await waiting()).toHaveLength(1);
  });
});

describe("a sentence is not proposed", () => {
  it("when the words alone were enough", async () => {
    const { say, waiting } = await open(() => NEPTUNE);
    expect((await say(SURE)).status).toBe("success");
    expect(await waiting()).toEqual([]);
  });

  it("when what it led to failed", async () => {
    const down: Handler = () => Promise.reject(new Error("clouds"));
    const names = observatoryManifest.capabilities.map(({ capability }) => capability);
    domain = defineDomain(
      observatoryManifest,
      Object.fromEntries(names.map((name) => [name, down])),
      { log: silentLog },
    );
    const { say, waiting } = await open(() => NEPTUNE);
    expect((await say(LIKELY)).status).toBe("failure");
    expect(await waiting()).toEqual([]);
  });

  it("when it is longer than what people say twice", async () => {
    const { say, waiting } = await open(() => NEPTUNE);
    expect((await say(`${LIKELY} ${"and then some ".repeat(30)}`)).status).toBe("success");
    expect(await waiting()).toEqual([]);
  });
});

describe("a proposal goes", () => {
  it.each(["não era isso", "no, when is the next eclipse", "cancela", "desfaz"])(
    "when the next message corrects it: %s",
    async (correction) => {
      const { say, waiting } = await open(() => NEPTUNE);
      await say(LIKELY);
      await say(correction);
      expect(await waiting()).toEqual([]);
    },
  );

  it("and stays when the next message is about something else", async () => {
    const { say, waiting } = await open(() => NEPTUNE);
    await say(LIKELY);
    await say(SURE);
    await say("não era isso");
    expect(await waiting()).toHaveLength(1);
  });

  it.each([
    ["deleted", deleteSession],
    ["reset", resetSession],
  ])("with its session when that is %s", async (_how, forget) => {
    const { say, waiting, deps } = await open(() => NEPTUNE);
    await say(LIKELY);
    expect(await forget(deps, { user_id: "ana", session_id: "s" })).toBe(true);
    expect(await waiting()).toEqual([]);
  });
});

describe("a sentence that was not understood", () => {
  it("is kept as it was said, with what was offered instead, once", async () => {
    const { say, deps } = await open();
    await say(LIKELY);
    await say("bake me a cake with candles", "s2");
    await say("Bake me a CAKE with candles", "s3");
    const kept = await deps.store.proposals.unclear(10);
    expect(kept.map(({ text, offered }) => ({ text, offered }))).toEqual([
      { text: "bake me a cake with candles", offered: [] },
      { text: LIKELY, offered: ["observatory.VISIBILITY"] },
    ]);
    expect(kept[0]).toMatchObject({ user_id: "ana", session_id: "s2", locale: "en" });
  });

  it("is clear once its goal was chosen and carried out, and is proposed instead", async () => {
    const { say, waiting, deps } = await open();
    await say(LIKELY);
    await say("1");
    await say("Neptune");
    expect(await deps.store.proposals.unclear(10)).toEqual([]);
    expect(await waiting()).toHaveLength(1);
  });

  it("is neither a courtesy nor an answer, nor too long to be said again", async () => {
    const { say, deps } = await open();
    for (const text of ["thanks!", "yes", SURE, `bake ${"a cake and ".repeat(40)}`])
      await say(text);
    expect(await deps.store.proposals.unclear(10)).toEqual([]);
  });

  it("goes with its session", async () => {
    const { say, deps } = await open();
    await say("bake me a cake with candles");
    await deleteSession(deps, { user_id: "ana", session_id: "s" });
    expect(await deps.store.proposals.unclear(10)).toEqual([]);
  });
});
