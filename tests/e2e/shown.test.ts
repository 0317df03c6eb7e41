import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { type ShippedSystem, startShippedSystem } from "./shipped-system.ts";
import type { System } from "./system.ts";

let shipped: ShippedSystem;
let system: System;
let telegram: ShippedSystem["telegram"];
let session = 0;
let say: (text: string) => Promise<TurnResponse>;

beforeAll(async () => {
  shipped = await startShippedSystem();
  ({ system, telegram } = shipped);
});
afterAll(() => shipped.close());
beforeEach(() => {
  session += 1;
  const [name, user] = [`shown-${session}`, `user-${session}`];
  say = (text) => system.turn(text, name, user);
});

/** The one local user, whose own chat is the one of the settings. */
const locally = (text: string) => system.turn(text, `shown-${session}`);

const ran = ({ trace }: TurnResponse) => trace.steps.map(({ capability }) => capability);
const sent = () => telegram.messages.map(({ text }) => text);

describe.each([
  {
    language: "Portuguese",
    list: "maiores altas do Brasil",
    third: "qual o risco da terceira?",
    andFirst: "e da primeira?",
    send: "manda a segunda no telegram",
    pdf: "põe tudo num pdf",
    compare: "compara a primeira e a última",
    only: "só as 3 primeiras",
    more: "mais 5",
    tooFar: "qual o risco da décima?",
  },
  {
    language: "English",
    list: "top gainers in Brazil",
    third: "what is the risk of the third?",
    andFirst: "and of the first?",
    send: "send the second one to me on telegram",
    pdf: "put all of that in a pdf",
    compare: "compare the first and the last",
    only: "only the first 3",
    more: "5 more",
    tooFar: "what is the risk of the tenth?",
  },
])("what a list showed is named in $language", (words) => {
  it("by its place, one after the other", async () => {
    const { answer } = await say(words.list);
    const tickers = [...answer.matchAll(/\(([A-Z][A-Z0-9]{3}\d+)\)/g)].map(([, ticker]) => ticker);
    const third = await say(words.third);
    expect(ran(third)).toEqual(["get_risk_metrics"]);
    expect(third.answer).toContain(`(${tickers[2]})`);
    expect((await say(words.andFirst)).answer).toContain(`(${tickers[0]})`);
    const compared = await say(words.compare);
    expect(ran(compared)).toEqual(["compare_quotes"]);
    expect(compared.answer).toContain(`(${tickers[4]})`);
  });

  it("and handed on, with nothing run again", async () => {
    const { answer } = await locally(words.list);
    const told = await locally(words.send);
    expect(ran(told)).toEqual(["send_telegram_message"]);
    const second = answer.split("\n").find((line) => line.startsWith("2."));
    expect(sent().at(-1)).toBe(second);
    expect(told.answer).toContain(`“${second}”`);
    expect(ran(await locally(words.pdf))).toEqual(["generate_pdf"]);
  });

  it("with another count, and with the count that there is", async () => {
    await say(words.list);
    const limitOf = ({ trace }: TurnResponse) => trace.plan?.steps[0]?.params["limit"];
    expect(limitOf(await say(words.only))).toBe(3);
    expect(limitOf(await say(words.more))).toBe(8);
    const none = await say(words.tooFar);
    expect([none.status, ran(none)]).toEqual(["clarification", []]);
  });
});

describe("what was saved", () => {
  it.each([
    ["lista tudo que eu salvei", "apaga a segunda", "apaga as três"],
    ["list everything I saved", "delete the second", "delete the first and the last"],
  ])("%s: %s", async (list, second, others) => {
    for (const note of ["pão", "leite", "chave"]) await say(`anota: ${note}`);
    await say(list);
    const deleted = await say(second);
    expect(deleted.answer).toContain("leite");
    const after = await say(list);
    expect(after.answer).not.toContain("leite");
    const rest = await say(others);
    // "As três" of two is a question; the first and the last are both of them.
    expect(ran(rest)).toEqual(others.startsWith("apaga") ? [] : ["delete_memory", "delete_memory"]);
  });

  it("a weekday, and a text of one's own, name nothing", async () => {
    await say("anota: pão");
    await say("lista tudo que eu salvei");
    const noted = await say("anota: ligar para a segunda da lista");
    expect(noted.answer).toContain("ligar para a segunda da lista");
  });
});

