import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { type Domain, defineDomain, type Handler } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { chatCompletions } from "../adapters/language-model/chat-completions.fixture.ts";
import { openLoopbackModel } from "../adapters/language-model/loopback-provider.fixture.ts";
import { messagesApi } from "../adapters/language-model/messages-api.fixture.ts";
import { scriptedModel } from "../adapters/language-model/scripted-model.fixture.ts";
import { ModelError, type ModelErrorKind } from "../ports/language-model.ts";
import { explainBy } from "../quality/rehearsal/explain.ts";
import { attacks } from "../understanding/with-model/attacks.fixture.ts";
import { observatoryManifest } from "../understanding/with-model/sentence.fixture.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const explain = explainBy(answer);

/** The words alone are sure of it. */
const SURE = "quando é o próximo eclipse";
/** The words alone make it likely, and not certain. */
const LIKELY = "could Neptune maybe be visible out there tonight";
/** The words alone know the goal, and not the body. */
const BARE = "Saturno";
/** The words alone make little of it. */
const STRANGE = "tell me if Neptune shows up out there";

type Entry = { name: string; value: string };
const form = (goal: string, entities: Entry[] = [], confidence = 0.99) => ({
  goal: goal === "none" ? goal : `observatory.${goal}`,
  entities,
  confidence,
});
const neptune = [{ name: "body_text", value: "Neptune" }];

const dialects = { anthropic: messagesApi, openai: chatCompletions };

let done: string[];
let domain: Domain;
let handlers: Record<string, Handler>;
let opened: Awaited<ReturnType<typeof openTurnDeps>>[];
beforeEach(() => {
  done = [];
  opened = [];
  const does = (capability: string) => (params: Record<string, unknown>) => {
    const said = Object.entries(params).filter(([name]) => name.endsWith("_text"));
    done.push([capability, ...said.map(([, value]) => value)].join(" "));
    return Promise.resolve(success({ result: null, explanation: `Did ${capability}.` }));
  };
  const names = observatoryManifest.capabilities.map(({ capability }) => capability);
  handlers = Object.fromEntries(names.map((name) => [name, does(name)]));
  domain = defineDomain(observatoryManifest, handlers, { log: silentLog });
});
afterEach(async () => {
  await Promise.all(opened.map((deps) => deps.close()));
});

/** A deps whose model answers by a script; `undefined`: it has none. */
async function deps(script: ((at: number) => unknown) | undefined) {
  const model = script && scriptedModel((_call, at) => script(at));
  const room = await openTurnDeps([domain], model && { model });
  opened.push(room);
  const say = (input_text: string, session_id = "s"): Promise<TurnResponse> =>
    answer(
      { session_id, user_id: "ana", input_text, channel: "test", metadata: {} },
      room.turnDeps(),
    );
  return { say, model, room };
}

describe("a sentence that the words alone leave open", () => {
  it("is settled by the model and carried out, and the answer tells who decided and what it cost", async () => {
    const { say, room } = await deps(() => form("VISIBILITY", neptune));
    const told = await say(LIKELY);
    expect(done).toEqual(["get_visibility Neptune"]);
    expect(told.status).toBe("success");
    expect(told.trace.intent).toMatchObject({
      goal: "VISIBILITY",
      tier: "model",
      confidence: 0.96,
    });
    expect(told.trace.intent.evidence.map(({ kind }) => kind)).toContain("model");
    expect(told.usage).toEqual({ llm_calls: 1, tokens_input: 100, tokens_output: 10 });
    const [row] = await room.turnDeps().store.usage.recent({ user_id: "ana" }, 1);
    expect(row).toMatchObject({ tier: "model", ...told.usage });
  });

  it("is asked about when the model finds none of the goals, and nothing runs", async () => {
    const { say } = await deps(() => form("none"));
    const told = await say(LIKELY);
    expect(told.pending?.kind).toBe("choose_goal");
    expect(told.usage.llm_calls).toBe(1);
    expect(done).toEqual([]);
  });

  it("is asked about when the model is not sure either", async () => {
    const { say } = await deps(() => form("VISIBILITY", neptune, 0.8));
    expect((await say(LIKELY)).status).toBe("clarification");
    expect(done).toEqual([]);
  });

  it("gets the model's suggestion as a question where the words do not support it; one word is enough", async () => {
    const { say } = await deps(() => form("VISIBILITY", neptune));
    const asked = await say(STRANGE);
    expect(asked.pending?.options.map(({ label }) => label)).toEqual([
      "Whether a body can be seen (Neptune)",
    ]);
    expect(done).toEqual([]);
    await say("1");
    expect(done).toEqual(["get_visibility Neptune"]);
  });

  it("does nothing but read on a model's word, also where a domain's gate is low", async () => {
    domain = defineDomain(
      { ...observatoryManifest, confidence_gate: { threshold: 0.8 } },
      handlers,
      { log: silentLog },
    );
    const { say } = await deps(() =>
      form("LOG_SIGHTING", [{ name: "note_text", value: "it was dark" }], 1),
    );
    expect((await say("log that it was dark")).pending?.kind).toBe("choose_goal");
    expect(done).toEqual([]);
  });

  it("does nothing but read on a model's word: what writes is asked about", async () => {
    const { say } = await deps(() =>
      form("LOG_SIGHTING", [{ name: "note_text", value: "a comet" }], 1),
    );
    const asked = await say("log a comet");
    expect(asked.pending?.options[0]?.label).toBe("Write a sighting down (comet)");
    expect(done).toEqual([]);
    await say("1");
    expect(done).toEqual(["log_sighting comet"]);
  });
});

