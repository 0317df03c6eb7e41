import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import type { StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { answer } from "../../turn/answer.ts";
import { executePlan } from "../../turn/execute-plan.ts";
import { gardenDomain } from "../../turn/garden.fixture.ts";
import { openStandingTurns } from "../../turn/standing/standing-turns.fixture.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { replayRun } from "./replay-run.ts";
import { weatherDomain } from "./weather.fixture.ts";

let done: string[];
let deps: Awaited<ReturnType<typeof openTurnDeps>>;
const domains = () => [gardenDomain(done), weatherDomain(done)];
const key = { user_id: "ana", session_id: "s" };
const say = (input_text: string): Promise<TurnResponse> =>
  answer({ ...key, input_text, channel: "test", metadata: {} }, deps.turnDeps());

beforeEach(async () => {
  done = [];
  deps = await openTurnDeps(domains());
});
afterEach(() => deps.close());

/** The last run as it is stored. */
async function recorded(): Promise<{ run: TaskRun; steps: StepTrace[] }> {
  const { runs } = deps.turnDeps().store;
  const { runs: listed } = await runs.list(key, 50);
  const [run] = listed.toSorted((one, other) => other.updated_at - one.updated_at);
  if (run === undefined) throw new Error("nothing was recorded");
  return { run, steps: await runs.steps(key, run.run_id) };
}

describe("against the manifests that it ran with", () => {
  it.each<[string, string[]]>([
    ["a read", ["vai chover em Recife?"]],
    ["a read on a day that is counted from then", ["vai chover em Recife amanhã?"]],
    ["a failure", ["vai chover em Natal?"]],
    ["a request in English", ["will it rain in Recife?"]],
    ["the session's last goal with another value", ["vai chover em Recife?", "e em Natal?"]],
    ["what the session remembers", ["vai chover em Recife?", "quanto venta"]],
    ["two requests in one", ["vai chover em Recife e quanto venta em Recife"]],
    ["an effect", ["regue a samambaia"]],
    ["an effect and what follows it", ["regue a samambaia e toca o sino"]],
    ["several values", ["regue samambaia e cacto"]],
    ["a gap that the user filled", ["regue e toca o sino", "samambaia"]],
    ["a gap that the user filled by number", ["ilumine o jardim", "2"]],
    ["a choice that the user made", ["regue a rosa e toca o sino", "2"]],
    ["two choices of one step, and a yes", ["apare a rosa", "sim", "1", "2", "sim"]],
    ["a choice of a step that wants a yes", ["apare a rosa", "sim", "1"]],
    ["a yes that is wanted again", ["apare a rosa", "sim", "1", "2"]],
    ["a yes", ["arranque a rosa", "sim"]],
    ["a question that is still open", ["regue samambaia e rosa"]],
    ["a yes that is still wanted", ["arranque a rosa"]],
    ["an undo", ["arranque a rosa", "sim", "desfaz"]],
  ])("%s is identical, and nothing is done again", async (_what, messages) => {
    for (const message of messages) {
      await say(message);
      deps.pass(1000);
    }
    const { run, steps } = await recorded();
    const before = [...done];
    const report = await replayRun(run, steps, deps.turnDeps().current());
    expect(report).toEqual({
      run_id: run.run_id,
      input_text: run.input_text,
      from: messages.at(-1) === "desfaz" ? "plan" : "words",
      until: "answer",
      difference: null,
      catalogue: { recorded: run.catalogue_digest, now: run.catalogue_digest },
    });
    expect(done).toEqual(before);
  });

  it("a run that was asked for long ago is heard as it was then", async () => {
    await say("vai chover em Recife amanhã?");
    const { run, steps } = await recorded();
    deps.pass(1000 * 24 * 3600 * 1000);
    const { difference } = await replayRun(run, steps, deps.turnDeps().current());
    expect(difference).toBeNull();
    expect(run.intent?.entities["day"]).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("a plan that was given starts from the plan", async () => {
    const step = { domain: "weather", capability: "get_rain", depends_on: [], required: true };
    const plan = {
      execution_mode: "dag" as const,
      combine_mode: "report" as const,
      max_concurrency: 2,
      steps: [
        { ...step, id: 1, params: { city_text: "Recife" } },
        { ...step, id: 2, params: { city_text: "Natal" }, required: false },
      ],
    };
    const entry = { ...key, input_text: "plan", channel: "api", metadata: {} };
    await executePlan({ plan, entry }, deps.turnDeps());
    const { run, steps } = await recorded();
    expect(await replayRun(run, steps, deps.turnDeps().current())).toMatchObject({
      from: "plan",
      until: "answer",
      difference: null,
    });
  });

  it("a run that was cancelled is only compared as far as its plan", async () => {
    await say("arranque a rosa");
    await say("cancela");
    const { run, steps } = await recorded();
    expect(run.status).toBe("cancelled");
    expect(await replayRun(run, steps, deps.turnDeps().current())).toMatchObject({
      until: "plan",
      difference: null,
    });
  });

  it("an outcome that no one knows stays unknown", async () => {
    await say("regue a samambaia");
    const { run, steps } = await recorded();
    const unknown = steps.map((step) => ({
      ...step,
      status: "unknown" as const,
      output: step.output && { ...step.output, status: "failure" as const },
    }));
    const { difference } = await replayRun(run, unknown, deps.turnDeps().current());
    expect(difference).toMatchObject({ aspect: "answer", recorded: "Reguei samambaia." });
  });
});

/** The manifests as they would be after a change of one of them. */
function changed(domain: string, change: (manifest: ManifestSource) => void): Snapshot {
  const manifests = domains().map(({ manifest }) => structuredClone(manifest));
  const target = manifests.find((each) => each.domain === domain);
  if (target !== undefined) change(target);
  const catalogue = buildCatalogue(manifests.map((each) => manifestSchema.parse(each)));
  return { catalogue, understanding: buildUnderstanding(catalogue) };
}
const goalOf = ({ goals = [] }: ManifestSource, name: string) => {
  const found = goals.find(({ goal }) => goal === name);
  if (found === undefined) throw new Error(`no goal ${name}`);
  return found;
};
const capabilityOf = ({ capabilities }: ManifestSource, name: string) => {
  const found = capabilities.find(({ capability }) => capability === name);
  if (found === undefined) throw new Error(`no capability ${name}`);
  return found;
};

describe("against manifests that were changed", () => {
  it.each<[string, string[], () => Snapshot, object]>([
    [
      "the goal, when other words lead to it now",
      ["vai chover em Recife?"],
      () =>
        changed("weather", (manifest) => {
          goalOf(manifest, "RAIN").hints = { templates: { "pt-BR": ["chove [em {city_text}]"] } };
          goalOf(manifest, "WIND").hints = {
            templates: { "pt-BR": ["vai chover [em {city_text}]"] },
          };
        }),
      { aspect: "goal", recorded: ["weather.RAIN"], now: ["weather.WIND"] },
    ],
    [
      "the goal, when no words lead there any more",
      ["regue a samambaia"],
      () =>
        changed("garden", (manifest) => {
          goalOf(manifest, "WATER").hints = { templates: { "pt-BR": ["zzz {plant_text}"] } };
        }),
      { aspect: "goal", recorded: ["garden.WATER"] },
    ],
    [
      "an entity, when it is read as something else",
      ["ilumine o jardim forte"],
      () =>
        changed("garden", (manifest) => {
          const { level } = goalOf(manifest, "LIGHT").entities_schema ?? {};
          if (level) level.synonyms = { HIGH: ["fraca"], LOW: ["forte"] };
        }),
      { aspect: "entities", at: "garden.LIGHT level", recorded: "HIGH", now: "LOW" },
    ],
    [
      "an entity that is now asked for, although the user was not asked then",
      ["vai chover em Recife?"],
      () =>
        changed("weather", (manifest) => {
          const rain = goalOf(manifest, "RAIN");
          const { city_text, day } = rain.entities_schema ?? {};
          const question = { en: "Which one?" };
          rain.entities_schema = {
            ...(city_text && { city_text }),
            ...(day && { day: { ...day, required: true, question } }),
          };
        }),
      { aspect: "plan", recorded: ["weather.get_rain"], now: "no plan" },
    ],
    [
      "a follow-up that is not heard any more",
      ["regue a samambaia e toca o sino"],
      () =>
        changed("garden", (manifest) => {
          const bell = capabilityOf(manifest, "ring_bell");
          bell.metadata = {
            ...bell.metadata,
            followup: { hints: { en: ["and ring the bell"] }, sets: {} },
          };
        }),
      { aspect: "goal", recorded: ["garden.WATER"] },
    ],
    [
      "the plan, when a goal runs another capability",
      ["vai chover em Recife?"],
      () =>
        changed("weather", (manifest) => {
          goalOf(manifest, "RAIN").capability = "get_wind";
        }),
      {
        aspect: "plan",
        at: "steps",
        recorded: ["weather.get_rain"],
        now: ["weather.get_wind"],
      },
    ],
    [
      "the plan, when a list is not taken apart any more",
      ["regue samambaia e cacto"],
      () =>
        changed("garden", (manifest) => {
          capabilityOf(manifest, "water").metadata = {};
        }),
      {
        aspect: "plan",
        recorded: ["garden.water", "garden.water"],
        now: expect.anything() as unknown,
      },
    ],
    [
      "a step, when its result breaks the promise of today",
      ["vai chover em Recife?"],
      () =>
        changed("weather", (manifest) => {
          capabilityOf(manifest, "get_rain").result_schema = {
            type: "object",
            properties: { litres: { type: "number" } },
            required: ["litres"],
          };
        }),
      { aspect: "step", at: "step 1", recorded: "success", now: "failure" },
    ],
    [
      "the plan, when its parameters are refused today",
      ["vai chover em Recife?"],
      () =>
        changed("weather", (manifest) => {
          capabilityOf(manifest, "get_rain").params_schema = {
            type: "object",
            properties: { city_text: { type: "string", maxLength: 3 }, day: { type: "string" } },
          };
        }),
      { aspect: "plan", now: expect.stringContaining("city_text: must have at most") as unknown },
    ],
    [
      "a step, when it wants a yes first",
      ["regue a samambaia"],
      () =>
        changed("garden", (manifest) => {
          capabilityOf(manifest, "water").effect = "destructive";
        }),
      { aspect: "step", at: "step 1", recorded: "success", now: "waiting" },
    ],
  ])("tells %s", async (_what, messages, snapshot, difference) => {
    for (const message of messages) await say(message);
    const { run, steps } = await recorded();
    const report = await replayRun(run, steps, snapshot());
    expect(report.difference).toMatchObject(difference);
    expect(report.catalogue.now).not.toBe(report.catalogue.recorded);
  });
});

describe("against its own record, spoiled in one place", () => {
  it.each<[string, (run: TaskRun, steps: StepTrace[]) => void, object]>([
    [
      "a parameter",
      ({ plan }) => {
        if (plan.steps[0]) plan.steps[0].params = { plant_text: "urtiga" };
      },
      { aspect: "params", at: "step 1 plant_text", recorded: "urtiga" },
    ],
    [
      "the order of its steps",
      ({ plan }) => {
        if (plan.steps[1]) plan.steps[1].depends_on = [];
      },
      { aspect: "plan", at: "step 2" },
    ],
    [
      "how its answers are put together",
      ({ plan }) => {
        plan.combine_mode = "merge";
      },
      { aspect: "plan", at: "" },
    ],
    [
      "what follows",
      ({ intent }) => intent?.followups.splice(0),
      { aspect: "follow_up", recorded: [] },
    ],
    [
      "how a step ended",
      (_run, steps) => {
        if (steps[0]) steps[0].status = "failure";
      },
      { aspect: "step", at: "step 1", recorded: "failure", now: "success" },
    ],
    [
      "what a step said",
      (_run, steps) => {
        const output = steps[0]?.output;
        if (output) output.explanation = "Molhei.";
      },
      { aspect: "answer", recorded: expect.stringContaining("Reguei") as unknown },
    ],
    [
      "a step without a record",
      (_run, steps) => steps.splice(0, 1),
      { aspect: "step", at: "step 1", recorded: "pending", now: "failure" },
    ],
    [
      "its answer",
      (run) => {
        run.answer = "Nada.";
      },
      { aspect: "answer", at: "", recorded: "Nada." },
    ],
  ])("tells %s", async (_what, spoil, difference) => {
    await say("regue a samambaia e toca o sino");
    const { run, steps } = await recorded();
    spoil(run, steps);
    const report = await replayRun(run, steps, deps.turnDeps().current());
    expect(report.difference).toMatchObject(difference);
  });

  it("hides no entity behind a question that was about something else", async () => {
    await say("regue a rosa");
    await say("2");
    const { run, steps } = await recorded();
    const without = changed("garden", (manifest) => {
      goalOf(manifest, "WATER").hints = { templates: { "pt-BR": ["regue a rosa"] } };
    });
    const { difference } = await replayRun(run, steps, without);
    expect(difference).toMatchObject({
      aspect: "entities",
      recorded: expect.anything() as unknown,
      now: null,
    });
  });
});

it.each([
  ["a read", ["veja o jardim a cada 10 minutos"]],
  ["an effect", ["regue a samambaia a cada 10 minutos", "sim"]],
  ["an effect and what follows it", ["a cada 10 minutos regue a samambaia e toca o sino", "sim"]],
])("%s that a schedule has done is identical, and nothing is done again", async (_what, said) => {
  const opened = await openStandingTurns([gardenDomain(done)]);
  onTestFinished(opened.close);
  for (const message of said) await opened.say(message);
  await opened.pass(600_000);
  const { runs } = opened.deps.store;
  const run = (await runs.list(opened.key, 9)).runs.find(({ run_id }) => run_id.startsWith("sch_"));
  if (run === undefined) throw new Error("the schedule has made no run");
  const before = [...done];
  const steps = await runs.steps(run, run.run_id);
  expect(await replayRun(run, steps, opened.deps.current())).toMatchObject({
    ...{ from: "plan", until: "answer", difference: null },
  });
  expect(done).toEqual(before);
});
