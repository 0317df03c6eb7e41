import { describe, expect, it } from "vitest";
import { draftPlan } from "../orchestrator/planning/draft.ts";
import { framesOf } from "../orchestrator/planning/frames.ts";
import {
  followupClash,
  followupPhrases,
  saysTooLittle,
} from "../orchestrator/understanding/followup-phrases.ts";
import { shipped } from "./every-word-counts/shipped.ts";

// What real people said to the shipped domains, through the real understanding, without a server. A change of a
// manifest or of the understanding that breaks one of these sentences breaks an answer that someone got.

const { catalogue, understanding } = shipped();

/** Goals less likely than this are not even offered. */
const OFFERED = 0.25;

/** On a Wednesday. */
const said = {
  lastFrame: null,
  now: Date.parse("2026-11-18T15:00:00Z"),
  timezone: "America/Sao_Paulo",
};

function hear(sentence: string) {
  const { intent, candidates } = understanding.understand(sentence, said);
  const { goal, entities } = intent;
  const [frame] = framesOf(intent);
  const { leads } = draftPlan(intent, {}, catalogue);
  const runs = frame !== undefined && leads !== "held" && leads !== "unsure";
  return {
    goal: runs ? goal : null,
    entities,
    followups: intent.followups.map(({ role }) => role),
    // What was said around a request is told; nothing is offered then.
    offered:
      leads === "held"
        ? []
        : candidates.filter((each) => each.confidence >= OFFERED).map((each) => each.goal),
  };
}

it("every template of the shipped domains can be used", () =>
  expect(understanding.problems).toEqual([]));

it("what may follow is asked for in words that say enough, and that no two domains share", () => {
  const manifests = [...catalogue.manifests.values()];
  expect(manifests.flatMap(followupPhrases).filter(saysTooLittle)).toEqual([]);
  for (const [at, manifest] of manifests.entries())
    expect(followupClash(manifest, manifests.slice(0, at))).toBeUndefined();
});

