import { afterEach, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { explainBy } from "../quality/rehearsal/explain.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";
import type { TurnDeps } from "./turn-deps.ts";

const explain = explainBy(answer);

const harbour: ManifestSource = {
  manifest_version: "1",
  domain: "harbour",
  version: "1.0.0",
  description: { en: "Looks after the harbour" },
  goals: [
    {
      goal: "ASK_TIDE",
      description: { en: "Ask for the tide" },
      capability: "read_tide",
      hints: { templates: { en: ["[what is] the tide [today]"] } },
    },
    {
      goal: "SINK_BOAT",
      description: { en: "Sink a boat" },
      capability: "sink_boat",
      hints: { templates: { en: ["sink the boat"] } },
    },
  ],
  capabilities: [
    { capability: "read_tide", effect: "read" },
    { capability: "sink_boat", effect: "destructive", repeat: "keyed" },
  ],
};

let opened: Awaited<ReturnType<typeof openTurnDeps>> | undefined;
afterEach(() => opened?.close());

/** A harbour where every sentence means this, so surely. */
async function open(goal: string, confidence: number) {
  const done: string[] = [];
  const called = (name: string) => async () => {
    done.push(name);
    return success({ result: null, explanation: "Done." });
  };
  const handlers = { read_tide: called("read_tide"), sink_boat: called("sink_boat") };
  opened = await openTurnDeps([defineDomain(harbour, handlers, { log: silentLog })]);
  const deps: TurnDeps = {
    ...opened.turnDeps(),
    meaning: () => Promise.resolve({ domain: "harbour", goal, confidence }),
  };
  const entry = (input_text: string) => ({
    ...{ session_id: "s", user_id: "ana", channel: "test", metadata: {} },
    input_text,
  });
  return {
    done,
    say: (text: string) => answer(entry(text), deps),
    explained: (text: string) => explain(entry(text), deps),
  };
}
const STRANGE = "how deep does the ocean get at our pier";

it("a goal that only reads is carried out where its meaning is certain, and the trace says so", async () => {
  const { done, say, explained } = await open("ASK_TIDE", 0.98);
  const would = await explained(STRANGE);
  expect(would.plan?.steps.map(({ capability }) => capability)).toEqual(["read_tide"]);
  const told = await say(STRANGE);
  expect([told.status, done]).toEqual(["success", ["read_tide"]]);
  expect(told.trace.intent.evidence).toContainEqual({
    kind: "meaning",
    detail: "by its meaning harbour.ASK_TIDE",
    weight: 0.98,
  });
  expect(would.intent).toEqual(told.trace.intent);
  expect(told.usage.tokens_input).toBe(0);
});

it("what would change something is only asked about, however certain its meaning is", async () => {
  const { done, say } = await open("SINK_BOAT", 0.999);
  const told = await say("make that vessel vanish below the waves");
  expect([told.status, done]).toEqual(["clarification", []]);
  expect(told.pending).not.toBeNull();
});

it("what is not certain is offered, and what is unlikely is not", async () => {
  const likely = await open("ASK_TIDE", 0.7);
  expect((await likely.say(STRANGE)).pending).not.toBeNull();
  const unlikely = await open("ASK_TIDE", 0.1);
  expect((await unlikely.say(STRANGE)).pending).toBeNull();
  expect([...likely.done, ...unlikely.done]).toEqual([]);
});

it("what is said around the request holds for a goal by its meaning as well", async () => {
  const { done, say } = await open("ASK_TIDE", 0.98);
  await say("don't tell me how deep the ocean gets at our pier");
  expect(done).toEqual([]);
});
