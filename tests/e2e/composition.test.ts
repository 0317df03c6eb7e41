import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { type ShippedSystem, startShippedSystem } from "./shipped-system.ts";
import type { System } from "./system.ts";

// One sentence, several domains: none of them knows of another, and the core knows none of them.

let shipped: ShippedSystem;
let system: System;
let telegram: ShippedSystem["telegram"];
let tavily: ShippedSystem["tavily"];
let person = 0;

/** Someone who has nothing saved yet. */
function somebody() {
  person += 1;
  const name = `person-${person}`;
  return (text: string) => system.turn(text, name, name);
}
/** The one local user, whose chat TELEGRAM_CHAT_ID is, in a new session. */
function owner() {
  person += 1;
  const session = `owner-${person}`;
  return (text: string) => system.turn(text, session);
}
const capabilitiesOf = ({ trace }: Awaited<ReturnType<System["turn"]>>) =>
  trace.steps.map(({ capability, status }) => `${capability} ${status}`);
/** The last words that arrived; files come after them. */
const lastMessage = () => telegram.messages.findLast(({ file }) => file === undefined)?.text ?? "";

beforeAll(async () => {
  shipped = await startShippedSystem();
  ({ system, telegram, tavily } = shipped);
});
afterAll(() => shipped.close());

describe("any goal, and telegram after it", () => {
  it.each([
    ["qual o preço da Nordea e me avisa no telegram", "get_stock_price", /NDA-SE\.ST/],
    ["maiores altas do Brasil e me manda no telegram", "get_top_gainers", /Brasil/],
    ["price of Apple and telegram me", "get_stock_price", /AAPL/],
    ["lista tudo e me manda no telegram", "list_all", /Nada salvo/],
    ["salva matrix e me avisa no telegram", "save_movie", /Matrix \(1999\) salvo/],
    ["meus pdfs e me avisa no telegram", "list_documents", /Nenhum documento/],
  ])("%s", async (text, capability, words) => {
    const turn = await owner()(text);
    expect(capabilitiesOf(turn)).toEqual([
      `${capability} success`,
      "send_telegram_message success",
    ]);
    expect(turn.usage).toMatchObject({ llm_calls: 0 });
    expect(lastMessage()).toMatch(words);
  });
});

describe("maiores altas do Brasil em pdf e me manda no telegram", () => {
  it("looks once, makes a PDF that opens, and sends the message", async () => {
    const say = owner();
    const turn = await say("maiores altas do Brasil em pdf e me manda no telegram");
    expect(capabilitiesOf(turn)).toEqual([
      "get_top_gainers success",
      "generate_pdf success",
      "send_telegram_message success",
    ]);
    expect(turn.answer).toMatch(/Brasil.*PDF pronto.*Telegram/s);
    expect(lastMessage()).toMatch(/Brasil/);
    expect(turn.files).toMatchObject([{ media_type: "application/pdf" }]);
    const opened = await fetch(`${system.url}${turn.files[0]?.url}`);
    expect(opened.headers.get("content-type")).toBe("application/pdf");
    expect(Buffer.from(await opened.arrayBuffer()).toString("latin1")).toMatch(/^%PDF-/);
  });

  it("no one else finds the PDF; its owner opens, deletes and undoes", async () => {
    const [ana, rui] = [somebody(), somebody()];
    await ana("maiores altas do Brasil em pdf");
    expect((await rui("meus pdfs")).answer).toBe("Nenhum documento guardado.");
    expect((await rui("abre o pdf 1")).status).toBe("failure");
    expect((await ana("abre o pdf 1")).files).toHaveLength(1);
    expect((await ana("apaga o pdf 1")).pending?.kind).toBe("confirm");
    expect((await ana("sim")).answer).toMatch(/^Documento apagado/);
    expect((await ana("desfaz")).answer).toMatch(/^Documento restaurado/);
    expect((await ana("meus pdfs")).answer).toMatch(/^1 documento:/);
  });
});

describe("a chart", () => {
  const pictureIn = (pdf: Buffer) => pdf.toString("latin1").includes("/Subtype /Image");
  const open = async (url = "") =>
    Buffer.from(await (await fetch(`${system.url}${url}`)).arrayBuffer());

  it.each([
    "histórico da PETR4 nos últimos 6 meses em pdf e me manda no telegram",
    "histórico da PETR4 nos últimos 6 meses e me manda no telegram em pdf",
  ])("%s: the PDF shows it, and Telegram gets that PDF", async (text) => {
    const turn = await owner()(text);
    expect(capabilitiesOf(turn)).toEqual([
      "get_price_history success",
      "generate_pdf success",
      "send_telegram_message success",
    ]);
    expect(turn.usage.llm_calls).toBe(0);
    const made = turn.files.find(({ media_type }) => media_type === "application/pdf");
    const pdf = await open(made?.url);
    expect(pictureIn(pdf)).toBe(true);
    expect(telegram.messages.at(-2)?.text).toMatch(/PETR4/);
    expect(telegram.messages.at(-1)?.file).toMatchObject({
      kind: "document",
      filename: made?.name,
    });
    expect(telegram.messages.at(-1)?.file?.bytes.equals(pdf)).toBe(true);
  });

  it("goes to Telegram as a photo where no PDF was asked for", async () => {
    const turn = await owner()("histórico da PETR4 nos últimos 6 meses e me manda no telegram");
    const png = turn.files.find(({ media_type }) => media_type === "image/png");
    expect(telegram.messages.at(-1)?.file).toMatchObject({ kind: "photo" });
    expect(telegram.messages.at(-1)?.file?.bytes.equals(await open(png?.url))).toBe(true);
  });

  it("is in no PDF of an answer that has none", async () => {
    const turn = await somebody()("preço da Nordea em pdf");
    expect(pictureIn(await open(turn.files[0]?.url))).toBe(false);
  });
});

