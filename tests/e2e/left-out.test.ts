import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { type ShippedSystem, startShippedSystem } from "./shipped-system.ts";

let shipped: ShippedSystem;
let session = 0;
let say: (text: string) => Promise<TurnResponse>;

beforeAll(async () => {
  shipped = await startShippedSystem();
});
afterAll(() => shipped.close());
beforeEach(() => {
  session += 1;
  const [name, user] = [`left-out-${session}`, `user-${session}`];
  say = (text) => shipped.system.turn(text, name, user);
});

const ran = ({ trace }: TurnResponse) => trace.steps.map(({ capability }) => capability);
const paramsOf = ({ trace }: TurnResponse) => trace.plan?.steps[0]?.params;
/** What the last of these messages comes to. */
async function last(...texts: readonly string[]): Promise<TurnResponse> {
  const [text = "", ...before] = texts.toReversed();
  for (const each of before.toReversed()) await say(each);
  return say(text);
}

describe("what is left out is taken from what was said before", () => {
  it.each([
    ["note that the choir does not meet", "and never send my notes to anyone"],
    ["anota: o coral não se reúne", "e nunca manda minhas notas pra ninguém"],
  ])("%s, %s: what is not to be done is no second note", async (...texts) =>
    expect(ran(await last(...texts))).toEqual([]),
  );

  it.each([
    ["the verb", ["salva o filme heat", "e a série dark", "ah e o filme alien tb"], "save_movie"],
    ["the verb", ["save the movie heat", "also the show severance"], "save_tv_show"],
    ["both of two answers", ["quanto tá a vale", "e a weg", "compara elas"], "compare_quotes"],
    ["both", ["quanto tá a vale", "e a weg", "qual delas caiu mais?"], "compare_quotes"],
    [
      "two of a list",
      ["maiores altas do Brasil", "compara a primeira com a última"],
      "compare_quotes",
    ],
    ["the note", ["anota: pão", "na verdade apaga essa nota"], "delete_memory"],
    [
      "what it is about",
      ["anota: pagar a luz", "lista tudo", "apaga a da luz, já paguei"],
      "delete_memory",
    ],
    ["what it becomes", ["quanto tá a vale", "em pdf, valeu"], "generate_pdf"],
    ["what it becomes", ["price of tesla", "thx! pdf please"], "generate_pdf"],
    ["the answer", ["compara a vale com a weg", "guarda isso numa nota também"], "save_note"],
    ["the answer, for one goal", ["quanto tá a vale", "agora pode salvar como nota"], "save_note"],
    ["the way back", ["anota: pão", "apaga ela", "eita, errei! traz de volta"], "restore_memories"],
    ["the way back", ["note: bread", "sorry sorry, undo"], "restore_memories"],
  ] as const)("%s: %j", async (_what, texts, capability) =>
    expect(ran(await last(...texts))).toEqual(expect.arrayContaining([capability])),
  );

  it("what was meant may be said first", async () => {
    const list = await say("top gainers in Brazil");
    const [first = ""] = [...list.answer.matchAll(/\(([A-Z][A-Z0-9]{3}\d+)\)/g)].map(
      ([, each]) => each,
    );
    await say("how risky is the second one?");
    expect((await say("nah, the first, I meant")).answer).toContain(`(${first})`);
  });

  it("how many may be asked for politely", async () => {
    await say("maiores altas do Brasil");
    expect(paramsOf(await say("pode ser só as 3 primeiras"))).toMatchObject({ limit: 3 });
    expect(paramsOf(await say("mostre-me apenas quatro, por favor"))).toMatchObject({ limit: 4 });
  });
});

describe("a question that is open", () => {
  it("is asked again of a list with one more", async () => {
    await say("compara a vale com a petrobras");
    const asked = await say("coloca o banco do brasil junto");
    expect(JSON.stringify(paramsOf(asked))).toContain("banco do brasil");
    expect((await say("a que tem o 4")).answer).toContain("PETR4");
  });

  it("is let go by what is wanted instead", async () => {
    await say("faz um pdf com o título Ata e o texto: todos vieram");
    await say("devo apagar a ata?");
    expect(ran(await say("não apaga, só abre ela"))).toEqual(["open_document"]);
  });

  it("of goals is answered by what one is called", async () => {
    await say("preço teto da vale");
    expect(ran(await say("só a cotação mesmo então"))).toEqual(["get_stock_price"]);
  });

  it("for a text is not answered by what refuses something else", async () => {
    await say("quero salvar uma nota");
    expect(ran(await say("não manda no telegram hein"))).toEqual([]);
  });
});

describe("nothing is made up", () => {
  it.each([
    ["telegram it to me only", []],
    ["apaga elas", []],
  ] as const)("%s where nothing was shown", async (text, done) =>
    expect(ran(await say(text))).toEqual(done),
  );

  it("what was supposed is not done by another deed", async () => {
    await say("anota: lista de compras");
    await say("se eu apagar a lista de compras ela some?");
    expect(ran(await say("me mostra ela só"))).not.toContain("delete_memory");
  });

  it("of all that is saved nothing is said to be scheduled", async () =>
    expect((await say("apaga tudo que eu tenho salvo")).answer).not.toContain("agendado"));

  it("a word for the way is no recipient", async () => {
    const told = await say("Please send a Telegram message saying I am late");
    expect(paramsOf(told)).toMatchObject({ message: "I am late" });
    expect(told.answer).not.toContain("“Telegram”");
  });
});