describe("a sentence runs one goal, with what it says", () => {
  it.each<[string, string, Record<string, unknown>]>([
    ["qual o preço da Nordea?", "GET_QUOTE", { symbol_text: "Nordea" }],
    ["quanto tá a petro hoje", "GET_QUOTE", { symbol_text: "petro" }],
    ["price of Apple", "GET_QUOTE", { symbol_text: "Apple" }],
    ["maiores altas, não as baixas", "TOP_MOVERS", { direction: "GAINERS" }],
    ["o que eu anotei?", "LIST_ALL", {}],
    ["preço da PETR4, VALE3 e ITUB4", "GET_QUOTE", { symbol_text: ["PETR4", "VALE3", "ITUB4"] }],
    ["boa tarde, quanto tá a vale?", "GET_QUOTE", { symbol_text: "vale" }],
    ["good morning, price of apple please", "GET_QUOTE", { symbol_text: "apple" }],
    ["PETR4.SA", "GET_QUOTE", { symbol_text: "PETR4.SA" }],
    ["preço da VALE3.SA", "GET_QUOTE", { symbol_text: "VALE3.SA" }],
    ["a vale subiu?", "GET_QUOTE", { symbol_text: "vale" }],
    ["petr4 caiu muito hoje?", "GET_QUOTE", { symbol_text: "petr4" }],
    ["preço da vale na bolsa", "GET_QUOTE", { symbol_text: "vale" }],
    ["quanto fechou a ambev ontem?", "GET_QUOTE", { symbol_text: "ambev", period: "2026-11-17" }],
    ["what was apple's price yesterday", "GET_QUOTE", { period: "2026-11-17" }],
    ["preço da magalu na segunda-feira", "GET_QUOTE", { period: "2026-11-16" }],
    ["preço da vale amanhã", "GET_QUOTE", { period: "2026-11-19" }],
    ["preço da vale em dólar", "GET_QUOTE", { symbol_text: "vale", currency: "USD" }],
    ["preço da nordea em helsinque", "GET_QUOTE", { symbol_text: "nordea em helsinque" }],
    ["quanto ta a nordea em helsinki", "GET_QUOTE", { symbol_text: "nordea em helsinki" }],
    ["price of nordea in helsinki", "GET_QUOTE", { symbol_text: "nordea in helsinki" }],
    ["preço da natura cosméticos", "GET_QUOTE", { symbol_text: "natura cosméticos" }],
    ["pão de açúcar", "GET_QUOTE", { symbol_text: "pão de açúcar" }],
    ["mercado livre", "GET_QUOTE", { symbol_text: "mercado livre" }],
    ["price of at&t", "GET_QUOTE", { symbol_text: "at&t" }],
    ["johnson & johnson", "GET_QUOTE", { symbol_text: "johnson & johnson" }],
    ["PETR", "GET_QUOTE", { symbol_text: "PETR" }],
    ["quanto tá o ibovespa", "GET_QUOTE", { symbol_text: "ibovespa" }],
    ["quanto tá a nasdaq", "GET_QUOTE", { symbol_text: "nasdaq" }],
    ["dow jones", "GET_QUOTE", { symbol_text: "dow jones" }],
    ["how is the s&p 500 doing", "GET_QUOTE", { symbol_text: "s&p 500" }],
    ["como fechou a bolsa hoje", "GET_QUOTE", { symbol_text: "a bolsa" }],
    ["a bolsa caiu?", "GET_QUOTE", { symbol_text: "a bolsa" }],
    ["how did the market close", "GET_QUOTE", { symbol_text: "the market" }],

    ["quem subiu mais hoje, vale ou petr4?", "COMPARE_QUOTES", { symbols_text: ["vale", "petr4"] }],

    ["maiores altas do Brasil", "TOP_MOVERS", { direction: "GAINERS", market_text: "Brasil" }],
    ["maiores altas e baixas do Brasil", "TOP_MOVERS", { direction: "BOTH" }],
    ["top losers in the US", "TOP_MOVERS", { direction: "LOSERS", market_text: "US" }],
    ["maiores altas do brasil e dos eua", "TOP_MOVERS", { market_text: ["brasil", "eua"] }],
    ["preço da ação que mais subiu", "TOP_MOVERS", { direction: "GAINERS" }],
    ["maiores altas de ontem", "TOP_MOVERS", { direction: "GAINERS", period: "2026-11-17" }],
    ["as maiores altas do pregão de ontem", "TOP_MOVERS", { period: "2026-11-17" }],
    ["quais as maiores altas do ano", "TOP_MOVERS", { period: "2026" }],
    ["maiores altas do japão", "TOP_MOVERS", { market_text: "japão" }],
    ["biggest losers in japan", "TOP_MOVERS", { market_text: "japan" }],
    ["maiores altas do Brasil e do Japão", "TOP_MOVERS", { market_text: ["Brasil", "Japão"] }],
    ["altas da bolsa de Tóquio", "TOP_MOVERS", { market_text: "bolsa de Tóquio" }],

    [
      "histórico da PETR4 nos últimos 6 meses",
      "PRICE_HISTORY",
      { period_text: "últimos 6 meses", period: "P6M/2026-11-18" },
    ],
    [
      "quanto subiu a petr4 entre 1 de março e 1 de maio",
      "PRICE_HISTORY",
      { period_text: "entre 1 de março e 1 de maio", period: "2026-03-01/2026-05-01" },
    ],
    [
      "quanto a nvidia subiu desde janeiro?",
      "PRICE_HISTORY",
      { period_text: "desde janeiro", period: "2026-01-01/.." },
    ],
    ["gráfico de vale e petr4", "PRICE_HISTORY", { symbol_text: ["vale", "petr4"] }],
    [
      "gráfico da vale e da petr4 nos últimos 6 meses",
      "PRICE_HISTORY",
      { symbol_text: ["vale", "petr4"], period_text: "últimos 6 meses" },
    ],
    [
      "compare vale petr4 e itub4 nos últimos 6 meses",
      "PRICE_HISTORY",
      { symbol_text: ["vale", "petr4", "itub4"], period_text: "últimos 6 meses" },
    ],
    [
      "history of apple and microsoft in 2026",
      "PRICE_HISTORY",
      { symbol_text: ["apple", "microsoft"], period_text: "2026" },
    ],
    ["preço da petr4 no dia 10/03/2026", "PRICE_HISTORY", { period_text: "10/03/2026" }],
    [
      "gráfico da petr4 desde 10/03/2026",
      "PRICE_HISTORY",
      { period_text: "desde 10/03/2026", period: "2026-03-10/.." },
    ],
    ["has Intel fallen this year?", "PRICE_HISTORY", { period_text: "this year" }],

    ["how risky is Apple", "RISK_METRICS", { symbol_text: "Apple" }],
    ["risco da vale e da petr4", "RISK_METRICS", { symbol_text: ["vale", "petr4"] }],
    ["risk of apple and tesla", "RISK_METRICS", { symbol_text: ["apple", "tesla"] }],
    ["qual mais arriscada, vale ou petr4?", "RISK_METRICS", { symbol_text: ["vale", "petr4"] }],
    ["beta da suzano contra o ibovespa", "RISK_METRICS", { symbol_text: "suzano" }],

    ["manda no telegram: cheguei bem", "SEND_MESSAGE", { message: "cheguei bem" }],
    [
      "manda no telegram: se chover eu não vou",
      "SEND_MESSAGE",
      { message: "se chover eu não vou" },
    ],
    ["me mostra a caixa de saída", "LIST_OUTBOX", {}],

    ["pesquisa sobre energia solar", "WEB_SEARCH", { query: "energia solar" }],
    ["busca na internet quem inventou o avião", "WEB_SEARCH", {}],
    ["search the web for coffee prices", "WEB_SEARCH", { query: "coffee prices" }],
    ["pesquisa na internet notícias da vale", "WEB_SEARCH", {}],
    ["gera um pdf com o texto oi mundo", "GENERATE_PDF", { content: "oi mundo" }],
    ["gera um pdf dizendo volto logo", "GENERATE_PDF", { content: "volto logo" }],
    ["make a pdf saying back at two", "GENERATE_PDF", { content: "back at two" }],
    ["traduz bom dia para o inglês", "TRANSLATE_TEXT", { target_language: "english" }],
    ["como se diz obrigado em alemão?", "TRANSLATE_TEXT", { text: "obrigado" }],
    ["meus pdfs", "LIST_DOCUMENTS", {}],
    ["qual o prazo de entrega?", "FAQ_SEARCH", { query: "prazo de entrega" }],
    ["how long does a refund take?", "FAQ_SEARCH", { query: "refund" }],
    ["cadê meu pedido 1002?", "GET_ORDER", { order_id: 1002 }],
    ["track order 1003", "GET_ORDER", { order_id: 1003 }],
    [
      "pergunta pro suporte: meu pedido 1002 atrasou, posso devolver?",
      "ASK_SUPPORT",
      { question: "meu pedido 1002 atrasou, posso devolver?" },
    ],
    ["ask support: refund my order 1002", "ASK_SUPPORT", { question: "refund my order 1002" }],
    ["quero falar com alguém do suporte", "ASK_SUPPORT", {}],

    [
      "estrutura a ideia de que o método incremental é mais rápido",
      "STRUCTURE_IDEA",
      { idea: "o método incremental é mais rápido" },
    ],
    ["quero entender impacto de LLMs em produtividade", "STRUCTURE_IDEA", {}],
    ["I want to understand the impact of LLMs on productivity", "STRUCTURE_IDEA", {}],
    [
      "valida a hipótese: método X reduz tempo em 30% em equipes de 2-5 devs",
      "VALIDATE_HYPOTHESIS",
      { hypothesis: "método X reduz tempo em 30% em equipes de 2-5 devs" },
    ],
    [
      "my hypothesis is that method X cuts time by 30%",
      "VALIDATE_HYPOTHESIS",
      { hypothesis: "method X cuts time by 30%" },
    ],
    ["refina a hipótese com foco em startups", "REFINE_HYPOTHESIS", { change: "startups" }],
    ["refine the hypothesis for small teams", "REFINE_HYPOTHESIS", { change: "small teams" }],
    ["quais versões já temos?", "SHOW_VERSIONS", {}],
    ["show me all versions of my hypothesis", "SHOW_VERSIONS", {}],
    ["abre o pdf 3", "OPEN_DOCUMENT", { id: 3 }],
    ["apaga o pdf da ata", "DELETE_DOCUMENT", { title_text: "ata" }],
    ["lê https://exemplo.com/a", "READ_PAGE", { url: "https://exemplo.com/a" }],
    [
      "pesquisa sobre energia solar, analisa e me faz um relatório, por favor",
      "ANALYZE_AND_REPORT",
      { topic_text: "energia solar" },
    ],
    ["salva uma nota: muito obrigado", "SAVE_NOTE", { content: "muito obrigado" }],
    ["what does https://example.com/b say?", "READ_PAGE", { url: "https://example.com/b" }],
  ])("%s: %s %j", (sentence, goal, entities) => {
    const heard = hear(sentence);
    expect(heard.goal).toBe(goal);
    expect(heard.entities).toMatchObject(entities);
    // Nothing is taken for a period that names another share.
    expect(heard.entities["period_text"]).toEqual(entities["period_text"]);
  });

  it.each([
    ["pesquisa sobre energia solar e salva como nota", "WEB_SEARCH", ["note_keeper"]],
    ["search the web for coffee and telegram me", "WEB_SEARCH", ["notifier"]],
    ["salva inception e me avisa no telegram", "SAVE_MOVIE", ["notifier"]],
    ["lista tudo e me manda no telegram", "LIST_ALL", ["notifier"]],
    ["mostra as versões da hipótese e me manda no telegram", "SHOW_VERSIONS", ["notifier"]],
    ["maiores altas do Brasil em pdf", "TOP_MOVERS", ["document_maker"]],
    [
      "maiores altas do Brasil em pdf e me manda no telegram",
      "TOP_MOVERS",
      ["document_maker", "notifier"],
    ],
    ["price of Apple as a pdf", "GET_QUOTE", ["document_maker"]],
    // Two ways, of which only the last has a verb, or none.
    [
      "top gainers in the US as a pdf and on telegram",
      "TOP_MOVERS",
      ["document_maker", "notifier"],
    ],
    ["maiores baixas do brasil em pdf e no telegram", "TOP_MOVERS", ["document_maker", "notifier"]],
    // What something is to be made of is read first.
    ["make a pdf from my notes", "LIST_ALL", ["document_maker"]],
    ["faz um pdf das minhas notas", "LIST_ALL", ["document_maker"]],
    ["faz um pdf com as maiores altas do brasil", "TOP_MOVERS", ["document_maker"]],
    [
      "make a pdf from my notes and send it on telegram",
      "LIST_ALL",
      ["document_maker", "notifier"],
    ],
  ])("%s: %s, and %j after it", (sentence, goal, followups) =>
    expect(hear(sentence)).toMatchObject({ goal, followups }),
  );

  it.each([
    "faz um pdf da ata da reunião",
    "me faz um pdf a partir da nota do dentista",
    "todo começo de mês gera um pdf com as maiores altas do brasil",
  ])("%s: what points at something is not written as it stands", (sentence) =>
    expect(hear(sentence).goal).toBeNull(),
  );

  it.each([
    ["gera um documento em pdf com os horários do ônibus", "os horários do ônibus"],
    ["make a pdf with the text my notes", "my notes"],
  ])("%s: a text that is announced, or that no request is, is written", (sentence, content) =>
    expect(hear(sentence)).toMatchObject({ goal: "GENERATE_PDF", entities: { content } }),
  );

  it.each(["me manda as maiores altas em pdf e no telegram", "quero as maiores altas no telegram"])(
    "%s: where something is to end up is never left out in silence",
    (sentence) => {
      const { goal, followups } = hear(sentence);
      expect(goal === null || followups.includes("notifier")).toBe(true);
    },
  );

  it.each<[string, string[]]>([
    ["preço da nordea e maiores altas do brasil", ["GET_QUOTE", "TOP_MOVERS"]],
    ["maiores altas do brasil e lista tudo", ["TOP_MOVERS", "LIST_ALL"]],
    ["preço da petr4 e da vale e maiores baixas dos eua", ["GET_QUOTE", "TOP_MOVERS"]],
    [
      "preço da nordea e maiores altas do brasil e salva uma nota: olhar a bolsa",
      ["GET_QUOTE", "TOP_MOVERS", "SAVE_NOTE"],
    ],
    [
      "price of apple, top losers in the us and list my notes",
      ["GET_QUOTE", "TOP_MOVERS", "LIST_ALL"],
    ],
  ])("%s: %j", (sentence, goals) => {
    const { intent } = understanding.understand(sentence, { lastFrame: null });
    expect(framesOf(intent).map(({ goal }) => goal)).toEqual(goals);
    expect(intent.confidence).toBeGreaterThan(0.97);
  });

  it.each([
    "qual o preço da PETR4 e me avisa no telegram",
    "petrobras e me manda no telegram",
    "price of apple and send it to me on telegram",
    "petr4, vale3 and itub4 and send it to me on telegram",
    "price of apple, and send it to me on telegram",
    "price of apple and message me via telegram",
    "preço da vale e manda isso pro meu telegram",
  ])("%s: a quote, and a message after it", (sentence) =>
    expect(hear(sentence)).toMatchObject({ goal: "GET_QUOTE", followups: ["notifier"] }),
  );
});

