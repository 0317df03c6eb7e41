import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const number = { type: "integer" as const };
const taking = (...names: string[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(names.map((name) => [name, number])),
  required: names,
});
const receipt = { type: "object" as const, properties: { id: number }, required: ["id"] };
const undo = { capability: "take_back", params: { id: "${receipt.result.id}" } };
const asked = (name: string) => ({
  type: "integer" as const,
  required: true,
  description: { "pt-BR": "Quantas caixas", en: "How many crates" },
  question: { "pt-BR": `Qual ${name}?`, en: `Which ${name}?` },
});
const goalOf = (goal: string, capability: string, pt: string, en: string) => ({
  ...{ goal, capability, description: { "pt-BR": pt, en } },
  hints: {
    templates: { "pt-BR": [`${pt} {crates} caixas`], en: [`${en} {crates} crates`] },
    examples: { "pt-BR": [`${pt} [3](crates) caixas`], en: [`${en} [3](crates) crates`] },
  },
  entities_schema: { crates: asked("crates") },
});

const harbour: ManifestSource = {
  manifest_version: "1",
  domain: "harbour",
  version: "1.0.0",
  description: { "pt-BR": "Porto", en: "Harbour" },
  goals: [
    goalOf("LOAD", "load", "embarque", "load"),
    goalOf("SELL", "sell", "venda", "sell"),
    goalOf("SINK", "sink", "afunde", "sink"),
    goalOf("MOOR", "moor", "atraque", "moor"),
    {
      ...goalOf("STOW", "stow", "guarde", "stow"),
      hints: {
        examples: {
          en: [
            "stow [3](crates) crates of [figs](goods_text)",
            "stow [2](crates) of [tea](goods_text)",
          ],
        },
      },
      entities_schema: { crates: asked("crates"), goods_text: { type: "string" as const } },
    },
    {
      ...goalOf("COUNT", "count", "conte", "count"),
      hints: { templates: { "pt-BR": ["quantas caixas há"], en: ["how many crates are there"] } },
      entities_schema: {},
    },
  ],
  capabilities: [
    {
      capability: "load",
      effect: "write",
      repeat: "keyed",
      params_schema: taking("crates"),
      result_schema: receipt,
      undo,
    },
    {
      capability: "stow",
      effect: "write",
      repeat: "keyed",
      params_schema: {
        type: "object",
        properties: { crates: number, goods_text: { type: "string" } },
        required: ["crates"],
      },
      result_schema: receipt,
      undo,
    },
    { capability: "sell", effect: "write", repeat: "keyed", params_schema: taking("crates") },
    {
      capability: "sink",
      effect: "destructive",
      repeat: "keyed",
      params_schema: taking("crates"),
      result_schema: receipt,
      undo,
    },
    {
      capability: "moor",
      effect: "write",
      repeat: "keyed",
      params_schema: {
        type: "object",
        properties: { crates: number, pier: { type: "string" } },
        required: ["crates"],
      },
      result_schema: receipt,
      undo: { capability: "cast_off", params: { id: "${receipt.result.id}" } },
    },
    {
      capability: "cast_off",
      effect: "write",
      repeat: "keyed",
      params_schema: taking("id"),
      result_schema: receipt,
      undo: { capability: "moor_again", params: { id: "${receipt.result.id}" } },
    },
    { capability: "moor_again", effect: "write", repeat: "keyed", params_schema: taking("id") },
    { capability: "count", effect: "read" },
    { capability: "take_back", effect: "write", repeat: "keyed", params_schema: taking("id") },
  ],
};

let did: string[];
let refuses: boolean;
let breaks: "answers" | "dies" | undefined;
let deps: Awaited<ReturnType<typeof openTurnDeps>>;

beforeEach(async () => {
  did = [];
  refuses = false;
  breaks = undefined;
  const doing = (name: string) => async (params: Record<string, unknown>) => {
    did.push(`${name} ${Object.values(params).join()}`);
    return success({
      result: { id: did.length },
      explanation: `${name}: ${Object.values(params).join()}.`,
    });
  };
  const handlers = {
    ...{ load: doing("load"), stow: doing("stow"), sink: doing("sink") },
    sell: async (params: Record<string, unknown>) => {
      if (breaks === "answers")
        return failure({ code: "CLOSED", explanation: "The shop is shut." });
      if (breaks === "dies") throw new Error("gone");
      return doing("sell")(params);
    },
    ...{ cast_off: doing("cast_off"), moor_again: doing("moor_again") },
    moor: async (params: Record<string, unknown>) =>
      params["crates"] === 9 && params["pier"] === undefined
        ? ask({
            explanation: "Which pier?",
            candidates: [
              { label: "North", pier: "north" },
              { label: "South", pier: "south" },
            ],
          })
        : params["pier"] === "south"
          ? failure({ code: "FULL", explanation: "It is full." })
          : doing("moor")(params),
    count: async () => success({ result: null, explanation: "Many." }),
    take_back: async (params: Record<string, unknown>) =>
      refuses
        ? failure({ code: "TOO_LATE", explanation: "It has left." })
        : doing("take_back")(params),
  };
  deps = await openTurnDeps([defineDomain(harbour, handlers, { log: silentLog })]);
});
afterEach(() => deps.close());

