import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nationalHolidays } from "#shared/calendar/holidays.ts";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { ask, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { readTime } from "../language/time/read-time.ts";
import type { MayUse } from "../ports/principal.ts";
import { someSchedule } from "../ports/schedules.contract.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";
import type { StandingRequests, TurnOptions } from "./turn-deps.ts";

const manifest: ManifestSource = {
  manifest_version: "1",
  domain: "tides",
  version: "1.0.0",
  description: { "pt-BR": "Marés", en: "Tides" },
  goals: [
    {
      goal: "LEVEL",
      description: { "pt-BR": "O nível da água", en: "The level of the water" },
      capability: "level",
      hints: {
        templates: {
          "pt-BR": [
            "[qual o] nível em {place} [{day}]",
            "me mostra o nível em {place}",
            "maré {place}",
            "{place}",
          ],
          en: ["[the] level in {place} [{day}]", "maré {place}"],
        },
      },
      entities_schema: {
        place: {
          required: true,
          remember: true,
          list: "places",
          question: { "pt-BR": "Onde?", en: "Where?" },
        },
        day: { type: "date" },
      },
    },
    {
      goal: "WAVES",
      description: { "pt-BR": "As ondas", en: "The waves" },
      capability: "waves",
      hints: { templates: { "pt-BR": ["ondas [em {place}]"], en: ["waves [in {place}]"] } },
      entities_schema: {
        place: { required: true, list: "places", question: { "pt-BR": "Onde?", en: "Where?" } },
      },
    },
  ],
  lists: { places: { values: ["Santos", "Recife", "Natal"] } },
  capabilities: (["level", "waves"] as const).map((capability) => ({
    capability,
    effect: "read" as const,
    params_schema: {
      type: "object" as const,
      properties: { place: { type: "string" as const }, day: { type: "string" as const } },
      additionalProperties: false,
    },
    result_schema: {
      type: "object" as const,
      properties: { metres: { type: "number" as const } },
    },
  })),
};

const told: string[] = [];
const tides = () =>
  defineDomain(
    manifest,
    {
      async level(params) {
        told.push(String(params["place"]));
        const explanation = `nível ${JSON.stringify(params)}`;
        return success({ result: { metres: 2 }, explanation });
      },
      async waves() {
        const candidates = [
          { label: "Norte", day: "2026-10-10" },
          { label: "Sul", day: "2026-10-11" },
        ];
        return ask({ explanation: "Qual praia?", candidates });
      },
    },
    { log: silentLog },
  );

type Tides = Awaited<ReturnType<typeof openTurnDeps>>;
let used: Tides;
let fresh: Tides;
let session = 0;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Noon in São Paulo. */
const NOON_MS = 15 * 60 * MINUTE_MS;
beforeEach(async () => {
  [used, fresh] = await Promise.all([openTurnDeps([tides()]), openTurnDeps([tides()])]);
  // A day ends in the middle of none of them, nor does a minute in the middle of two messages.
  const untilNoon = (DAY_MS + NOON_MS - (Date.now() % DAY_MS)) % DAY_MS;
  for (const deps of [used, fresh]) deps.pass(untilNoon);
});
afterEach(() => Promise.all([used.close(), fresh.close()]));

const say = (
  { turnDeps }: Tides,
  input_text: string,
  more: Partial<EntryRequest> = {},
  options: TurnOptions = {},
): Promise<TurnResponse> => {
  const session_id = `s${session++}`;
  const base = { session_id, user_id: "ana", channel: "test", metadata: {} };
  const holidays = nationalHolidays();
  const standing = {
    ...{ holidays, most: 10, endsAfterMs: 1e9, channels: () => [] },
    reaches: async () => false,
    factsOf: () => undefined,
    wakeAt: () => undefined,
    readTime: (
      ...[text, now, zone, locale, beside, onClock]: Parameters<StandingRequests["readTime"]>
    ) => readTime(text, now, zone, locale, { holidays, beside, onClock }),
  };
  return answer({ ...base, input_text, ...more }, { ...turnDeps(), standing }, options);
};

const saidOf = ({ status, answer: words, pending, trace }: TurnResponse) => ({
  status,
  words,
  question: pending?.question,
  intent: trace.intent,
  plan: trace.plan,
});

const TEXT = "nível em Santos amanhã";
const only =
  (name: string): MayUse =>
  ({ spec }) =>
    spec.capability === name;

it("is reused for the same words, and what it leads to is done again", async () => {
  const before = told.length;
  const first = await say(used, TEXT);
  const second = await say(used, TEXT, { user_id: "bia" });
  expect(second.trace.plan).toBe(first.trace.plan);
  expect(second.run_id).not.toBe(first.run_id);
  expect(told.length - before).toBe(2);
});

it.each([
  ["without words of time it holds in every minute", "nível em Santos", true],
  ["words of time that are read against the clock are decided again", TEXT, false],
])("%s", async (_what, text, holds) => {
  const first = await say(used, text);
  used.pass(2 * MINUTE_MS);
  const second = await say(used, text);
  expect(second.trace.plan).toEqual(first.trace.plan);
  expect(second.trace.plan === first.trace.plan).toBe(holds);
});

describe("whatever else is different leads to what it would lead to without one kept:", () => {
  it.each<[what: string, more: Partial<EntryRequest>, options?: TurnOptions]>([
    ["nothing", {}],
    ["a language that the request names", { locale: "en" }],
    ["a language that the channel knows", { metadata: { locale_hint: "en" } }],
    ["a zone where it is another day", { metadata: { timezone: "Pacific/Kiritimati" } }],
    ["a zone where it is the day before", { metadata: { timezone: "Pacific/Pago_Pago" } }],
    ["a right to it", {}, { mayUse: only("level") }],
    ["no right to it", {}, { mayUse: only("waves") }],
    ["an answer to a question that is gone", {}, { answers: "pending_none" }],
    [
      "a goal that a program names",
      {},
      { given: { domain: "tides", goal: "LEVEL", entities: { place: "Natal" } } },
    ],
  ])("%s", async (_what, more, options) => {
    await say(used, TEXT);
    await say(used, TEXT, {}, { mayUse: only("level") });
    await say(used, TEXT, {}, { mayUse: () => true });
    const [with_, without] = [
      await say(used, TEXT, more, options),
      await say(fresh, TEXT, more, options),
    ];
    expect(saidOf(with_)).toEqual(saidOf(without));
  });

  it("another day", async () => {
    await say(used, TEXT);
    for (const deps of [used, fresh]) deps.pass(DAY_MS);
    expect(saidOf(await say(used, TEXT))).toEqual(saidOf(await say(fresh, TEXT)));
  });

  it("other confidences", async () => {
    const first = await say(used, TEXT);
    const { understanding } = used.turnDeps().current();
    understanding.calibrate();
    const second = await say(used, TEXT);
    expect(second.trace.plan).toEqual(first.trace.plan);
    expect(second.trace.plan).not.toBe(first.trace.plan);
  });

  it.each([
    ["something that was said before", "nível em Recife", "maré Santos"],
    ["a question that is open", "ondas em Recife", "sul"],
    ["a question that the words answer", "ondas", "Natal"],
    ["a value that is remembered", "nível em Recife", "nível"],
    ["a message that takes up the last one", "nível em Recife", "e em Natal?"],
  ])("%s", async (_what, first, second) => {
    const more = { session_id: "same" };
    // By itself, in a conversation of its own.
    await say(used, second);
    await say(used, second);
    for (const deps of [used, fresh]) await say(deps, first, more);
    const [with_, without] = [await say(used, second, more), await say(fresh, second, more)];
    expect(saidOf(with_)).toEqual(saidOf(without));
  });
});

it("words that may be about standing requests lead to the same for all who have made none", async () => {
  const text = "me mostra o nível em Santos";
  const { schedules } = used.turnDeps().store;
  const ofBia = { ...someSchedule(), user_id: "bia" };
  const first = await say(used, text);
  expect(first.trace.plan).not.toBeNull();
  expect((await say(used, text, { user_id: "bia" })).trace.plan).toBe(first.trace.plan);
  await schedules.add(ofBia, 10);
  const [with_, again] = [await say(used, text, { user_id: "bia" }), await say(used, text)];
  expect(with_.trace.plan).not.toBe(first.trace.plan);
  expect(saidOf(with_)).toEqual(saidOf(first));
  // Nor is what was decided for who has one kept for who has none.
  expect(again.trace.plan).toBe(first.trace.plan);
});

it("what is said to standing requests, and what has an effect, is decided again every time", async () => {
  const [first, second] = [
    await say(used, "me lembra amanhã às 10 de ver o nível em Santos"),
    await say(used, "me lembra amanhã às 10 de ver o nível em Santos"),
  ];
  expect(first.trace.plan).toBeNull();
  expect(saidOf(second).words).toEqual(saidOf(first).words);
});