describe("pesquisa sobre X e salva como nota", () => {
  it("keeps what was found, with its sources", async () => {
    const say = somebody();
    const turn = await say("pesquisa sobre a história do café e salva como nota");
    expect(tavily.asked.at(-1)).toMatchObject({ query: "a história do café" });
    expect(capabilitiesOf(turn)).toEqual(["search_web success", "save_note success"]);
    expect(turn.sources.map(({ url }) => url)).toContain("https://pt.wikipedia.org/wiki/Caf%C3%A9");
    const { trace } = await say("lista minhas notas");
    expect(JSON.stringify(trace.steps[0]?.output?.result)).toMatch(/Yemen.*wikipedia\.org/);
  });

  it("saves nothing when nothing could be searched", async () => {
    tavily.fault = 500;
    const say = somebody();
    const turn = await say("pesquisa sobre a história do café e salva como nota");
    tavily.fault = undefined;
    expect(turn.status).toBe("failure");
    expect(capabilitiesOf(turn)[1]).toBe("save_note skipped");
    expect((await say("lista tudo")).answer).toBe("Nada salvo.");
  });
});

describe("text from outside on its way out of the house", () => {
  const sent: unknown[] = [];
  const letter = { type: "string" as const };
  const courier = defineDomain(
    {
      manifest_version: "1",
      domain: "courier",
      version: "1.0.0",
      description: { "pt-BR": "Leva cartas", en: "Carries letters" },
      capabilities: [
        {
          capability: "carry_letter",
          effect: "external",
          repeat: "keyed",
          params_schema: { type: "object", properties: { letter }, required: ["letter"] },
          metadata: {
            roles: ["courier"],
            followup: { hints: { "pt-BR": ["despacha por carta"], en: ["post it by letter"] } },
            composition: {
              followup_roles: ["courier"],
              param_map: { letter: { from_parameters: ["_step_explanation"] } },
            },
          },
        },
      ],
    },
    {
      carry_letter: async (params) => {
        sent.push(params["letter"]);
        return success({ explanation: "Carta despachada." });
      },
    },
    { log: silentLog },
  );
  let served: Awaited<ReturnType<typeof courier.serve>>;
  beforeAll(async () => {
    served = await courier.serve({ port: 0 });
    const taken = await system.post("/v1/domains", { name: "courier", url: served.url });
    expect(taken.status).toBeLessThan(300);
  });
  afterAll(() => served.close());

  const SENTENCE = "pesquisa sobre a história do café e despacha por carta";

  it("is asked about first, word for word and with where it came from; a no sends nothing", async () => {
    const say = somebody();
    const asked = await say(SENTENCE);
    expect(asked).toMatchObject({ status: "clarification", pending: { kind: "confirm" } });
    expect(asked.answer).toMatch(/Yemen/);
    expect(asked.answer).toMatch(/texto de fora, de .*web\.search_web/);
    await say("não");
    expect(sent).toEqual([]);
  });

  it("goes with a yes, once, as it was shown", async () => {
    const say = somebody();
    await say(SENTENCE);
    const told = await say("sim");
    expect(capabilitiesOf(told)).toEqual(["search_web success", "carry_letter success"]);
    expect(sent).toEqual([expect.stringMatching(/Yemen/)]);
    await say("sim");
    expect(sent).toHaveLength(1);
  });

  it("of our own no one is asked", async () => {
    const before = sent.length;
    const told = await somebody()("qual o preço da Nordea e despacha por carta");
    expect(capabilitiesOf(told)).toEqual(["get_stock_price success", "carry_letter success"]);
    expect(sent).toHaveLength(before + 1);
  });
});

describe("where no model is configured", () => {
  it.each([
    ["traduz bom dia para o inglês", /nenhum configurado/],
    ["translate good morning into Portuguese", /none is configured/],
  ])("%s: that is said, and nothing is invented", async (text, words) => {
    const turn = await somebody()(text);
    expect(turn).toMatchObject({ status: "failure", usage: { llm_calls: 0 } });
    expect(turn.answer).toMatch(words);
  });

  it("what needs none is done beside what does", async () => {
    const turn = await somebody()("pesquisa sobre a história do café e resume isso");
    expect(turn.status).toBe("partial");
    expect(turn.answer).toMatch(/Yemen.*nenhum configurado/s);
  });
});

it("the question of the first domain is asked before the second one acts", async () => {
  const say = owner();
  const before = telegram.messages.length;
  expect(await say("preço da petrobras em pdf e me avisa no telegram")).toMatchObject({
    status: "clarification",
    files: [],
  });
  expect(telegram.messages).toHaveLength(before);
  expect(capabilitiesOf(await say("2"))).toEqual([
    "get_stock_price success",
    "generate_pdf success",
    "send_telegram_message success",
  ]);
  expect(lastMessage()).toContain("PETR4");
});
