import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import type { LastChoice, PendingAction } from "#shared/contracts/pending.ts";
import {
  insteadOf,
  isFurther,
  isNoText,
  letsGoOf,
  readOther,
  readRefusal,
  unquoted,
} from "./answer-reading.ts";
import { onlyLetsGo } from "./conversation/after-lead.ts";

it.each([
  ["esquece o pdf", "O que devo colocar no PDF?"],
  ["deixa o filme pra lá", "Qual filme devo salvar?"],
  ["não quero mais a nota", "O que devo anotar? anota uma nota"],
  ["forget the pdf", "What should the PDF say?"],
  ["forget about the movie, please", "Which movie should I save?"],
])("%s lets go of what is asked for: %s", (text, about) =>
  expect(letsGoOf(text, about)).toBe(true),
);

it.each([
  ["esquece o leite", "O que devo anotar?"],
  ["deixa a chave com o vizinho", "O que devo anotar?"],
  ["Forget Paris", "Which film should I save?"],
  ["“esquece o pdf”", "O que devo colocar no PDF?"],
  ["esquece", "O que devo colocar no PDF?"],
])("%s lets go of nothing that is asked for: %s", (text, about) =>
  expect(letsGoOf(text, about)).toBe(false),
);

const question = (labels: readonly string[]): PendingAction => ({
  ...{ id: "ask_1", user_id: "ana", session_id: "s", kind: "select", question: "Qual?" },
  options: labels.map((label) => ({ label, params: { symbol: label.slice(0, 5) } })),
  ...{ locale: "pt-BR", reasks: 0, parked: false, created_at: 0, expires_at: 1 },
  resume: { at: "step", run_id: "run_1", step_id: "1", finished: [] },
});
const choice = (chosen: number, ...labels: string[]): LastChoice => ({
  question: question(labels),
  chosen,
});
const petrobras = choice(1, "PETR3 · Petrobras ON", "PETR4 · Petrobras PN");

it.each([
  "não, a outra",
  "a outra",
  "e a outra?",
  "quero a outra",
  "no, the other one",
  "the other",
  "and the other one?",
  "não, a primeira",
  "não, PETR3",
  "quis dizer PETR3",
  "na verdade a ON",
  "I meant the first one",
])("%s is the option that was not taken", (text) =>
  expect(readOther(text, petrobras)?.label).toBe("PETR3 · Petrobras ON"),
);

it.each([
  ["the answer, sent twice", "2"],
  ["another option without a correction", "1"],
  ["the option that was taken", "não, a segunda"],
  ["no option", "não, a Vale"],
  ["nothing but a no", "não"],
  ["another request", "qual a outra ação da Petrobras?"],
])("%s is none: %s", (_why, text) => expect(readOther(text, petrobras)).toBeUndefined());

it("of three, the other could be any, and a name is one", () => {
  const three = choice(0, "Norte", "Sul", "Leste");
  expect(readOther("a outra", three)).toBeUndefined();
  expect(readOther("não, o sul", three)?.label).toBe("Sul");
});

const refusal = (text: string, locale: Locale) => {
  const read = readRefusal(text, locale);
  return read && { deeds: [...read.deeds], isAll: read.isAll };
};

it.each([
  ["apaga não, deixa ela lá", "pt-BR", ["remove"]],
  ["chega, não manda mais", "pt-BR", ["send"]],
  ["não apaga não, tá", "pt-BR", ["remove"]],
  ["don't delete it", "en", ["remove"]],
  ["wait, no", "en", []],
] as const)("%s: refuses, and names nothing else", (text, locale, deeds) =>
  expect(refusal(text, locale)).toEqual({ deeds, isAll: true }),
);

it("knows what it names", () =>
  expect(refusal("não apaga o inception", "pt-BR")).toEqual({ deeds: ["remove"], isAll: false }));

it.each([
  ["sim, não precisa avisar", "pt-BR"],
  ["não apaga?", "pt-BR"],
  ["apaga a segunda", "pt-BR"],
  ["anota: não apaga", "pt-BR"],
] as const)("%s: refuses nothing by itself", (text, locale) =>
  expect(readRefusal(text, locale)).toBeUndefined(),
);

it.each(["não, deixa", "wait no", "nah, forget it"])("%s: only lets go", (text) =>
  expect(onlyLetsGo(text)).toBe(true),
);
it.each(["não", "deixa que eu apago", "ok", "deixa, me dá as maiores altas"])(
  "%s: does more, or is an answer",
  (text) => expect(onlyLetsGo(text)).toBe(false),
);

it("tells what is to come from what was done", () => {
  expect(isFurther("não apaga mais nada")).toBe(true);
  expect(isFurther("não apaga a nota")).toBe(false);
});

it("hears what is wanted instead of what is refused", () => {
  expect(insteadOf("don't save it, just send it to my telegram", "en")).toBe(
    "send it to my telegram",
  );
  expect(insteadOf("não salva, só manda no telegram", "pt-BR")).toBe("manda no telegram");
  expect(insteadOf("don't save the bread, just send it", "en")).toBeUndefined();
  expect(insteadOf("não manda, só manda depois", "pt-BR")).toBeUndefined();
});

it.each(["depois", "depois eu digo", "Mais tarde.", "quanto custa?", "later", "wait", "what?"])(
  "“%s” is no text to send or keep",
  (text) => expect(isNoText(text)).toBe(true),
);
it.each(["cheguei", "depois do almoço eu passo aí", '"vamos almoçar?"', "“depois”"])(
  "%s is one",
  (text) => expect(isNoText(text)).toBe(false),
);
it("a text in quotation marks is what stands in them", () => {
  expect(unquoted('"vamos?"')).toBe("vamos?");
  expect(unquoted("diz “oi” a ela")).toBe("diz “oi” a ela");
});