describe("what cannot be done runs nothing, and nothing is offered instead", () => {
  it.each([
    ...["avisa no telegram se a vale cair 5%", "me avisa no telegram quando a petr4 chegar em 40"],
    ...["avise no telegram assim que a petro subir", "manda no telegram caso a magalu passe de 10"],
    ...[
      "let me know on telegram if tesla drops below 200",
      "notify me on telegram if vale falls 5%",
    ],
    ...["alert me on telegram when apple hits 300", "ping me on telegram once nvidia is above 200"],
    ...["tell me on telegram as soon as the market opens", "se a petr4 cair me avisa no telegram"],
    ...["me avisa quando a vale subir 3%", "set a price alert for MSFT at 500"],
    ...["send hello to @bob on telegram"],
    ...["quais mensagens você mandou?", "apaga a caixa de saída"],
    ...["compra 100 ações da PETR4", "vende minhas ações da vale", "buy 10 shares of AAPL"],
    ...["vale a pena comprar petrobras?", "compre vale3"],
    ...["cotação do dólar hoje", "quanto tá o dólar", "dólar hoje", "quanto vale 1 euro em reais"],
    ...["pq a magalu ta caindo tanto", "por que a tesla caiu", "why did microsoft fall"],
    ...["lucro da petrobras no trimestre", "market cap of microsoft", "apple dividend"],
    ...["latest news about tesla", "price of a ford fiesta", "set a timer for 5 minutes"],
    ...["maior alta do ano", "ações", "what can you do with stocks"],
    ...["em hipótese nenhuma me acorde", "valida meu bilhete de metrô"],
    ...["qual a capital da França?", "me conta uma piada", "delete my alarm"],
    ...[
      "bom dia",
      "good morning",
      "oi, tudo bem?",
      "hello",
      "obrigado",
      "thanks",
      "valeu",
      "tchau",
    ],
    ...["what is your name", "who are you"],
  ])("%s", (sentence) => expect(hear(sentence)).toMatchObject({ goal: null, offered: [] }));
});

