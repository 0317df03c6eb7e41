import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatCompletions } from "../../orchestrator/adapters/language-model/chat-completions.fixture.ts";
import { serveProvider } from "../../orchestrator/adapters/language-model/loopback-provider.fixture.ts";
import { type ShippedSystem, startShippedSystem } from "./shipped-system.ts";
import type { System } from "./system.ts";

// Every sentence that the system was made for, to all its domains at once, with a model at hand: what is known costs
// nothing although it could be asked.

let shipped: ShippedSystem;
let system: System;
let telegram: ShippedSystem["telegram"];
let provider: Awaited<ReturnType<typeof serveProvider>>;
let person = 0;

type Turn = Awaited<ReturnType<System["turn"]>>;
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
const done = ({ trace }: Turn) =>
  trace.steps.filter(({ status }) => status === "success").map(({ capability }) => capability);

beforeAll(async () => {
  provider = await serveProvider(chatCompletions);
  shipped = await startShippedSystem({
    OPENAI_API_KEY: provider.key,
    OPENAI_BASE_URL: provider.baseUrl,
    REGENTE_MODEL_FAST: "small-one",
    REGENTE_MODEL_SMART: "large-one",
  });
  ({ system, telegram } = shipped);
});
afterAll(async () => {
  await shipped.close();
  await provider.close();
});

describe("what needs no model costs no token", () => {
  /** What one person says in turn, the capabilities of the last answer, and its words. */
  it.each<[said: string[], capabilities: string[], words: RegExp]>([
    // Searching, documents.
    [["pesquisa sobre a história do café"], ["search_web"], /Yemen/],
    [["busca na internet a história do café"], ["search_web"], /Yemen/],
    [["search the web for the history of coffee"], ["search_web"], /Yemen/],
    [["gera um pdf com o texto olá a todos"], ["generate_pdf"], /PDF pronto: olá a todos/],
    [["gera um pdf com o título Ata e o texto todos concordaram"], ["generate_pdf"], /Ata/],
    // A memory.
    [["salva inception", "1"], ["save_movie"], /^Inception \(2010\) salvo\.$/],
    [["salva inception", "a segunda"], ["save_movie"], /^Inception \(2014\) salvo\.$/],
    [["anota que o wifi é 1234"], ["save_note"], /./],
    [["salva a série dark"], ["save_tv_show"], /Dark \(2017\)/],
    [["salva matrix", "lista tudo"], ["list_all"], /Matrix \(1999\), filme/],
    [["salva matrix", "deleta tudo", "sim"], ["delete_all_memories"], /1 item/],
    [["salva matrix", "deleta tudo", "sim", "lista tudo"], ["list_all"], /^Nada salvo\.$/],
    [["salva matrix", "deleta tudo", "sim", "desfaz"], ["restore_memories"], /Matrix/],
    [["salva matrix", "busca matrix nos meus salvos"], ["search_items"], /Matrix/],
    [["salva inception", "cancela"], [], /cancelei/i],
    [["oi"], [], /^Olá!/],
    // The markets.
    [["qual o preço da Nordea?"], ["get_stock_price"], /NDA-SE\.ST.*SEK|SEK.*NDA-SE\.ST/s],
    [["qual o preço da PETR4?"], ["get_stock_price"], /PETR4/],
    [["qual a cotação da vale"], ["get_stock_price"], /VALE3/],
    [["maiores altas do Brasil"], ["get_top_gainers"], /Brasil/],
    [["maiores baixas do Brasil"], ["get_top_losers"], /Brasil/],
    [["maiores altas e baixas do Brasil"], ["get_top_gainers", "get_top_losers"], /Brasil/],
    [["preço da petrobras", "2"], ["get_stock_price"], /PETR4/],
    [
      ["qual o preço da PETR4 e me avisa no telegram"],
      ["get_stock_price", "send_telegram_message"],
      /PETR4.*Telegram/s,
    ],
    [["qual o preço da Nordea?", "e da Vale?"], ["get_stock_price"], /VALE3/],
    // A shop's customers.
    [["qual o prazo de entrega?"], ["search_faq"], /dias/],
    [["cadê meu pedido 1002?"], ["get_order"], /1002/],
    [["how long does a refund take?"], ["search_faq"], /refund/i],
  ])("%s", async (said, capabilities, words) => {
    const say = said.some((text) => text.includes("telegram")) ? owner() : somebody();
    const asked = provider.received.length;
    let turn: Turn | undefined;
    for (const text of said) turn = await say(text);
    expect(turn?.answer).toMatch(words);
    expect(turn && done(turn)).toEqual(capabilities);
    expect(provider.received).toHaveLength(asked);
  });
});

