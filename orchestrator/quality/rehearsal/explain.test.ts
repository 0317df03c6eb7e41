import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { type ExecutionPlan, executionPlan } from "#shared/contracts/plan.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { answer } from "../../turn/answer.ts";
import { openStandingTurns } from "../../turn/standing/standing-turns.fixture.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { expectWhole, explainBy, p95 } from "./explain.ts";

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
    {
      capability: "blow_horn",
      effect: "external",
      repeat: "keyed",
      confirm: "never",
      metadata: { roles: ["horn"], followup: { hints: { en: ["and blow the horn"] } } },
    },
  ],
};

let calls: string[];
let deps: Awaited<ReturnType<typeof openTurnDeps>>;
const entry = (input_text: string) => ({
  ...{ session_id: "s", user_id: "ana", channel: "test", metadata: {} },
  input_text,
});
const called = (name: string) => async () => {
  calls.push(name);
  return success({ result: null, explanation: "Done." });
};

const harbourDomain = () => {
  const handlers = {
    read_tide: called("read_tide"),
    sink_boat: called("sink_boat"),
    blow_horn: called("blow_horn"),
  };
  return defineDomain(harbour, handlers, { log: silentLog });
};

beforeEach(async () => {
  calls = [];
  deps = await openTurnDeps([harbourDomain()]);
});
afterEach(() => deps.close());

it("tells what each step would do and whether a yes is asked for, and calls and stores nothing", async () => {
  const explained = await explain(entry("sink the boat and blow the horn"), deps.turnDeps());
  expect(explained.plan?.steps).toHaveLength(2);
  expect(explained.steps).toMatchObject([
    { capability: "sink_boat", effect: "destructive", confirm: true, p95_ms: null, tokens: 0 },
    { capability: "blow_horn", effect: "external", confirm: false, p95_ms: null, tokens: 0 },
  ]);
  expect(explained.expected).toEqual({ latency_ms: null, tokens: 0 });
  expect(calls).toEqual([]);
  expect((await deps.turnDeps().store.runs.list({ user_id: "ana" }, 10)).runs).toEqual([]);
});

it("tells how long a step takes from the runs that are recorded, whoever asked for them", async () => {
  for (const user_id of ["bia", "ana", "bia"])
    await answer({ ...entry("the tide"), user_id }, deps.turnDeps());
  await deps.turnDeps().store.flush();
  const { steps, expected } = await explain(entry("what is the tide"), deps.turnDeps());
  expect(steps[0]?.p95_ms).toBeGreaterThan(0);
  expect(expected).toEqual({ latency_ms: steps[0]?.p95_ms, tokens: 0 });
  expect(calls).toHaveLength(3);
});

it("tells how each domain is, as far as it is known", async () => {
  const down: DomainStatus = {
    name: "harbour",
    state: "down",
    url: null,
    version: "1.0.0",
    description: null,
    goals: [],
    capabilities: [],
    problem: "does not answer",
  };
  const healthOf = (domain: string) => (domain === "harbour" ? down : undefined);
  const { steps } = await explain(entry("the tide"), deps.turnDeps(), { healthOf });
  expect(steps).toMatchObject([{ health: "down", problem: "does not answer" }]);
  const { steps: unwatched } = await explain(entry("the tide"), deps.turnDeps());
  expect(unwatched).toMatchObject([{ health: null, problem: null }]);
});

it("has no steps where there is no plan", async () => {
  const { plan, steps, expected } = await explain(entry("sing me a song"), deps.turnDeps());
  expect({ plan, steps, expected }).toEqual({
    plan: null,
    steps: [],
    expected: { latency_ms: null, tokens: 0 },
  });
});

it("what would be kept for later is told beside what would be done now", async () => {
  const opened = await openStandingTurns([harbourDomain()]);
  const said = "what is the tide, and remind me tomorrow at 9 to paint the boat";
  const { steps, schedules } = await explain(entry(said), opened.deps);
  expect(steps).toMatchObject([{ capability: "read_tide" }]);
  expect(schedules).toHaveLength(1);
  expect(calls).toEqual([]);
  expect(await opened.newest()).toBeUndefined();
  expect(await opened.say(said)).toContain("paint the boat");
  expect(calls).toEqual(["read_tide"]);
  expect(await opened.newest()).toBeDefined();
  await opened.close();
});

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

it.each([
  ["nothing is known of what never ran", [], null],
  ["one run is all there is to go by", [7], 7],
  ["the slowest of few counts", [3, 1, 2], 3],
  ["of a hundred, five may take longer", upTo(100), 95],
  ["order does not matter", upTo(20).toReversed(), 19],
])("%s", (_habit, durations, expected) => expect(p95(durations)).toBe(expected));

type Sketch = { id: number; depends_on?: number[]; ms: number | null; tokens?: number | null };

function whole(sketches: Sketch[], mode: ExecutionPlan["execution_mode"] = "dag") {
  const plan = executionPlan.parse({
    execution_mode: mode,
    steps: sketches.map(({ id, depends_on = [] }) => ({
      ...{ id, depends_on },
      domain: "weather",
      capability: "look",
    })),
  });
  const steps = sketches.map(({ id, ms, tokens = 0 }) => ({
    id,
    domain: "weather",
    capability: "look",
    effect: "read" as const,
    confirm: false,
    health: null,
    problem: null,
    p95_ms: ms,
    tokens,
  }));
  return expectWhole(plan, steps);
}

describe("a whole plan takes", () => {
  it("its slowest step, where none waits for another", () => {
    expect(
      whole(
        [
          { id: 1, ms: 10 },
          { id: 2, ms: 30 },
        ],
        "parallel",
      ).latency_ms,
    ).toBe(30);
  });

  it("the longest way through it, where they wait", () => {
    const steps = [
      { id: 1, ms: 10 },
      { id: 2, ms: 30 },
      { id: 3, ms: 5, depends_on: [1, 2] },
      { id: 4, ms: 15, depends_on: [1] },
    ];
    expect(whole(steps).latency_ms).toBe(35);
  });

  it("all its steps one after the other, where it is sequential", () => {
    expect(
      whole(
        [
          { id: 1, ms: 10 },
          { id: 2, ms: 30 },
        ],
        "sequential",
      ).latency_ms,
    ).toBe(40);
  });

  it("no one knows how long, where one step never ran", () => {
    expect(
      whole(
        [
          { id: 1, ms: 10 },
          { id: 2, ms: null },
        ],
        "parallel",
      ).latency_ms,
    ).toBeNull();
  });

  it("no tokens, until a step asks a model", () => {
    expect(whole([{ id: 1, ms: 1 }]).tokens).toBe(0);
    expect(
      whole([
        { id: 1, ms: 1 },
        { id: 2, ms: 1, tokens: null },
      ]).tokens,
    ).toBeNull();
  });
});
