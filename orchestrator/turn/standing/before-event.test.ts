import { afterEach, beforeEach, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { openStandingTurns } from "./standing-turns.fixture.ts";

const HOUR_MS = 3_600_000;
const text = { type: "string" as const };
const visit = {
  type: "object" as const,
  properties: { name: text, starts: { type: "string" as const, format: "date-time" as const } },
};
const items = { label: "/name", starts: "/starts", entity: { name_text: "/name" } };
const visits: ManifestSource = {
  manifest_version: "1",
  domain: "visits",
  version: "1.0.0",
  description: { "pt-BR": "Cuida das visitas", en: "Looks after visits" },
  goals: [
    {
      goal: "PLAN",
      description: { "pt-BR": "Planejar uma visita", en: "Plan a visit" },
      capability: "plan",
      hints: {
        templates: {
          "pt-BR": ["planeje a visita {name_text} {day} {hour}"],
          en: ["plan the visit {name_text} {day} {hour}"],
        },
      },
      entities_schema: {
        name_text: { required: true },
        day: { type: "date", required: true },
        hour: { type: "time", required: true },
      },
    },
    {
      goal: "COMING",
      description: { "pt-BR": "Ver as visitas", en: "See the visits" },
      capability: "coming",
      hints: { templates: { "pt-BR": ["que visitas vêm"], en: ["what visits are coming"] } },
    },
    {
      goal: "WHEN",
      description: { "pt-BR": "Ver quando é uma visita", en: "See when a visit is" },
      capability: "when",
      hints: {
        templates: { "pt-BR": ["quando vem {name_text}"], en: ["when is {name_text} coming"] },
      },
      entities_schema: { name_text: { required: true } },
    },
  ],
  capabilities: [
    {
      capability: "plan",
      effect: "write",
      repeat: "keyed",
      params_schema: { type: "object", properties: { name_text: text, day: text, hour: text } },
    },
    {
      capability: "coming",
      effect: "read",
      result_items: { path: "/visits", ...items },
      result_schema: { type: "object", properties: { visits: { type: "array", items: visit } } },
    },
    {
      capability: "when",
      effect: "read",
      result_items: { path: "", named_by: "name_text", ...items },
      params_schema: { type: "object", properties: { name_text: text } },
      result_schema: visit,
    },
  ],
};

let opened: Awaited<ReturnType<typeof openStandingTurns>>;
let begun: number;
let known: { name: string; starts: string }[];
beforeEach(async () => {
  known = [];
  const domain = defineDomain(
    visits,
    {
      plan: async () => success({ result: null, explanation: "Anotei a visita." }),
      coming: async () => success({ result: { visits: known }, explanation: "As visitas." }),
      async when({ name_text }) {
        const found = known.find(({ name }) => name === name_text);
        return found === undefined
          ? failure({ code: "NONE", explanation: "Não conheço." })
          : success({ result: found, explanation: "É essa." });
      },
    },
    { log: silentLog },
  );
  opened = await openStandingTurns([domain]);
  begun = Math.ceil(opened.deps.clock.now() / 60_000) * 60_000;
});
afterEach(() => opened.close());

const inHours = (hours: number) => new Date(begun + hours * HOUR_MS).toISOString();
const made = async () => {
  const newest = await opened.newest();
  const timing = newest?.timing;
  const at = timing?.kind === "at" ? new Date(timing.at).toISOString() : timing?.kind;
  return newest && [newest.action.do === "tell" && newest.action.text, at];
};

it.each(["me lembra 30 minutos antes do encanador", "remind me half an hour before encanador"])(
  "%s: a domain is asked when that is, and the reminder says what it is counted from",
  async (said) => {
    known = [{ name: "encanador", starts: inHours(5) }];
    const told = await opened.say(said);
    expect(await made()).toEqual(["encanador", inHours(4.5)]);
    expect(told).toMatch(/(?:Contado a partir de|Counted from) “encanador”/);
  },
);

it("a reminder with a text of its own keeps it", async () => {
  known = [{ name: "encanador", starts: inHours(5) }];
  await opened.say("me lembra de abrir o portão 1 hora antes do encanador");
  expect(await made()).toEqual(["abrir o portão", inHours(4)]);
});

it("before what was shown last, where that is one thing", async () => {
  known = [{ name: "encanador", starts: inHours(5) }];
  await opened.say("que visitas vêm");
  await opened.say("me lembra uma hora antes");
  expect(await made()).toEqual(["encanador", inHours(4)]);
});

it("of several things that were shown the named one counts, and none is guessed", async () => {
  known = [
    { name: "encanador", starts: inHours(5) },
    { name: "pintor", starts: inHours(8) },
  ];
  await opened.say("que visitas vêm");
  expect(await opened.say("me lembra uma hora antes")).toContain("Quando exatamente");
  expect(await made()).toBeUndefined();
  await opened.say("me lembra uma hora antes do pintor");
  expect(await made()).toEqual(["pintor", inHours(7)]);
});

it("of several things of one name none is guessed", async () => {
  known = [
    { name: "pintor da sala", starts: inHours(5) },
    { name: "pintor do quarto", starts: inHours(8) },
  ];
  await opened.say("que visitas vêm");
  expect(await opened.say("me lembra uma hora antes do pintor")).toContain("Quando exatamente");
  expect(await made()).toBeUndefined();
});

it("before what is asked for in the same message", async () => {
  await opened.say("planeje a visita eletricista amanhã às 15h e me lembra uma hora antes");
  const [what, at] = (await made()) ?? [];
  expect(what).toBe("eletricista");
  expect(String(at)).toMatch(/T17:00:00/);
});

it("what no one knows a time of is asked about, and so is what has begun", async () => {
  expect(await opened.say("me lembra uma hora antes do pintor")).toContain("Quando exatamente");
  known = [{ name: "encanador", starts: inHours(0.5) }];
  expect(await opened.say("me lembra uma hora antes do encanador")).toContain("já passou");
  expect(await made()).toBeUndefined();
});

it.each([
  "me avisa amanhã às 8h que visitas vêm",
  "tell me tomorrow at 8am what visits are coming",
])(
  "%s: after midnight, where that may be two days, the day is asked and nothing is shown now",
  async (said) => {
    await opened.pass(14 * HOUR_MS);
    const asked = await opened.say(said);
    expect(asked).toMatch(/1\. [^\n]*8:00[^\n]*\n2\. [^\n]*8:00/);
    expect(await made()).toBeUndefined();
  },
);