describe("what was just saved", () => {
  it.each([
    ["anota: trocar o pneu", "apaga ela", "traz de volta"],
    ["note: change the tyre", "delete it", "bring it back"],
  ])("%s: %s, %s", async (save, remove, back) => {
    await say(save);
    expect(ran(await say(remove))).toEqual(["delete_memory"]);
    expect(ran(await say(back))).toEqual(["restore_memories"]);
  });

  it("whether it should come back is asked about, and nothing comes back", async () => {
    await say("note: change the tyre");
    await say("delete it");
    expect(ran(await say("should I bring the note back too?"))).toEqual([]);
    expect(ran(await say("bring it back"))).toEqual(["restore_memories"]);
  });

  it.each([
    ["save the movie heat", "and the show severance", "remove both"],
    ["salva o filme heat", "salva a série dark", "apaga os dois"],
  ])("%s, %s, %s", async (first, second, both) => {
    await say(first);
    expect(ran(await say(second))).toContain("save_tv_show");
    expect(ran(await say(both))).toEqual(["delete_memory", "delete_memory"]);
  });

  it.each([
    [
      "anota: pão",
      "não, salva não",
      "Já fiz isso há pouco: “Nota salva: pão” Quer desfazer?",
      "sim",
    ],
    [
      "note: bread",
      "no, don't save it",
      "I did that just now: “Note saved: bread” Do you want to undo it?",
      "yes",
    ],
  ])(
    "%s, %s: it says that it was done, and takes it back with a yes",
    async (save, not, told, yes) => {
      await say(save);
      expect((await say(not)).answer).toContain(told);
      expect(ran(await say(yes))).toEqual(["restore_memories"]);
    },
  );

  it("of several that were deleted one comes back by its place", async () => {
    for (const note of ["pão", "leite", "chave"]) await say(`anota: ${note}`);
    await say("lista tudo que eu salvei");
    await say("apaga a primeira e a segunda");
    const { answer } = await say("traz de volta a segunda");
    expect(answer).toContain("leite");
    expect(answer).not.toContain("chave");
  });
});

describe("a question about one thing", () => {
  it.each([
    [
      "anota: dentista quinta",
      "anota: compras da semana",
      "devo apagar a nota do dentista?",
      "sim, apaga, e a das compras junto",
    ],
    [
      "note: dentist on friday",
      "note: groceries",
      "should I delete the dentist note?",
      "yes, and the groceries one too",
    ],
  ])("%s, %s: %s, %s", async (one, other, asked, yes) => {
    await say(one);
    await say(other);
    const question = await say(asked);
    expect([question.pending?.kind, ran(question)]).toEqual(["confirm", []]);
    expect(ran(await say(yes))).toEqual(["delete_memory", "delete_memory"]);
  });
});

describe("what was shown is handed on in any wish for it", () => {
  it.each([
    ["price of Apple", "I want that as a pdf too", "generate_pdf"],
    ["preço da BBAS3", "guarda isso", "save_note"],
    ["price of Apple", "ok, just save that", "save_note"],
    ["como tá o pedido 1003?", "salva o status do 1003 como nota", "save_note"],
  ])("%s, then %s: nothing is run again", async (first, wish, capability) => {
    await say(first);
    expect(ran(await say(wish))).toEqual([capability]);
  });

  it.each([
    ["maiores altas da suécia", "manda a segunda pra Ana", "regente link Ana"],
    ["top gainers in sweden", "send the second one to Ana", "regente link Ana"],
    ["maiores altas da suécia", "manda isso pra Ana", "regente link Ana"],
  ])("%s, then %s: says how Ana is linked", async (list, send, how) => {
    await say(list);
    const told = await say(send);
    expect(ran(told)).toEqual(["send_telegram_message"]);
    expect(told.answer).toContain(how);
  });

  it("what others wrote is kept as what it is", async () => {
    await say("search the web for coffee");
    expect(ran(await say("save the first one"))).toEqual(["save_link"]);
  });

  it("a word of the list before last is about that list", async () => {
    await say("top gainers in sweden");
    await say("compare the first two");
    expect(ran(await say("ok now the losers"))).toEqual(["get_top_losers"]);
  });
});

describe("one thing that was shown", () => {
  it.each([
    ["preço da BBAS3", "compara com a gerdau", ["BBAS3", "GGBR4"]],
    ["price of Apple", "compare it with tesla", ["AAPL", "TSLA"]],
  ])("%s, then %s", async (first, second, tickers) => {
    await say(first);
    const { answer } = await say(second);
    for (const ticker of tickers) expect(answer).toContain(ticker);
  });

  it.each([
    ["status do pedido 1001", "salva isso como nota"],
    ["status of order 1001", "save that as a note"],
  ])("%s, then %s: it is not looked up again", async (first, second) => {
    await say(first);
    expect(ran(await say(second))).toEqual(["save_note"]);
  });
});

describe("again", () => {
  it.each([
    ["how volatile is nvidia", "do it again", "get_risk_metrics"],
    ["preço da Ambev", "faz de novo", "get_stock_price"],
  ])("%s, %s: what reads is done at once", async (first, again, capability) => {
    await say(first);
    expect(ran(await say(again))).toEqual([capability]);
  });

  it.each([
    ["manda no telegram: já comprei o pão", "faz de novo", "valeu", "sim"],
    ["send 'the keys are under the mat' on telegram", "once more", "thanks", "yes"],
  ])(
    "%s, %s: what acts is asked for, and a courtesy is no yes",
    async (first, again, courtesy, yes) => {
      const begun = await locally(first);
      if (begun.pending !== null) await locally(yes);
      const before = sent().length;
      expect((await locally(again)).pending?.kind).toBe("confirm");
      await locally(courtesy);
      expect(sent().length).toBe(before);
      await locally(yes);
      expect(sent().length).toBe(before + 1);
    },
  );

  it.each([
    ["qual o risco do itaú?", "o que eu pedi?"],
    ["how risky is Apple", "what did I ask for?"],
  ])("%s, %s", async (first, recall) => {
    await say(first);
    expect((await say(recall)).answer).toContain(first);
  });
});