describe("a value that the words alone did not find", () => {
  it("is looked for by the model before the user is asked", async () => {
    const { say } = await deps(() => ({ values: ["Saturno"] }));
    const told = await say(BARE);
    expect(done).toEqual(["get_visibility Saturno"]);
    expect(told.trace.intent.tier).not.toBe("model");
    expect(told.usage.llm_calls).toBe(1);
  });

  it("is asked of the user where the message does not tell it", async () => {
    const { say } = await deps(() => ({ values: [] }));
    const told = await say("is it visible");
    expect(told).toMatchObject({ status: "clarification", answer: "Which body?" });
    expect(told.usage.llm_calls).toBe(1);
    await say("Saturn");
    expect(done).toEqual(["get_visibility Saturn"]);
  });

  it("is looked for after the model has settled the goal", async () => {
    const { say, model } = await deps((at) =>
      at === 0 ? form("VISIBILITY") : { values: ["Neptune"] },
    );
    await say(LIKELY);
    expect(model?.asked).toHaveLength(2);
    expect(done).toEqual(["get_visibility Neptune"]);
  });
});

it("a sentence that the words alone settle asks no model", async () => {
  const { say, model } = await deps(() => form("none"));
  const told = await say(SURE);
  expect(told.status).toBe("success");
  expect(told.usage).toEqual({ llm_calls: 0, tokens_input: 0, tokens_output: 0 });
  expect(model?.asked).toEqual([]);
});

it("of what may be several requests a model does not carry out one", async () => {
  const { say } = await deps(() => form("ECLIPSES", [], 1));
  const told = await say("quando é o próximo eclipse e reserva a cúpula pra Bia");
  expect(told.status).toBe("clarification");
  expect(done).toEqual([]);
});

it("an explanation asks no model", async () => {
  const { model, room } = await deps(() => form("VISIBILITY"));
  for (const input_text of [LIKELY, STRANGE, BARE])
    await explain(
      { session_id: "s", user_id: "ana", input_text, channel: "test", metadata: {} },
      room.turnDeps(),
    );
  expect(model?.asked).toEqual([]);
});

/** What people see of an answer. */
const seen = ({ status, answer: text, pending }: TurnResponse) => ({ status, text, pending });

/** Where nothing is asked, the first line of a refusal may say that the model gave nothing. */
const WHY = /^(?:The language model|The answer exceeded|O modelo de linguagem|A resposta).*\n/;

describe("a model that is of no use changes nothing that people see, but for why a refusal is one", () => {
  const kinds: ModelErrorKind[] = [
    "unavailable",
    "timeout",
    "rate_limited",
    "spent",
    "rejected",
    "unreadable",
    "refused",
    "cut_off",
    "empty",
    "invalid",
  ];
  it.each([
    ...kinds.map((kind): [string, unknown] => [kind, new ModelError(kind, "said why")]),
    ["talks", "I would be happy to help!"],
    ["sends half", '{"goal":"observ'],
    ["lists goals", [form("VISIBILITY")]],
    ["names an unknown goal", form("SELF_DESTRUCT")],
    ["names none", form("none")],
    ["calls a tool", { action: "CALL_TOOL", tool: "book_dome", args: {} }],
  ])("%s", async (_what, said) => {
    const without = await deps(undefined);
    const withModel = await deps(() => said);
    for (const [at, text] of [SURE, LIKELY, BARE, STRANGE, "qual a capital da França"].entries()) {
      const told = await withModel.say(text, `s${at}`);
      const answer = told.pending === null ? told.answer.replace(WHY, "") : told.answer;
      expect(seen({ ...told, answer })).toEqual(seen(await without.say(text, `s${at}`)));
      expect(told.usage.llm_calls).toBeLessThanOrEqual(3);
    }
  });
});

