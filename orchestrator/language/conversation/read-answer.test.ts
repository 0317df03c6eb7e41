import { expect, it } from "vitest";
import { isOnlyAnswer, readAnswer } from "./read-answer.ts";

const select = {
  kind: "select" as const,
  question: "Qual delas?",
  options: [
    { label: "PETR3 · Petrobras ON", params: { symbol: "PETR3.SA" } },
    { label: "PETR4 · Petrobras PN", params: { symbol: "PETR4.SA" } },
  ],
};

const confirm = { kind: "confirm" as const, options: [], question: "Quer apagar a nota?" };

it.each([
  ["2", "PETR4.SA"],
  [" 2. ", "PETR4.SA"],
  ["１", "PETR3.SA"],
  ["a segunda", "PETR4.SA"],
  ["quero a primeira opção, por favor", "PETR3.SA"],
  ["the second one please", "PETR4.SA"],
  ["a última", "PETR4.SA"],
  ["petr4", "PETR4.SA"],
  ["PETR4.SA", "PETR4.SA"],
  ["Petrobras PN", "PETR4.SA"],
  ["quero a petr3", "PETR3.SA"],
  ["option 1", "PETR3.SA"],
  ["a que tem o 4", "PETR4.SA"],
  ["the one ending in 3", "PETR3.SA"],
  ["2ª", "PETR4.SA"],
])("%s picks %s", (text, symbol) => {
  expect(readAnswer(text, select)).toMatchObject({
    said: "option",
    option: { params: { symbol } },
  });
});

it.each([
  "2 reais",
  "petrobras",
  "preço da vale",
  "qual a segunda maior empresa do brasil?",
  "",
  "…",
  "__proto__",
])("%j is no answer", (text) => {
  expect(readAnswer(text, select)).toBeUndefined();
});

it.each(["7", "0", "a nona"])("%s names an option that is not there", (text) => {
  expect(readAnswer(text, select)).toEqual({ said: "number_out_of_range" });
});

it.each(["as duas", "quero os dois", "both", "1 e 2", "1, 2"])("%s are several", (text) => {
  expect(readAnswer(text, select)).toEqual({ said: "several", options: [0, 1] });
});

it.each(["nenhuma", "nenhuma das duas", "neither", "não sei", "claro que não", "não, obrigado"])(
  "%s puts the question aside",
  (text) => {
    expect(readAnswer(text, select)).toEqual({ said: "no" });
    expect(readAnswer(text, confirm)).toEqual({ said: "no" });
  },
);

it.each([
  ...[
    "sim por favor",
    "Sim!",
    "claro",
    "yes please",
    "ok",
    "sim, pode",
    "ok, confirmo",
    "isso, claro",
  ],
  ...[
    "sim, apaga",
    "pode apagar",
    "sim, pode apagar isso já",
    "ok delete it",
    "yes, go ahead, please",
  ],
])("%s confirms", (text) => {
  expect(readAnswer(text, confirm)).toEqual({ said: "yes" });
});

it("a no declines any question", () => {
  expect(readAnswer("não, obrigado", confirm)).toEqual({ said: "no" });
  expect(readAnswer("não", select)).toEqual({ said: "no" });
  expect(readAnswer("No thanks.", select)).toEqual({ said: "no" });
});

it("a yes confirms, and takes the only offer there is", () => {
  expect(readAnswer("Sim!", confirm)).toEqual({ said: "yes" });
  const only = select.options.slice(0, 1);
  expect(readAnswer("isso", { ...select, options: only })).toMatchObject({ said: "option" });
});

it.each(["sim", "Não.", "ok", "2", "a segunda", "the first one, please"])(
  "%s says something only where a question is open",
  (text) => expect(isOnlyAnswer(text)).toBe(true),
);
it.each(["", "regue a rosa", "2 rosas", "petr4"])("%j says more than an answer", (text) =>
  expect(isOnlyAnswer(text)).toBe(false),
);

it.each([
  ...[
    "sim, não",
    "sim, cancela",
    "sim, jamais",
    "sim, brincadeira",
    "sim, mas não agora",
    "claro, nunca",
  ],
  ...[
    "yeah, no",
    "yes, not",
    "sure, never",
    "yes, but not now",
    "isso, não faz",
    "ok, just kidding",
  ],
])("%s takes the yes back", (text) => {
  expect(readAnswer(text, confirm)).toEqual({ said: "no" });
});

it.each([
  ...[
    "sim, espera",
    "sim, depois",
    "sim, errado",
    "sim, às 9h",
    "sim, a casa",
    "pode, amanhã",
    "claro, se chover",
  ],
  ...[
    "yes, wait",
    "yes, tomorrow",
    "sim, manda",
    "sim, apaga a casa",
    "sim, não tem problema",
    "sim, pode apagar amanhã",
  ],
  ...[
    "sim?",
    "ok?",
    "confirma?",
    "pode apagar?",
    '"sim"',
    "“sim”",
    "> sim",
    "~~sim~~",
    "(sim)",
    "sim ❌",
  ],
])("%s is no yes", (text) => {
  expect(readAnswer(text, confirm)).toBeUndefined();
  expect(readAnswer(text, { ...select, options: select.options.slice(0, 1) })).toBeUndefined();
});

it.each([
  "2?",
  "a segunda?",
  "2, no",
  "a última, mas não agora",
  "2 se chover",
  '"2"',
  "~~2~~",
  "2 ❌",
])("%s chooses nothing", (text) => expect(readAnswer(text, select)).toBeUndefined());

it("an option's own words choose it, whatever stands in them", () => {
  const options = [{ label: "Que horas são?" }, { label: "Salvar" }];
  expect(readAnswer("Que horas são?", { ...select, options })).toMatchObject({ said: "option" });
});

it("a yes to what is to be cancelled is asked about where it may be a word against it", () => {
  expect(
    readAnswer("sim, cancela", { ...confirm, question: "Cancelar o pedido?" }),
  ).toBeUndefined();
});

it.each(["sei lá, nada não", "não sei, deixa", "no idea, never mind"])("%s: no answer", (text) =>
  expect(readAnswer(text, confirm)).toEqual({ said: "no" }),
);
it("the deed that is asked about is a yes to it", () => {
  expect(readAnswer("então apaga", confirm)).toEqual({ said: "yes" });
  expect(readAnswer("apaga a do dentista", confirm)).toBeUndefined();
});

const days = {
  kind: "select" as const,
  question: "Em qual desses dias?",
  options: ["15", "16", "17", "18", "19"].map((day) => ({
    label: `${day} de mar`,
    params: { day: `2027-03-${day}` },
  })),
};

it.each([
  ["quinta", "2027-03-18"],
  ["na quinta-feira", "2027-03-18"],
  ["a segunda", "2027-03-15"],
  ["thursday please", "2027-03-18"],
  ["2", "2027-03-16"],
  ["a primeira", "2027-03-15"],
])("of days, %s picks %s: a weekday comes before a place", (text, day) => {
  expect(readAnswer(text, days)).toMatchObject({ said: "option", option: { params: { day } } });
});

it("all of something is an option where one of them says so", () => {
  const options = [
    { label: "só terça-feira", params: { scope: "ONE" } },
    { label: "todas as vezes", params: { scope: "ALL" } },
  ];
  const answer = readAnswer("todas", { kind: "select", question: "Qual delas?", options });
  expect(answer).toEqual({ said: "option", option: options[1] });
});