const say = (input_text: string) =>
  answer(
    { ...{ session_id: "s", user_id: "ana", channel: "test", metadata: {} }, input_text },
    deps.turnDeps(),
  );

describe("another value right after something was done", () => {
  it.each([
    ["load 3 crates", "sorry, it was 5"],
    ["load 3 crates", "no, 5"],
    ["load 3 crates", "5, typo"],
    ["load 3 crates", "oops, i miscounted, 5 crates"],
    ["embarque 3 caixas", "não, 5"],
    ["embarque 3 caixas", "ih, contei errado, são 5"],
    ["embarque 3 caixas", "desculpa, eram 5 caixas"],
  ])("takes it back and does it anew, in one answer: %s - %s", async (first, then) => {
    await say(first);
    const told = await say(then);
    expect(did).toEqual(["load 3", "take_back 1", "load 5"]);
    expect(told).toMatchObject({ status: "success", pending: null });
    expect(told.answer).toMatch(/take_back: 1\.\s+load: 5\./);
  });

  it.each([
    "sorry, I meant tea",
    "change it to tea",
    "tea, I meant",
    "no, Earl Grey",
    "oops, it's for Rex",
  ])("may be free words, where they are said to be meant or are a name: %s", async (then) => {
    await say("stow 3 crates of figs");
    const told = await say(then);
    expect(did.slice(0, 2)).toEqual(["stow 3,figs", "take_back 1"]);
    expect(did[2]).toMatch(/^stow 3,(tea|Earl Grey|Rex)$/);
    expect(told.pending).toBeNull();
  });

  it.each(["no, that's fine", "sorry, my phone died", "sorry, wrong chat"])(
    "is not just any words: %s",
    async (then) => {
      await say("stow 3 crates of figs");
      await say(then);
      expect(did).toEqual(["stow 3,figs"]);
    },
  );

  it("is no piece of what is said again with more", async () => {
    await say("stow 3 crates of figs");
    await say("no, I meant figs from Izmir");
    expect(did).toEqual(["stow 3,figs"]);
  });

  it("what is said again of it stays as it was", async () => {
    await say("stow 3 crates of figs");
    await say("oops, i miscounted the figs, it was 8");
    expect(did).toEqual(["stow 3,figs", "take_back 1", "stow 8,figs"]);
  });

  it("an undo then takes back what was done anew, and nothing that was taken back", async () => {
    await say("load 3 crates");
    await say("sorry, it was 5");
    await say("undo");
    expect(did).toEqual(["load 3", "take_back 1", "load 5", "take_back 3"]);
  });

  it("is put right once more", async () => {
    await say("load 3 crates");
    await say("sorry, it was 5");
    await say("no, 6");
    expect(did.slice(3)).toEqual(["take_back 3", "load 6"]);
  });

  it("does nothing anew where taking back fails", async () => {
    await say("load 3 crates");
    refuses = true;
    const told = await say("sorry, it was 5");
    expect(did).toEqual(["load 3"]);
    expect(told.status).not.toBe("success");
    expect(told.answer).toContain("It has left.");
  });

  it("asks where it cannot be taken back, in the manifest's words, and does it on a yes", async () => {
    await say("sell 3 crates");
    const told = await say("sorry, it was 5");
    expect(did).toEqual(["sell 3"]);
    expect(told.pending?.kind).toBe("confirm");
    expect(told.answer).toContain("How many crates: 5");
    await say("yes");
    expect(did).toEqual(["sell 3", "sell 5"]);
  });

  it("asks before it does anew what always asks, and a no leaves all as it was", async () => {
    await say("sink 3 crates");
    await say("yes");
    const told = await say("no, 5");
    expect(did).toEqual(["sink 3"]);
    expect(told.pending?.kind).toBe("confirm");
    await say("no");
    expect(did).toEqual(["sink 3"]);
  });

  it("what says nothing was wrong, or asks for something else, changes nothing of it", async () => {
    await say("load 3 crates");
    await say("sorry, how many crates are there");
    await say("sorry");
    await say("oops, 3");
    expect(did).toEqual(["load 3"]);
  });
});

