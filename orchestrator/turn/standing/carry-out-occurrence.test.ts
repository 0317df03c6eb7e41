import { afterEach, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { scriptedModel } from "../../adapters/language-model/scripted-model.fixture.ts";
import { openStandingTurns } from "./standing-turns.fixture.ts";

const MINUTE = 60_000;
const text = { type: "string" as const };
const params = (...names: string[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(names.map((name) => [name, text])),
  required: names,
});
const goal = (name: string, capability: string, template: string) => ({
  goal: name,
  description: { "pt-BR": name, en: name },
  capability,
  hints: { templates: { "pt-BR": [template] } },
});
/** What strangers write on a board, what a model makes of it, and a bell that says something. */
const board: ManifestSource = {
  manifest_version: "1",
  domain: "board",
  version: "1.0.0",
  description: { "pt-BR": "Mural", en: "Board" },
  confidence_gate: { exempt: true },
  goals: [
    goal("READ_BOARD", "read_board", "[leia] o mural"),
    { ...goal("SHORTEN_BOARD", "shorten", "encurte o mural"), action_type: "reasoning" },
  ],
  capabilities: [
    { capability: "read_board", effect: "read", trust: "untrusted", params_schema: params() },
    {
      capability: "shorten",
      kind: "reasoning",
      params_schema: params(),
      prompt: { template: { "pt-BR": "Encurte.", en: "Shorten." }, max_tokens: 100 },
    },
    {
      capability: "ring_bell",
      effect: "external",
      repeat: "keyed",
      confirm: "never",
      params_schema: params("message", "tone"),
      metadata: {
        roles: ["bell"],
        followup: { hints: { "pt-BR": ["e toca o sino", "toca no sino"] } },
        composition: {
          followup_roles: ["bell"],
          param_map: {
            message: { from_parameters: ["_step_explanation"] },
            tone: { from_parameters: ["_step_explanation"] },
          },
        },
      },
    },
  ],
};
const domain = (rings: () => boolean = () => true) =>
  defineDomain(
    board,
    {
      read_board: async () => success({ explanation: "Vendo bicicleta.", result: {} }),
      ring_bell: async () =>
        rings()
          ? success({ explanation: "Toquei.", result: {} })
          : failure({ code: "BROKEN", explanation: "Não toquei: o sino está sem corda." }),
    },
    { log: silentLog },
  );

let opened: Awaited<ReturnType<typeof openStandingTurns>>;
afterEach(() => opened.close());

it("where models may take no more the occurrence failed for that reason, it counts towards no pause, and is tried again", async () => {
  const model = scriptedModel(() => "Curto.");
  opened = await openStandingTurns([domain()], { model, limits: { user_day: 1 } });
  expect(await opened.say("a cada 10 minutos encurte o mural")).toMatch(/^Combinado/);
  for (let at = 0; at < 4; at++) await opened.pass(10 * MINUTE);
  const ticks = await opened.ticks();
  expect(ticks).toHaveLength(4);
  for (const tick of ticks) expect(tick).toMatchObject({ status: "failed", reason: "quota" });
  expect(opened.brought[0]).toContain("limite");
  expect(await opened.newest()).toMatchObject({ status: "active", failures: 0 });
});

it("the question for a yes says which parameters hold text from outside, and whose", async () => {
  opened = await openStandingTurns([domain()]);
  const asked = await opened.say("a cada 10 minutos leia o mural e toca o sino");
  expect(asked).toMatch(/^Confirma\? /);
  for (const each of ["“message”", "“tone”", "board.read_board"]) expect(asked).toContain(each);
  expect(asked).not.toContain("bicicleta");
  expect(await opened.newest()).toBeUndefined();
  expect(await opened.say("sim")).toMatch(/^Combinado/);
  await opened.pass(10 * MINUTE);
  expect(await opened.ticks()).toMatchObject([{ status: "fired" }]);
});

it("three times in a row in which what was asked for was not sent pause it, say so, and why is told", async () => {
  let rings = false;
  opened = await openStandingTurns([domain(() => rings)]);
  await opened.say("a cada 10 minutos leia o mural e toca o sino");
  expect(await opened.say("sim")).toMatch(/^Combinado/);
  await opened.pass(10 * MINUTE);
  expect(await opened.ticks()).toMatchObject([{ status: "partial" }]);
  expect(await opened.newest()).toMatchObject({ status: "active", failures: 1 });
  const why = await opened.say("por que não chegou?");
  expect(why).toContain("só em parte. Não toquei: o sino está sem corda.");
  await opened.pass(10 * MINUTE);
  await opened.pass(10 * MINUTE);
  expect(await opened.newest()).toMatchObject({ status: "paused", paused: { why: "failures" } });
  expect(opened.brought.at(-1)).toContain("depois de 3 falhas seguidas");
  expect(await opened.say("por que não chegou?")).toContain("depois de 3 falhas seguidas");
  rings = true;
  await opened.say("retoma");
  await opened.pass(10 * MINUTE);
  expect((await opened.ticks())[0]).toMatchObject({ status: "fired" });
  expect(await opened.newest()).toMatchObject({ status: "active", failures: 0 });
});

it("a time that failed is told with the reason", async () => {
  opened = await openStandingTurns([domain(() => false)]);
  await opened.say("a cada 10 minutos toca o mural no sino");
  await opened.say("sim");
  await opened.pass(10 * MINUTE);
  expect(await opened.ticks()).toMatchObject([{ status: "failed" }]);
  expect(await opened.say("por que não chegou?")).toContain("Não toquei: o sino está sem corda.");
});

it("a holiday is told as the reason while it is one, and the day after", async () => {
  opened = await openStandingTurns([domain()]);
  const until = (instant: string) => opened.pass(Date.parse(instant) - opened.deps.clock.now());
  const year = new Date(opened.deps.clock.now()).getUTCFullYear() + 1;
  await until(`${year}-09-05T15:00:00Z`);
  await opened.say("todo dia às 9h menos feriado leia o mural");
  await until(`${year}-09-06T12:00:10Z`);
  expect(await opened.ticks()).toMatchObject([{ status: "fired" }]);
  expect(await opened.say("por que não chegou?")).not.toContain("foi feriado");
  await until(`${year}-09-07T12:00:10Z`);
  expect(await opened.say("por que não chegou?")).toContain("foi feriado");
  await until(`${year}-09-08T11:00:00Z`);
  expect(await opened.say("por que não chegou?")).toContain("foi feriado");
});
