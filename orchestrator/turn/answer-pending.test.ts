import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask, success } from "#shared/domain-kit/answers.ts";
import type { KitClock } from "#shared/domain-kit/call.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { answer } from "./answer.ts";
import { gardenDomain } from "./garden.fixture.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const ana = { user_id: "ana", session_id: "s" };

let done: string[];
let garden: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  done = [];
  garden = await openTurnDeps([gardenDomain(done)]);
});
afterEach(() => garden.close());
const say = (input_text: string) =>
  answer({ ...ana, input_text, channel: "test", metadata: {} }, garden.turnDeps());

describe.each(["não", "cancela"])("%s", (no) => {
  it("to an older question says which one, and claims nothing about what came since", async () => {
    await say("regue a rosa");
    await say("regue a samambaia");
    expect((await say(no)).answer).toBe(
      "Tudo bem, deixei de lado a pergunta em aberto: Qual canteiro?",
    );
    expect(done).toEqual(["water samambaia"]);
  });

  it("when part of the request is done does not say that nothing was", async () => {
    await say("regue samambaia e rosa");
    expect((await say(no)).answer).toContain("deixei de lado a pergunta em aberto");
    expect(done).toEqual(["water samambaia"]);
  });

  it("ends the run that waited", async () => {
    const { run_id } = await say("regue a rosa");
    await say(no);
    expect((await garden.turnDeps().store.runs.find(ana, run_id))?.status).toBe("cancelled");
  });
});

it("a question that was given up ends the run that waited", async () => {
  const { run_id } = await say("regue a rosa");
  for (const text of ["talvez", "talvez", "talvez"]) await say(text);
  expect((await garden.turnDeps().store.runs.find(ana, run_id))?.status).toBe("cancelled");
});

describe("the other one", () => {
  it("is taken after the first, and only what depends on the choice is done again", async () => {
    await say("regue samambaia e rosa e toca o sino");
    await say("1");
    const other = await say("não, a outra");
    expect(other).toMatchObject({ status: "success", pending: null });
    expect(done.filter((each) => each.startsWith("water"))).toEqual([
      "water samambaia",
      "water rosa north",
      "water rosa south",
    ]);
  });

  it("is done once, however often it is said", async () => {
    await say("regue a rosa");
    await say("norte");
    await say("não, sul");
    await say("não, sul");
    const back = await say("não, a outra");
    expect(back.answer).toContain("Reguei rosa");
    expect(done).toEqual(["water rosa north", "water rosa south"]);
  });

  it("of two values is the other value", async () => {
    await say("ilumine o jardim");
    await say("forte");
    await say("e a outra?");
    expect(done).toEqual(["light HIGH", "light LOW"]);
  });

  it("is nothing once something else was done, and after half an hour", async () => {
    await say("regue a rosa");
    await say("1");
    await say("regue a samambaia");
    expect((await say("a outra")).status).not.toBe("success");
    await say("regue a rosa");
    await say("1");
    garden.pass(31 * 60 * 1000);
    expect((await say("a outra")).status).not.toBe("success");
    expect(done).not.toContain("water rosa south");
  });

  it("survives a restart", async () => {
    await say("regue a rosa");
    await say("1");
    await garden.reopen();
    await say("não, a outra");
    expect(done).toEqual(["water rosa north", "water rosa south"]);
  });
});

describe("an open question for a text", () => {
  it("is put aside by whoever lets go of the thing by its name", async () => {
    expect((await say("regue")).answer).toBe("Qual planta?");
    expect(await say("esquece a planta")).toMatchObject({ status: "success", pending: null });
    expect(done).toEqual([]);
  });

  it("takes no question without its mark for it", async () => {
    await say("regue");
    expect((await say("so what is there now")).answer).toContain("aspas");
    expect(done).toEqual([]);
  });

  it("takes no question for it, unless that is quoted", async () => {
    await say("regue");
    expect((await say("qual você regou?")).answer).toContain("aspas");
    expect(done).toEqual([]);
    await say("“qual você regou?”");
    expect(done).toEqual(["water qual você regou"]);
  });

  it.each(["quer saber, desfaz isso, ele vai vender o vaso", "too much for her, forget the fern"])(
    "takes what undoes or lets go of something with its reason for none: %s",
    async (text) => {
      await say("regue");
      expect((await say(text)).answer).toMatch(/aspas|quotation/);
      expect(done).toEqual([]);
    },
  );

  it.each([
    "já mandei não kkk",
    "e não manda pra ninguém",
    "espera aí a de cima",
    "já guardei",
    "manda isso",
    "sim",
  ])("takes “%s” for no text, unless it is quoted", async (text) => {
    await say("regue");
    expect((await say(text)).answer).toContain("aspas");
    expect(done).toEqual([]);
    await say(`“${text}”`);
    expect(done).toEqual([`water ${text}`]);
  });
});

