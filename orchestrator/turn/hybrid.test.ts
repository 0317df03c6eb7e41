import { afterEach, describe, expect, it } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { type Script, scriptedModel } from "../adapters/language-model/scripted-model.fixture.ts";
import { ModelError } from "../ports/language-model.ts";
import { explainBy } from "../quality/rehearsal/explain.ts";
import { replayRun } from "../quality/replay/replay-run.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const explain = explainBy(answer);

const text = { type: "string" as const };
const takes = (...names: string[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(names.map((name) => [name, text])),
  required: names,
  additionalProperties: false,
});
const atlas: ManifestSource = {
  manifest_version: "1",
  domain: "atlas",
  version: "1.0.0",
  description: { "pt-BR": "Atlas", en: "Atlas" },
  goals: [
    {
      goal: "DOSSIER",
      description: { en: "Write a dossier about a place" },
      action_type: "hybrid",
      plan: {
        may_use: ["look_up", "write_up", "bind", "mail"],
        instruction: { en: "Look up first." },
      },
      hints: { templates: { en: ["dossier about {place_text}"] } },
      entities_schema: { place_text: { required: true } },
    },
    {
      goal: "MAP",
      description: { en: "Show the map of a place" },
      action_type: "hybrid",
      capability: "show_map",
      plan: { may_use: ["look_up"] },
      hints: { templates: { en: ["map of {place_text}"] } },
      entities_schema: { place_text: { required: true } },
    },
    {
      goal: "LOOK_UP",
      description: { en: "Look a place up" },
      capability: "look_up",
      hints: { templates: { en: ["look up {place_text}"] } },
      entities_schema: { place_text: { required: true } },
    },
    {
      goal: "KEEP",
      description: { en: "Keep a text" },
      capability: "bind",
      hints: { templates: { en: ["keep it [as (a|the) page]", "keep {body_text} as a page"] } },
      entities_schema: {
        body_text: { required: true, question: { en: "Which text?", "pt-BR": "Qual texto?" } },
      },
    },
  ],
  capabilities: [
    {
      capability: "look_up",
      effect: "read",
      params_schema: takes("place_text"),
      result_schema: {
        type: "object",
        properties: { people: { type: "integer" }, river: text },
        required: ["people", "river"],
      },
    },
    { capability: "show_map", effect: "read", params_schema: takes("place_text") },
    {
      capability: "write_up",
      kind: "reasoning",
      params_schema: takes("facts"),
      prompt: { template: { en: "Write a page from {facts}." } },
    },
    { capability: "bind", effect: "write", repeat: "keyed", params_schema: takes("body_text") },
    {
      capability: "mail",
      effect: "external",
      confirm: "never",
      params_schema: takes("to", "body_text"),
      metadata: {
        roles: ["mailer"],
        followup: { hints: { en: ["and mail it"] }, sets: { to: "home" } },
        composition: {
          followup_roles: ["mailer"],
          param_map: { body_text: { from_parameters: ["_step_explanation"] } },
        },
      },
    },
    { capability: "secret_launch", effect: "destructive", params_schema: takes("body_text") },
  ],
};

type Step = [id: number, capability: string, params: Record<string, string>, after?: number[]];
const form = (steps: Step[], combine = "last") => ({
  steps: steps.map(([id, capability, params, after = []]) => ({
    id,
    capability: `atlas.${capability}`,
    params: Object.entries(params).map(([name, value]) => ({ name, value })),
    after,
  })),
  combine,
});
const dossier = form([
  [1, "look_up", { place_text: "{place_text}" }],
  [2, "write_up", { facts: "Dossier: ${1.result.river}" }],
  [3, "bind", { body_text: "${2.explanation}" }],
]);

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function deps(script: Script | undefined) {
  const done: string[] = [];
  const domain = defineDomain(
    atlas,
    {
      look_up: async ({ place_text }) => {
        done.push(`look_up ${place_text}`);
        return success({
          result: { people: 5, river: `the ${place_text} river` },
          explanation: `About ${place_text}.`,
        });
      },
      show_map: async ({ place_text }) => {
        done.push(`show_map ${place_text}`);
        return failure({ code: "NO_MAP", explanation: "There is no map." });
      },
      bind: async ({ body_text }) => {
        done.push(`bind ${body_text}`);
        return success({ result: null, explanation: `Bound: ${body_text}` });
      },
      mail: async ({ to, body_text }) => {
        done.push(`mail ${to} ${body_text}`);
        return success({ result: null, explanation: "Mailed." });
      },
      secret_launch: async () => {
        done.push("LAUNCHED");
        return success({ result: null, explanation: "Launched." });
      },
    },
    { log: silentLog },
  );
  const model = script && scriptedModel(script);
  const room = await openTurnDeps([domain], model ? { model } : {});
  opened.push(room);
  const entry = (input_text: string, user_id = "ana") => ({
    session_id: "s",
    user_id,
    input_text,
    channel: "test",
    metadata: {},
  });
  const say = async (input_text: string, user_id?: string): Promise<TurnResponse> => {
    const told = await answer(entry(input_text, user_id), room.turnDeps());
    await room.turnDeps().store.flush();
    return told;
  };
  return { say, done, model, room, entry };
}
/** The plan for the first call, and words for each further one. */
const plans =
  (plan: unknown): Script =>
  ({ size, schema }) =>
    schema !== undefined && size === "smart" ? plan : "A page.";