describe("a question that is open", () => {
  it.each([
    ["preço da petrobras", "deixa, me dá as maiores altas do Brasil", "get_top_gainers"],
    ["preço da petrobras", "na verdade anota: ligar pro contador", "save_note"],
    ["send a telegram message", "scratch that, what's tesla at?", "get_stock_price"],
  ])("%s: %s is a new request", async (first, second, capability) => {
    await say(first);
    expect(ran(await say(second))).toEqual([capability]);
  });

  it.each([
    ["preço da petrobras", "as duas", ["get_stock_price", "get_stock_price"]],
    ["compare petrobras with vale", "both", ["compare_quotes"]],
    [
      "cotação da petrobras e me avisa no telegram",
      "a PETR3, mas não precisa mandar",
      ["get_stock_price"],
    ],
    [
      "price of petrobras",
      "the second, and make a pdf of it too",
      ["get_stock_price", "generate_pdf"],
    ],
  ])("%s: %s", async (first, second, capabilities) => {
    await say(first);
    const told = await say(second);
    expect([told.status, ran(told)]).toEqual(["success", capabilities]);
  });

  it("takes a text with a no in it, and no refusal", async () => {
    expect((await say("anota uma coisa pra mim")).pending?.kind).toBe("fill");
    expect((await say("que não vou no treino amanhã")).answer).toContain("não vou no treino");
    await say("manda um recado no telegram");
    const before = sent().length;
    expect((await say("não, esquece")).pending).toBeNull();
    expect(sent().length).toBe(before);
  });
});

describe("words", () => {
  it.each(["valeu, até mais", "👍", "blz", "fechou, tmj", "thanks, bye"])(
    "%s gets one short line",
    async (courtesy) => {
      const { answer, pending } = await say(courtesy);
      expect([answer.split("\n").length, answer.length < 40, pending]).toEqual([1, true, null]);
    },
  );

  it("a slip in a name is put right for what reads, and said", async () => {
    expect((await say("preço da microsfot")).answer).toMatch(
      /Microsoft \(MSFT\) está em .*; entendi “microsfot” como Microsoft/,
    );
  });

  it("the note about sample data stands once, at the end", async () => {
    const { answer } = await say("preço da PETR4, VALE3 e ITUB4");
    expect(answer.match(/dados de exemplo/g)).toHaveLength(1);
    expect(answer.trimEnd()).toMatch(/reais\)$/);
  });

  it.each([
    ["como está minha carteira?", /não acompanho carteiras/],
    ["how is my portfolio doing?", /don't follow portfolios/],
  ])("%s is named as what cannot be done yet", async (text, words) => {
    expect((await say(text)).answer).toMatch(words);
  });
});

it("what is to become of an answer is no value of the question before it", async () => {
  expect((await say("qual o preço?")).pending?.kind).toBe("fill");
  const asked = await say("em pdf, por favor");
  expect(asked).toMatchObject({ status: "clarification", pending: { kind: "fill" } });
  expect(ran(asked)).toEqual([]);
});

describe("what is spoken of without its name", () => {
  it.each([
    ["quanto tá a weg", "o gráfico dela nos últimos 3 meses", "get_price_history", "WEGE3"],
    ["quanto tá a weg", "e o risco?", "get_risk_metrics", "WEGE3"],
    [
      "compare apple and microsoft",
      "how risky is the second one over the year",
      "get_risk_metrics",
      "",
    ],
    ["apple stock price", "vs microsoft", "compare_quotes", "AAPL"],
  ])("%s, then %s", async (first, then, capability, shows) => {
    await say(first);
    const told = await say(then);
    expect(ran(told)).toEqual([capability]);
    expect(told.answer).toContain(shows);
  });

  it("is not looked up again for a PDF of it, and its chart goes along", async () => {
    await say("gráfico da weg nos últimos 3 meses");
    const told = await say("agora em pdf");
    expect(ran(told)).toEqual(["generate_pdf"]);
  });

  it("is deleted by a word of its label, and not where several have it", async () => {
    await say("anota: trocar o óleo do carro");
    await say("anota: lavar o carro");
    await say("lista tudo");
    const several = await say("apaga a do carro");
    expect(several.trace.receipts).toEqual([]);
    const one = await say("apaga a do óleo");
    expect(one.answer).toContain("trocar o óleo do carro");
    expect(ran(one)).toEqual(["delete_memory"]);
  });

  it("and any note is none of those that were shown", async () => {
    await say("anota: trocar o óleo do carro");
    const told = await say("quero apagar uma nota");
    expect(told.trace.receipts).toEqual([]);
  });
});
