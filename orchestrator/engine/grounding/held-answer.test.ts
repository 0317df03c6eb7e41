import { describe, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { inventedDeeds, trueAnswers } from "./answers.fixture.ts";
import { heldAnswer } from "./held-answer.ts";

const told = (says: string, seen: string, locale: Locale, task = "") =>
  heldAnswer(says, {
    evidence: seen === "" ? [] : [{ voice: null, text: seen }],
    task,
    locale,
  })
    .lines.flat()
    .map(({ text }) => text);

describe("a deed that no one has done is not told, in whatever words", () => {
  it.each(inventedDeeds)("$says", ({ says, seen, language }) =>
    expect(told(says, seen, language)).toEqual([]),
  );
  it.each(inventedDeeds)("also where it was asked for: $says", ({ says, seen, language }) =>
    expect(told(says, seen, language, says)).toEqual([]),
  );
});

describe("what a tool has answered is told", () => {
  /** A noun that the tool has not said: the tool's own words are told instead. */
  const ADDS_A_WORD = "A previsão de entrega do pedido 7310 é 09/02.";
  it.each(trueAnswers.filter(({ says }) => says !== ADDS_A_WORD))(
    "$says",
    ({ says, seen, language }) => expect(told(says, seen, language).join(" ")).toBe(says),
  );
  it("in other words it is left to the tool's own", () => {
    const sample = trueAnswers.find(({ says }) => says === ADDS_A_WORD);
    expect(told(ADDS_A_WORD, sample?.seen ?? "", "pt-BR")).toEqual([]);
  });
});

const RULES = `Cancelamento: O pedido pode ser cancelado sem custo até o envio. Depois disso, vale a política de devolução.
Reembolso: O reembolso é feito em até 5 dias úteis depois que o produto chega.
Rastreio: O código é enviado por e-mail quando o pedido sai do estoque.
Atraso: Se o pedido passar do prazo, o frete é devolvido.`;
const ORDERS = `Pedido 9011: cancelado em 15/01.
Pedido 9012: enviado em 16 de jan. de 2026. Chegada prevista: 20 de jan. de 2026.
Pedido 9013: não enviado.`;

describe("a rule, a possibility and another record are no report", () => {
  it.each([
    ["what can be done", "O seu pedido foi cancelado sem custo.", RULES],
    ["what can be done, in short", "Pedido cancelado sem custo.", RULES],
    ["what is done as a rule", "O seu reembolso foi feito.", RULES],
    ["what is done as a rule, in short", "Reembolso feito.", RULES],
    ["what happens on a condition", "O código foi enviado por e-mail.", RULES],
    ["what follows from a condition", "O frete é devolvido.", RULES],
    ["what another record says", "O pedido 9012 foi cancelado.", ORDERS],
    ["a day of another record", "O pedido 9012 foi enviado em 15/01.", ORDERS],
    ["another day of the same record", "O pedido 9012 foi enviado em 20/01.", ORDERS],
    ["what is not so", "O pedido 9013 foi enviado.", ORDERS],
    ["the opposite", "O pedido 9011 não foi cancelado.", ORDERS],
    ["what is to come", "O pedido 9012 será cancelado.", ORDERS],
    ["two records in one sentence", "O pedido 9012 foi enviado e cancelado.", ORDERS],
    ["something behind a refusal", "Não posso ajudar, mas cancelei o pedido.", ORDERS],
  ])("%s: %s", (_what, says, seen) =>
    expect(told(says, seen, "pt-BR", "cancele o meu pedido 9012, cancelei e enviado")).toEqual([]),
  );

  it.each([
    ["O pedido pode ser cancelado sem custo até o envio.", RULES],
    ["Você pode cancelar o pedido sem custo até o envio.", RULES],
    ["O reembolso é feito em até 5 dias úteis.", RULES],
    ["Se passar do prazo, o frete é devolvido.", RULES],
    ["O pedido 9012 foi enviado em 16/01/2026.", ORDERS],
    ["O pedido 9012 foi enviado e deve chegar em 20/01.", ORDERS],
    ["A chegada do pedido 9012 está prevista para 20 de janeiro.", ORDERS],
    ["O pedido 9013 não foi enviado.", ORDERS],
  ])("%s", (says, seen) => expect(told(says, seen, "pt-BR")).toEqual([says]));
});

it.each([
  ["Não sei.", "pt-BR"],
  ["Não posso cancelar o pedido.", "pt-BR"],
  ["Preciso do número do pedido.", "pt-BR"],
  ["I cannot cancel the order.", "en"],
  ["I do not know.", "en"],
  ["Hello!", "en"],
] as const)("needs no ground: %s", (says, locale) =>
  expect(told(says, "", locale, "cancelar o pedido: cancel the order")).toEqual([says]),
);

it.each([
  ["I cannot cancel the order, it is cancelled already.", "cancel my order, cancelled already"],
  ["I need nothing more: the order was cancelled.", "the order was cancelled"],
  ["Order cancelled.", "I want my order cancelled"],
  ["Yes.", "did you cancel it"],
])("the words of the request are no ground: %s", (says, task) =>
  expect(told(says, "", "en", task)).toEqual([]),
);

it("a line of a record holds what it names, and nothing that it denies", () => {
  const evidence = [
    {
      voice: null,
      text: "",
      result: { order: { id: 7, status: "shipped", refunded: false, returned_on: null } },
    },
  ];
  const say = (text: string) => heldAnswer(text, { evidence, task: "", locale: "en" }).lines.length;
  expect(say("The order 7 was shipped.")).toBe(1);
  expect(say("The order 7 was refunded.")).toBe(0);
  expect(say("The order 7 was returned.")).toBe(0);
});