it("a value is no yes to what would change something", async () => {
  const lent: unknown[] = [];
  const library = await openTurnDeps([libraryDomain(lent)]);
  const ask = (input_text: string) =>
    answer({ ...ana, input_text, channel: "test", locale: "en", metadata: {} }, library.turnDeps());
  expect((await ask("lend book Emma shelf")).pending?.kind).toBe("choose_goal");
  expect((await ask("Maria")).status).toBe("clarification");
  expect(lent).toEqual([]);
  await library.close();
});

it.each([
  ["tomorrow", "2026-12-01"],
  ["on the 5th of December", "2026-12-05"],
  ["two days after tomorrow", "2026-12-03"],
  ["12/5/2026", "2026-12-05"],
])(
  "a day that was asked for is one of the person's calendar, in the question's language: %s",
  async (day, date) => {
    const lent: unknown[] = [];
    const noon = Date.parse("2026-11-30T12:00:00Z");
    // All clocks are one: what is due at noon is late for a service that goes by another.
    const library = await openTurnDeps([libraryDomain(lent, { now: () => noon })]);
    library.pass(noon - Date.now());
    const ask = (input_text: string, locale?: "en") => {
      const entry = {
        ...ana,
        input_text,
        channel: "test",
        metadata: {},
        ...(locale && { locale }),
      };
      return answer(entry, library.turnDeps());
    };
    expect((await ask("reserve Emma", "en")).answer).toBe("For which day?");
    await ask(day);
    expect(lent).toEqual([{ title_text: "Emma", day: date }]);
    await library.close();
  },
);

const text = { type: "string" as const };
const libraryDomain = (lent: unknown[], clock: KitClock = Date) =>
  defineDomain(
    {
      manifest_version: "1",
      domain: "library",
      version: "1.0.0",
      description: { en: "Library loans" },
      goals: [
        {
          goal: "LEND",
          description: { en: "Lend a book" },
          capability: "lend",
          hints: {
            examples: {
              en: [
                "lend [Emma](title_text) to [Ana](member_text)",
                "lend [Dune](title_text) to [Maria](member_text)",
                "[Pedro](member_text) takes [Emma](title_text) home",
                "lend out [Dune](title_text)",
                "a loan of [Emma](title_text) for [Maria](member_text)",
              ],
            },
          },
          entities_schema: { title_text: { required: true }, member_text: {} },
        },
        {
          goal: "RESERVE",
          description: { en: "Reserve a book" },
          capability: "reserve",
          hints: {
            templates: { en: ["reserve {title_text}"] },
            examples: { en: ["reserve [Emma](title_text)", "reserve [Dune](title_text)"] },
          },
          entities_schema: {
            title_text: { required: true },
            day: { type: "date", required: true, question: { en: "For which day?" } },
          },
        },
      ],
      capabilities: [
        {
          capability: "lend",
          effect: "write",
          repeat: "keyed",
          confirm: "never",
          params_schema: {
            type: "object",
            properties: { title_text: text, member_text: text },
            required: ["title_text"],
          },
        },
        {
          capability: "reserve",
          effect: "write",
          repeat: "keyed",
          confirm: "never",
          params_schema: {
            type: "object",
            properties: { title_text: text, day: text },
            required: ["title_text", "day"],
          },
        },
      ],
    },
    {
      async reserve(params: Record<string, unknown>) {
        lent.push(params);
        return success({ explanation: "reserved", result: null });
      },
      async lend(params: Record<string, unknown>) {
        lent.push(params);
        return success({ explanation: "lent", result: null });
      },
    },
    { log: silentLog, clock },
  );

it("an answer to a step is read as the value of its goal, and asked for again where it is none", async () => {
  const booked: unknown[] = [];
  const inn = defineDomain(
    {
      ...{ manifest_version: "1", domain: "inn", version: "1.0.0", description: { en: "Rooms" } },
      goals: [
        {
          goal: "BOOK",
          description: { "pt-BR": "Reservar um quarto", en: "Book a room" },
          capability: "book",
          hints: { templates: { "pt-BR": ["reserve um quarto"], en: ["book a room"] } },
          entities_schema: { day: { type: "date" } },
        },
      ],
      capabilities: [
        {
          ...{ capability: "book", effect: "write", repeat: "keyed" },
          params_schema: {
            type: "object",
            properties: { day: { type: "string", format: "date" } },
          },
        },
      ],
    },
    {
      async book({ day }) {
        if (day === undefined) return ask({ explanation: "Que dia?", missing_param: "day" });
        booked.push(day);
        return success({ result: null, explanation: "Reservado." });
      },
    },
    { log: silentLog },
  );
  const other = await openTurnDeps([inn]);
  const tell = async (input_text: string) =>
    (await answer({ ...ana, input_text, channel: "test", metadata: {} }, other.turnDeps())).answer;
  expect(await tell("reserve um quarto")).toBe("Que dia?");
  expect(await tell("sei lá, talvez")).toMatch(/^Não entendi a resposta\.\nQue dia\?/);
  expect(await tell("31/12/2030")).toBe("Reservado.");
  expect(booked).toEqual(["2030-12-31"]);
  await other.close();
});