describe("the same sentence again within a day", () => {
  it("is not asked about again, whoever says it and however it is written", async () => {
    const { model, room } = await deps(() => form("VISIBILITY", neptune));
    const ask = (input_text: string, user_id: string) =>
      answer(
        { session_id: "t", user_id, input_text, channel: "test", metadata: {} },
        room.turnDeps(),
      );
    await ask(LIKELY, "ana");
    await room.turnDeps().store.flush();
    const told = await ask(`  ${LIKELY.toUpperCase()}?`, "bia");
    expect(told.trace.intent).toMatchObject({ goal: "VISIBILITY", tier: "model" });
    expect(told.trace.intent.evidence.map(({ kind }) => kind)).toContain("cache");
    expect(told.usage.llm_calls).toBe(0);
    room.pass(24 * 60 * 60 * 1000);
    await ask(LIKELY, "ana");
    expect(model?.asked).toHaveLength(2);
  });

  it("is asked about again when there was no usable answer", async () => {
    const { say, model, room } = await deps((at) => (at < 2 ? "nonsense" : form("none")));
    await say(LIKELY, "a");
    await room.turnDeps().store.flush();
    await say(LIKELY, "b");
    expect(model?.asked).toHaveLength(3);
  });
});

it("over its limit no one asks the model, and the question that is asked instead says so", async () => {
  const model = scriptedModel(() => form("VISIBILITY", neptune));
  const room = await openTurnDeps([domain], { model, limits: { session: 50 } });
  opened.push(room);
  const entry = { session_id: "s", user_id: "ana", channel: "test", metadata: {} };
  const told = await answer({ ...entry, input_text: LIKELY }, room.turnDeps());
  expect(told.pending?.kind).toBe("choose_goal");
  expect(told.answer).toMatch(/^The usage limit for the language model has been reached/);
  expect(model.asked).toEqual([]);
  const known = await answer({ ...entry, session_id: "t", input_text: SURE }, room.turnDeps());
  expect(known.status).toBe("success");
});

it("a model that obeys every attack reads at most, and only what was said", async () => {
  let obeyed: unknown;
  const { say } = await deps(() => obeyed);
  for (const [at, attack] of attacks.entries()) {
    ({ obeyed } = attack);
    const told = await say(attack.text, `s${at}`);
    expect(told.usage.llm_calls).toBeLessThanOrEqual(3);
  }
  for (const each of done) expect(each).toMatch(/^(get_visibility|list_eclipses)( |$)/);
});

it.each(["anthropic", "openai"] as const)(
  "a provider that hangs (%s) costs its share of the time, and the question is still asked",
  async (provider) => {
    const { model, plan, abandoned } = await openLoopbackModel(dialects[provider]);
    plan({ does: "hangs" });
    const room = await openTurnDeps([domain], { model, deadlineMs: 1500 });
    opened.push(room);
    const entry = { session_id: "s", user_id: "ana", channel: "test", metadata: {} };
    const told = await answer({ ...entry, input_text: LIKELY }, room.turnDeps());
    expect(told.pending?.kind).toBe("choose_goal");
    expect(told.trace.intent.evidence.map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining("(timeout)"),
    );
    await abandoned;
  },
);

it.each(["anthropic", "openai"] as const)(
  "a provider on the wire (%s) settles a sentence, and what is told and logged holds no key and no address",
  async (provider) => {
    const { model, plan, secrets } = await openLoopbackModel(dialects[provider]);
    const logged: unknown[] = [];
    const write = (...line: unknown[]) => void logged.push(line);
    const log = { info: write, warn: write, error: write };
    const room = await openTurnDeps([domain], { model, log });
    opened.push(room);
    const entry = { session_id: "s", user_id: "ana", channel: "test", metadata: {} };
    plan({ says: JSON.stringify(form("VISIBILITY", neptune)) });
    const told = await answer({ ...entry, input_text: LIKELY }, room.turnDeps());
    expect(done).toEqual(["get_visibility Neptune"]);
    expect(told.usage).toEqual({ llm_calls: 1, tokens_input: 120, tokens_output: 7 });
    plan({ status: 401 });
    // What was settled once need not be asked again.
    const asked = await answer({ ...entry, input_text: STRANGE }, room.turnDeps());
    expect(logged).toHaveLength(2);
    for (const secret of secrets)
      expect(JSON.stringify([told, asked, logged])).not.toContain(secret);
  },
);
