import { expect, it } from "vitest";
import type { LastChoice, PendingAction } from "#shared/contracts/pending.ts";
import { readOther } from "./read-other.ts";

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
