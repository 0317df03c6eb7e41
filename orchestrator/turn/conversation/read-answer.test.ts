import { expect, it } from "vitest";
import { isOnlyAnswer, readAnswer } from "./read-answer.ts";

const select = {
  kind: "select" as const,
  options: [
    { label: "PETR3 · Petrobras ON", params: { symbol: "PETR3.SA" } },
    { label: "PETR4 · Petrobras PN", params: { symbol: "PETR4.SA" } },
  ],
};

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
    expect(readAnswer(text, { kind: "confirm", options: [] })).toEqual({ said: "no" });
  },
);

it.each(["sim por favor", "Sim!", "claro", "yes please", "ok"])("%s confirms", (text) => {
  expect(readAnswer(text, { kind: "confirm", options: [] })).toEqual({ said: "yes" });
});

it("a no declines any question", () => {
  expect(readAnswer("não, obrigado", { kind: "confirm", options: [] })).toEqual({ said: "no" });
  expect(readAnswer("não", select)).toEqual({ said: "no" });
  expect(readAnswer("No thanks.", select)).toEqual({ said: "no" });
});

it("a yes confirms, and takes the only offer there is", () => {
  expect(readAnswer("Sim!", { kind: "confirm", options: [] })).toEqual({ said: "yes" });
  const only = select.options.slice(0, 1);
  expect(readAnswer("isso", { kind: "select", options: only })).toMatchObject({ said: "option" });
});

it.each(["sim", "Não.", "ok", "2", "a segunda", "the first one, please"])(
  "%s says something only where a question is open",
  (text) => expect(isOnlyAnswer(text)).toBe(true),
);
it.each(["", "regue a rosa", "2 rosas", "petr4"])("%j says more than an answer", (text) =>
  expect(isOnlyAnswer(text)).toBe(false),
);