it.each<[string, string | undefined]>([
  ["manda pro joão no telegram: oi", "joão"],
  ["tell my brother to send on telegram: the lift is broken", undefined],
])("%s: goes to whom it names, or to no one", (sentence, name) => {
  const { intent } = understanding.understand(sentence, { lastFrame: null });
  expect(intent.goal).toBe("SEND_MESSAGE");
  expect(intent.doubts?.map((doubt) => [doubt.reason, doubt.name])).toEqual([["addressed", name]]);
});

describe("what asks for more than a message right now sends none", () => {
  const sends = (sentence: string) => hear(sentence).goal === "SEND_MESSAGE";

  it.each([
    ...["avisa no telegram toda vez que a vale cair"],
    ...["quando der meio-dia manda no telegram: almoço"],
    ...["send hello to @bob on telegram"],
  ])("%s", (sentence) => expect(sends(sentence)).toBe(false));

  it.each([
    ...["manda oi no telegram quando a vale cair", "avisa no telegram se a vale cair"],
    ...["manda no telegram amanhã às 9: reunião", "envia no telegram toda segunda: bom dia"],
    ...["send on telegram at 5: call home", "send 'wake up' on telegram tomorrow"],
  ])("%s", (sentence) => expect(sends(sentence)).toBe(false));

  it.each([
    ...["manda no telegram: se chover eu não vou", "me manda no meu telegram: oi"],
    ...["avisa no telegram que se chover não tem jogo"],
    ...["send a telegram message saying when it is ready I call"],
    ...["manda no telegram: amanhã às 9 tem reunião pro time"],
  ])("%s is a message all the same", (sentence) => expect(sends(sentence)).toBe(true));
});