describe("what is asked about before it is done anew", () => {
  beforeEach(async () => {
    await say("moor 3 crates");
  });

  it("has been taken back, which stands before the question", async () => {
    expect((await say("no, 9")).answer).toMatch(/^cast_off: 1\.\s+Which pier\?/);
    await say("north");
    expect(did).toEqual(["moor 3", "cast_off 1", "moor 9,north"]);
  });

  it("is told to be gone where it is let go, or fails, and an undo brings it back", async () => {
    await say("no, 9");
    expect((await say("never mind")).answer).toContain("cast_off: 1.");
    await say("undo");
    expect(did.slice(1)).toEqual(["cast_off 1", "moor_again 2"]);
    await say("moor 4 crates");
    await say("no, 9");
    expect((await say("south")).answer).toMatch(/cast_off: 4\.\s+It is full\./);
    await say("undo");
    expect(did.slice(3)).toEqual(["moor 4", "cast_off 4", "moor_again 5"]);
  });

  it("an undo in the place of an answer brings it back at once", async () => {
    await say("no, 9");
    const told = await say("undo");
    expect(did.slice(1)).toEqual(["cast_off 1", "moor_again 2"]);
    expect(told.pending).toBeNull();
    expect((await say("north")).pending).toBeNull();
    expect(did).toHaveLength(3);
  });
});

it("an undo says yes to the question whether to undo", async () => {
  await say("load 3 crates");
  expect((await say("no, not that")).pending?.kind).toBe("confirm");
  await say("undo");
  expect(did).toEqual(["load 3", "take_back 1"]);
});

describe("what failed, asked for once more", () => {
  it.each([["answers"], ["dies"]] as const)(
    "is the last one, which %s, and no older one",
    async (how) => {
      await say("load 3 crates");
      breaks = how;
      await say("sell 2 crates");
      breaks = undefined;
      const told = await say("do it again");
      expect(told.answer).toContain("sell 2 crates");
      expect(did).toEqual(["load 3"]);
      await say("yes");
      expect(did).toEqual(["load 3", "sell 2"]);
    },
  );

  it("is not what failed before something else was done", async () => {
    breaks = "answers";
    await say("sell 2 crates");
    await say("load 3 crates");
    expect((await say("once more")).answer).toContain("load 3 crates");
  });
});

it("what was done is told by its answers, the newest first, and what was only read is not", async () => {
  expect((await say("what did you do?")).answer).toBe(
    "Apart from reminders and schedules, I have changed nothing in this conversation yet.",
  );
  await say("load 3 crates");
  await say("how many crates are there");
  await say("sell 2 crates");
  expect((await say("what have you done so far?")).answer).toBe(
    "What I did last in this conversation:\n- sell: 2.\n- load: 3.",
  );
});

it("a bare hour takes the place of the time that was done, and is no name", async () => {
  const booked: unknown[] = [];
  const ferry = defineDomain(
    {
      ...{ manifest_version: "1", domain: "ferry", version: "1.0.0", description: { en: "Ferry" } },
      lists: { any_words: { wildcard: true } },
      goals: [
        {
          ...{ goal: "BOOK", capability: "book", description: { en: "Book a seat" } },
          hints: { templates: { en: ["book a seat for {name_text} at {at}"] } },
          entities_schema: {
            name_text: { type: "string", list: "any_words", required: true },
            at: { type: "time", required: true },
          },
        },
      ],
      capabilities: [
        {
          ...{ capability: "book", effect: "write", repeat: "keyed" },
          params_schema: {
            type: "object",
            properties: { name_text: { type: "string" }, at: { type: "string" } },
          },
        },
      ],
    },
    {
      async book({ name_text, at }) {
        booked.push(`${name_text} ${at}`);
        return success({ result: null, explanation: "Booked." });
      },
    },
    { log: silentLog },
  );
  const opened = await openTurnDeps([ferry]);
  const said = async (input_text: string) =>
    answer(
      { user_id: "ana", session_id: "s", input_text, channel: "test", metadata: {} },
      opened.turnDeps(),
    );
  await said("book a seat for Sam at 10:00");
  await said("yes");
  expect((await said("actually make it 11")).answer).toContain("11:00");
  await said("yes");
  expect(booked).toEqual(["Sam 10:00", "Sam 11:00"]);
  await opened.close();
});
