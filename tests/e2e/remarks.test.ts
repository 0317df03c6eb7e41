import { afterAll, beforeAll, expect, it } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { type ShippedSystem, startShippedSystem } from "./shipped-system.ts";

let shipped: ShippedSystem;
let session = 0;

beforeAll(async () => {
  shipped = await startShippedSystem();
});
afterAll(() => shipped.close());

/** One after the other in a session of its own; the last answer. */
async function say(...texts: readonly string[]): Promise<TurnResponse> {
  session += 1;
  const [name, user] = [`remarks-${session}`, `user-${session}`];
  const [first = "", ...others] = texts;
  let told = await shipped.system.turn(first, name, user);
  for (const text of others) told = await shipped.system.turn(text, name, user);
  return told;
}
/** The one local user, whose own chat is the one of the settings. */
const locally = (text: string) => shipped.system.turn(text, "letters");
const ran = ({ trace }: TurnResponse) =>
  trace.steps.filter(({ attempts }) => attempts > 0).map(({ capability }) => capability);

it.each([
  ["preço da vale", "meu cunhado só fala dela"],
  ["preço da magalu", "não confio nela"],
  ["preço da weg", "vale a pena vender a vale?"],
  ["quote for nvidia", "my dad bought it at 40"],
  ["status do pedido 1002", "que demora hein"],
  ["status of order 1001", "it was a present for my mum"],
  ["status of order 1001", "it never arrived"],
  ["status of order 1003", "it was a gift"],
  ["maiores altas do dia", "a segunda eu já tenho"],
  ["top gainers in the us", "I already own the second one"],
  ["gera um pdf dizendo oi", "já assinei ele ontem"],
  ["make a pdf saying hi", "I already deleted the other, I think"],
  ["gera um pdf dizendo oi", "pode mandar"],
  ["salva o filme Tropa de Elite", "e a série Dark eu já vi"],
  ["salva o filme Cidade de Deus", "e o Bacurau não"],
  ["save the film Up", "and Coco made me cry"],
  ["save a note: buy stamps", "and never send my notes to anyone"],
  ["salva uma nota: pagar o gás", "e a luz já paguei"],
])("%s, then a remark does nothing: %s", async (first, remark) => {
  expect(ran(await say(first, remark))).toEqual([]);
});

it.each([
  ["preço da weg", "e em relação à vale, qual tá melhor?", ["compare_quotes"]],
  ["dividendos da weg", "tá, só o preço então", ["get_stock_price"]],
  ["preço da vale", "histórico de um ano", ["get_price_history"]],
  ["salva a série Dark", "e o breaking bad também", ["save_tv_show"]],
  ["save the film Up", "and also Coco", ["save_movie"]],
  ["salva o filme Shrek", "e o Não Olhe Para Cima", ["save_movie"]],
  [
    "cotação da weg",
    "não só em pdf mas também no telegram",
    ["generate_pdf", "send_telegram_message"],
  ],
])("%s, then %s", async (first, next, capabilities) => {
  const tried = (await say(first, next)).trace.steps.map(({ capability }) => capability);
  expect(tried.filter((each) => !each.startsWith("enrich_"))).toEqual(capabilities);
});

it("two that were shown are compared by a question alone", async () => {
  const told = await say("price of tesla", "price of apple", "which is better");
  expect(ran(told)).toEqual(["compare_quotes"]);
});

it("a list is shown again, also behind what was done", async () => {
  const told = await say(
    "salva uma nota: pilha",
    "mostra tudo que eu salvei",
    "apaga a primeira",
    "deu certo? mostra a lista de novo",
  );
  expect(ran(told)).toEqual(["list_all"]);
});

it("an empty list is nothing to be saved", async () => {
  const told = await say("mostra as mensagens da caixa de saída", "salva isso como nota");
  expect([ran(told), told.answer]).toEqual([
    [],
    "A lista que mostrei está vazia: não há o que guardar nem enviar.",
  ]);
});

it("what is to be deleted is called by the name under which it was shown", async () => {
  const told = await say(
    "gera um pdf dizendo contrato de aluguel",
    "lista meus pdfs",
    "apaga o primeiro",
  );
  expect(told.pending?.question).toContain("contrato de aluguel");
});

it("what was not understood in the middle of a conversation gets a short answer", async () => {
  const [first, later] = [await say("zzz qqq"), await say("preço da vale", "zzz qqq")];
  expect(later.answer.length).toBeLessThan(100);
  expect(first.answer.length).toBeGreaterThan(100);
});

it("a greeting in what is to be sent is sent as well", async () => {
  for (const text of ["manda uma mensagem", "bom dia amor, chego às 8"]) await locally(text);
  expect(shipped.telegram.messages.at(-1)?.text).toBe("bom dia amor, chego às 8");
});

it.each([
  "o almoço é meio dia, manda pra mim no telegram",
  "the car is ready, send that to me on telegram",
  "o carro está pronto, manda pra Ana no telegram",
])("of a statement beside a request to send it no part is sent: %s", async (text) => {
  const before = shipped.telegram.messages.length;
  expect(ran(await locally(text))).toEqual([]);
  expect(shipped.telegram.messages).toHaveLength(before);
});

it("who is told that it will not be done is not asked about it any more", async () => {
  const told = await say(
    "salva o link https://example.com/a",
    "apaga os links",
    "para de me mandar mensagem",
    "sim",
  );
  expect([ran(told), told.pending]).toEqual([[], null]);
});

it.each([
  ["anota comprar leite", "vc salvou a nota?"],
  ["take a note: milk", "did you save the note?"],
])(
  "who asks whether something was kept is not asked whether to delete it: %s, %s",
  async (...said) => {
    expect((await say(...said)).answer).not.toMatch(/apagar|delete/i);
  },
);

it("a number that is said is not that of what was shown", async () => {
  const told = await say("cadê meu pedido 1002", "cancela o pedido 1003");
  expect(told.answer).not.toContain("1002");
});

it("an hour is no place of a list", async () => {
  const told = await say("maiores altas do brasil", "todo dia às 8 me manda o preço da petr4");
  expect(told.answer).not.toContain("Mostrei");
});