describe("a goal that a model plans", () => {
  it("runs as one plan of allowed capabilities, with references and the user's values in its holes", async () => {
    const { say, done } = await deps(plans(dossier));
    const told = await say("dossier about Lisbon");
    expect(told).toMatchObject({ status: "success", answer: "Bound: A page." });
    expect(done).toEqual(["look_up Lisbon", "bind A page."]);
    expect(told.trace.plan?.steps.map(({ depends_on }) => depends_on)).toEqual([[], [1], [2]]);
    expect(told.usage.llm_calls).toBe(2);
  });

  it("is planned once for the same words with other values, but for each user again", async () => {
    const { say, done, model } = await deps(plans(dossier));
    await say("dossier about Lisbon");
    const told = await say("dossier about Porto");
    expect(told.status).toBe("success");
    expect(done[2]).toBe("look_up Porto");
    expect(model?.asked.filter(({ schema }) => schema !== undefined)).toHaveLength(1);
    await say("dossier about Faro", "bia");
    expect(model?.asked.filter(({ schema }) => schema !== undefined)).toHaveLength(2);
  });

  it.each([
    ["short", "Rio", "Rio"],
    ["written otherwise", "Lisbon", "lisbon"],
    ["in another language", "Lisbon", "Lisboa"],
    ["guessed", "the capital of Portugal", "38.72, -9.14"],
    ["in words around it", "Rio", "Dossier on Rio"],
    ["one of several", "Porto Velho", "Porto"],
  ])("is not kept where it holds a value that is %s", async (_how, place, written) => {
    const answers = [
      form([[1, "look_up", { place_text: written }]]),
      form([[1, "look_up", { place_text: "{place_text}" }]]),
    ];
    const { say, done } = await deps(() => answers.shift());
    await say(`dossier about ${place}`);
    await say("dossier about Faro");
    expect(done).toEqual([`look_up ${written}`, "look_up Faro"]);
  });

  it("is repaired once, with what is wrong in words", async () => {
    const broken = form([[1, "bind", { body_text: "${2.explanation}", colour: "red" }]]);
    const answers = [broken, dossier];
    const { say, model } = await deps(({ schema }) =>
      schema === undefined ? "A page." : answers.shift(),
    );
    expect((await say("dossier about Lisbon")).status).toBe("success");
    expect(model?.prompts()[1]).toContain("there is no step 2");
  });

  it("keeps what the user says text, whatever it looks like", async () => {
    const { say, done } = await deps(plans(dossier));
    await say("dossier about ${1.result.people} town");
    expect(done[0]).toBe("look_up ${1.result.people} town");
  });

  it("ends with what was asked to follow", async () => {
    const { say, done } = await deps(plans(dossier));
    const told = await say("dossier about Lisbon and mail it");
    expect(told.status).toBe("success");
    expect(done.at(-1)).toBe("mail home Bound: A page.");
  });

  it("asks before anything leaves the machine that the user's words did not ask for, also after a restart", async () => {
    const { say, done, room } = await deps(
      plans(
        form([
          [1, "look_up", { place_text: "{place_text}" }],
          [2, "mail", { to: "stranger", body_text: "${1.explanation}" }],
        ]),
      ),
    );
    const asked = await say("dossier about Lisbon");
    expect(asked.pending?.kind).toBe("confirm");
    expect(asked.answer).toContain("stranger");
    expect(done).toEqual(["look_up Lisbon"]);
    await room.reopen();
    expect((await say("no")).answer).not.toContain("Mailed");
    expect(done).toEqual(["look_up Lisbon"]);
  });

  it("is explained without asking a model, and replayed from its record", async () => {
    const { say, model, room, entry } = await deps(plans(dossier));
    const fresh = await explain(entry("dossier about Lisbon"), room.turnDeps());
    expect(fresh).toMatchObject({ plan: null, pending: null, gate: { passed: true } });
    expect(fresh).toMatchObject({ status: null, answer: null, needs: [{ what: "model" }] });
    expect(model?.asked).toEqual([]);
    const told = await say("dossier about Lisbon");
    const before = model?.asked.length;
    // A plan that is kept is the one that would be carried out.
    const explained = await explain(entry("dossier about Lisbon"), room.turnDeps());
    expect(explained.plan).toEqual(told.trace.plan);
    const { store, current } = room.turnDeps();
    const run = await store.runs.find({ user_id: "ana" }, told.run_id);
    const steps = await store.runs.steps({ user_id: "ana" }, told.run_id);
    if (run === undefined) throw new Error("the run is not stored");
    expect((await replayRun(run, steps, current())).difference).toBeNull();
    expect(model?.asked).toHaveLength(before ?? 0);
  });
});