const chat = JSON.stringify({ goal: "language.GENERAL_CHAT", entities: [], confidence: 0.9 });
const ANALYSIS = "O café saiu do Iêmen e chegou ao Brasil em 1727.";
const param = (name: string, value: string) => ({ name, value });
const reportPlan = JSON.stringify({
  steps: [
    { id: 1, capability: "web.search_web", params: [param("query", "{topic_text}")], after: [] },
    {
      id: 2,
      capability: "language.write_analysis",
      params: [param("topic", "{topic_text}"), param("findings", "${1.explanation}")],
      after: [],
    },
    {
      id: 3,
      capability: "documents.generate_pdf",
      params: [param("title", "{topic_text}"), param("content", "${2.explanation}")],
      after: [],
    },
  ],
  combine: "last",
});

describe("what needs words to be written has a model write them", () => {
  it.each<[text: string, model: string[], capabilities: string[], answer: RegExp]>([
    [
      "resume este texto: a reunião durou três horas e adiou a entrega para março",
      ["A entrega foi adiada para março."],
      ["summarize_text"],
      /^A entrega foi adiada para março\.$/,
    ],
    ["traduz bom dia para o inglês", ["Good morning"], ["translate_text"], /^Good morning$/],
    ["translate good morning into Portuguese", ["Bom dia"], ["translate_text"], /^Bom dia$/],
    [
      "pesquisa sobre a história do café e resume isso",
      ["Veio do Iêmen."],
      ["search_web", "summarize_text"],
      /Yemen.*Veio do Iêmen\./s,
    ],
    ["qual a capital da França?", [chat, "Paris."], ["general_chat"], /^Paris\.$/],
    ["me conta uma piada", [chat, "Era uma vez um pinto sem um pé."], ["general_chat"], /pinto/],
    ["tell me a joke", [chat, "I would, but I am only a test."], ["general_chat"], /only a test/],
  ])("%s", async (text, model, capabilities, answer) => {
    provider.plan(...model.map((says) => ({ says })), { status: 500 });
    const turn = await somebody()(text);
    expect(turn.status).toBe("success");
    expect(turn.answer).toMatch(answer);
    expect(done(turn)).toEqual(capabilities);
    expect(turn.usage.llm_calls).toBe(model.length);
  });

  it("a report is searched for, written and bound by a plan; the next one costs no planning", async () => {
    provider.plan({ says: reportPlan }, { says: ANALYSIS }, { status: 500 });
    const say = owner();
    const asked = await say(
      "pesquisa sobre a história do café, analisa e gera um relatório em pdf e me manda no telegram",
    );
    // What strangers wrote leaves the machine after a yes.
    expect(asked.pending?.kind).toBe("confirm");
    const turn = await say("sim");
    expect(done(turn)).toEqual([
      "search_web",
      "write_analysis",
      "generate_pdf",
      "send_telegram_message",
    ]);
    expect(asked.usage.llm_calls).toBe(2);
    expect(turn.usage.llm_calls).toBe(0);
    expect(turn.sources.map(({ url }) => url)).toContain("https://pt.wikipedia.org/wiki/Caf%C3%A9");
    const [file] = turn.files;
    const pdf = Buffer.from(await (await fetch(`${system.url}${file?.url}`)).arrayBuffer());
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
      mergePages: true,
    });
    expect(text).toContain(ANALYSIS);
    expect(telegram.messages.at(-1)?.file?.bytes.equals(pdf)).toBe(true);
    // What the search found is shown to the model as strangers' words.
    expect(provider.asked().at(-1)?.join()).toMatch(/"untrusted".*Yemen/s);

    const again = somebody();
    provider.plan({ says: reportPlan }, { says: ANALYSIS }, { says: ANALYSIS }, { status: 500 });
    expect((await again("faz um relatório sobre a história do café")).usage.llm_calls).toBe(2);
    expect((await again("faz um relatório sobre o cultivo do café")).usage.llm_calls).toBe(1);
  });

  it("a model that is down takes nothing from what is known, and invents no answer", async () => {
    provider.plan({ status: 500 });
    const say = somebody();
    expect((await say("qual o preço da Nordea?")).status).toBe("success");
    const refused = await say("qual a capital da Itália?");
    expect(refused).toMatchObject({ status: "clarification", trace: { steps: [] } });
    expect(refused.answer.length).toBeGreaterThan(20);
    const failed = await say("traduz boa noite para o francês");
    expect(failed.status).toBe("failure");
  });
});
