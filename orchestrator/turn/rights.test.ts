import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import type { MayUse, Rights } from "../ports/principal.ts";
import { explainBy } from "../quality/rehearsal/explain.ts";
import { answer } from "./answer.ts";
import { executePlan } from "./execute-plan.ts";
import { gardenDomain } from "./garden.fixture.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const explain = explainBy(answer);

let done: string[];
let garden: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  done = [];
  garden = await openTurnDeps([gardenDomain(done)]);
});
afterEach(() => garden.close());

/** Someone who may use these capabilities of the garden; undefined: no one checks. */
const only =
  (...names: string[]): MayUse =>
  ({ spec }) =>
    names.includes(spec.capability);
const entryOf = (input_text: string, locale?: Locale) => ({
  session_id: "s",
  user_id: "ana",
  input_text,
  channel: "test",
  metadata: {},
  ...(locale && { locale }),
});
const say = (input_text: string, mayUse?: MayUse, locale?: Locale) =>
  answer(entryOf(input_text, locale), garden.turnDeps(), { mayUse });

describe("what a user has no right to", () => {
  it.each<[locale: Locale, text: string, words: RegExp]>([
    ["pt-BR", "regue a samambaia", /não tem permissão.*garden\.water.*Não fiz nada/],
    ["en", "water the fern", /not allowed.*garden\.water.*did nothing/],
  ])("is refused in words, in %s, and nothing is done", async (locale, text, words) => {
    const told = await say(text, only("light"), locale);
    expect(told).toMatchObject({ status: "failure", pending: null });
    expect(told.answer).toMatch(words);
    expect(told.trace).toMatchObject({ plan: null, steps: [], execution_intents: [] });
    expect(told.trace.intent.evidence).toContainEqual({
      kind: "rights",
      detail: "garden.water is not allowed",
    });
    expect(done).toEqual([]);
  });
  it("names the scopes that would allow it, in the answer and beside it", async () => {
    const lacks: Rights["lacks"] = ({ spec }) =>
      spec.capability === "water" ? ["effect:write", "garden:tools"] : [];
    for (const [text, locale, words] of [
      ["regue a samambaia", "pt-BR", /pode liberar o acesso \(effect:write, garden:tools\)\.$/],
      ["water the fern", "en", /can allow it \(effect:write, garden:tools\)\.$/],
    ] as const) {
      const told = await answer(entryOf(text, locale), garden.turnDeps(), {
        mayUse: only("light"),
        lacks,
      });
      expect(told.answer).toMatch(words);
    }
    const { trace } = await answer(entryOf("regue a samambaia"), garden.turnDeps(), {
      ...{ mayUse: only("light"), lacks },
    });
    const missing = trace.intent.evidence.filter(({ kind }) => kind === "missing_scope");
    expect(missing.map(({ detail }) => detail)).toEqual(["effect:write", "garden:tools"]);
  });
  it("is done for who has the right, and where no one checks", async () => {
    expect((await say("regue a samambaia", only("water"))).status).toBe("success");
    expect((await say("regue o manacá")).status).toBe("success");
    expect(done).toHaveLength(2);
  });
  it("is refused before anything is asked about it", async () => {
    expect((await say("regue", only("light"))).pending).toBeNull();
    expect((await say("arranque a rosa", only("light"))).pending).toBeNull();
  });
  it("stops the whole request where one of several goals needs it", async () => {
    const told = await say("regue a samambaia e ilumine o jardim forte", only("light"));
    expect(told.status).toBe("failure");
    expect(done).toEqual([]);
  });
  it("is told beside what was done, where it was only to follow", async () => {
    const told = await say("regue a samambaia e toca o sino", only("water"));
    expect(told.answer).toMatch(/^Reguei .*Não consegui: você não tem permissão/s);
    expect(told.trace.steps.map(({ status }) => status)).toEqual(["success", "failure"]);
    expect(done).toHaveLength(1);
  });
  it("is not in the help, nor among the suggestions", async () => {
    expect((await say("ajuda", only("light"))).answer).not.toMatch(/regar|podar/i);
    expect((await say("ajuda", only("light"))).answer).toMatch(/acender a luz/i);
    expect((await say("ajuda", only())).answer).not.toMatch(/regar|podar|acender/i);
    for (const text of ["planta planta regue jardim luz", "qual é a capital da França?"]) {
      const told = await say(text, only("light"));
      const offered = [told.answer, ...told.trace.intent.alternatives.map(({ goal }) => goal)];
      expect(offered.join("\n")).not.toMatch(/regar|podar|WATER|PRUNE|UPROOT/);
    }
  });
  it("is no plan to explain", async () => {
    const explained = await explain(entryOf("regue a samambaia"), garden.turnDeps(), {
      mayUse: only("light"),
    });
    expect(explained).toMatchObject({ plan: null, pending: null, steps: [] });
    expect(explained.candidates.map(({ goal }) => goal)).not.toContain("WATER");
    expect(explained.intent.evidence).toContainEqual({
      kind: "rights",
      detail: "garden.water is not allowed",
    });
  });
});

describe("the engine asks again, whoever made the plan", () => {
  it("a right that is gone when the question is answered is gone", async () => {
    expect((await say("arranque a rosa", only("uproot"))).pending?.kind).toBe("confirm");
    const told = await say("sim", only("light"));
    expect(told.status).toBe("failure");
    expect(told.answer).toMatch(/não tem permissão/);
    expect(done).toEqual([]);
  });
  it("what takes something back needs its own right", async () => {
    await say("arranque a rosa", only("uproot"));
    await say("sim", only("uproot"));
    expect((await say("desfaz", only("uproot"))).status).toBe("failure");
    expect(done).toEqual(["uproot rosa"]);
  });
});

it("a plan of one's own is refused as a whole, and names what is missing", async () => {
  const step = (id: number, capability: string, params: Record<string, string>) => ({
    id,
    domain: "garden",
    capability,
    params,
    depends_on: [],
    required: false,
  });
  const plan = {
    execution_mode: "dag" as const,
    combine_mode: "report" as const,
    max_concurrency: 2,
    steps: [step(1, "light", { level: "LOW" }), step(2, "water", { plant_text: "cacto" })],
  };
  const entry = entryOf("plan");
  await expect(
    executePlan({ plan, entry }, garden.turnDeps(), { mayUse: only("light") }),
  ).rejects.toThrow("These credentials do not allow garden.water");
  expect(done).toEqual([]);
});