describe("several goals of which one needs another's answer", () => {
  it("become one plan where a model sees how", async () => {
    const { say, done } = await deps(
      plans(
        form(
          [
            [1, "look_up", { place_text: "{place_text}" }],
            [2, "bind", { body_text: "${1.explanation}" }],
          ],
          "report",
        ),
      ),
    );
    const told = await say("look up Lisbon and keep it");
    expect(told.trace.plan?.steps).toHaveLength(2);
    expect(done).toEqual(["look_up Lisbon", "bind About Lisbon."]);
  });

  it("are asked about without one, or when it sees nothing", async () => {
    for (const script of [undefined, () => "nonsense"]) {
      const { say, done } = await deps(script);
      const told = await say("look up Lisbon and keep it");
      expect(told.pending?.kind).toBe("fill");
      expect(told.answer).toContain("Which text?");
      expect(done).toEqual([]);
    }
  });
});

describe("a hybrid goal with a capability of its own", () => {
  const another = form([[1, "look_up", { place_text: "{place_text}" }]]);
  it("is tried without a model first, and another way where that fails", async () => {
    const { say, done } = await deps(plans(another));
    const told = await say("map of Lisbon");
    expect(told).toMatchObject({ status: "success", answer: "About Lisbon." });
    expect(done).toEqual(["show_map Lisbon", "look_up Lisbon"]);
  });

  it.each([
    ["there is no model", undefined],
    ["the model fails", () => new ModelError("unavailable", "x")],
  ])("tells its failure when %s", async (_why, script) => {
    const { say } = await deps(script);
    expect(await say("map of Lisbon")).toMatchObject({
      status: "failure",
      answer: "There is no map.",
    });
  });
});

describe("a plan that may not run", () => {
  it.each<[string, unknown]>([
    ["calls what is not allowed", form([[1, "secret_launch", { body_text: "x" }]])],
    ["calls what does not exist", form([[1, "rm_rf", {}]])],
    [
      "runs in circles",
      form([
        [1, "bind", { body_text: "${2.explanation}" }, [2]],
        [2, "bind", { body_text: "x" }, [1]],
      ]),
    ],
    [
      "refers to what is not promised",
      form([
        [1, "look_up", { place_text: "{place_text}" }],
        [2, "bind", { body_text: "${1.result.gold}" }],
      ]),
    ],
    ["has a hole for what nobody told", form([[1, "look_up", { place_text: "{password}" }]])],
    ["copies the user's value", form([[1, "look_up", { place_text: "Lisbon" }]])],
    [
      "does the same thing twice",
      form([
        [1, "bind", { body_text: "x" }],
        [2, "bind", { body_text: "x" }],
      ]),
    ],
    [
      "writes and writes",
      form([
        [1, "write_up", { facts: "a" }],
        [2, "write_up", { facts: "b" }],
        [3, "write_up", { facts: "c" }],
      ]),
    ],
    ["names a reserved parameter", form([[1, "bind", JSON.parse('{"__proto__":"x"}')]])],
    ["gives what no schema has", form([[1, "bind", { body_text: "x", shell: "rm" }]])],
    ["is cut off", '{"steps":[{"id":1,"capability":"atlas.bi'],
    ["is empty", { steps: [], combine: "last" }],
    ["is prose", "First I would look it up."],
    ["calls a tool", { action: "CALL_TOOL", tool: "secret_launch", args: {} }],
  ])("%s: nothing is called, and nothing is claimed", async (_what, said) => {
    const { say, done } = await deps(() => said);
    const told = await say("dossier about Lisbon");
    expect(told).toMatchObject({ status: "failure", pending: null });
    expect(told.answer).toContain("I could not make a plan");
    expect(told.trace.plan).toBeNull();
    expect(done).toEqual([]);
  });

  it.each([
    [undefined, "none is configured"],
    [() => new ModelError("timeout", "x"), "no answer that I can use"],
    [() => new ModelError("refused", "x"), "refused"],
  ] as const)("there is none: %#", async (script, said) => {
    const { say, done } = await deps(script);
    const told = await say("dossier about Lisbon");
    expect(told.answer).toContain(said);
    expect(done).toEqual([]);
  });
});
