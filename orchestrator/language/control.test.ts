import { expect, it } from "vitest";
import { localeOfControl, readControl, refusedControl } from "./control.ts";

it.each([
  ["cancela", "cancel"],
  ["Deixa pra lá!", "cancel"],
  ["never mind", "cancel"],
  ["ajuda", "help"],
  ["o que você faz?", "help"],
  ["oi, me ajuda por favor", "help"],
  ["What can you do?", "help"],
  ["repete", "again"],
  ["can you repeat that please", "repeat"],
  ["desfaz", "undo"],
  ["undo that", "undo"],
  ["Oi!", "greet"],
  ["oi, bom dia", "greet"],
  ["Hello", "greet"],
  ["qual é o seu nome?", "greet"],
  ["Who are you?", "greet"],
  ["muito obrigado!", "thank"],
  ["thanks a lot", "thank"],
] as const)("%s means %s", (text, control) => expect(readControl(text)).toBe(control));

it.each([
  "cancela meu pedido 12",
  "cancel my subscription",
  "me ajuda a achar um livro",
  "repete a previsão de amanhã para a Ana",
  "desfaz a reserva da mesa",
  "oi, vai chover?",
  "tudo bem",
  "",
  "…",
])("%s is a request", (text) => expect(readControl(text)).toBeUndefined());

it("a long text is a request, whatever it begins with", () =>
  expect(readControl("ajuda ".repeat(2000))).toBeUndefined());

it.each([
  ["ajuda", "pt-BR"],
  ["what can you do?", "en"],
  ["vai chover?", undefined],
] as const)("%s is said in %s", (text, locale) => expect(localeOfControl(text)).toBe(locale));

it.each([
  ["não desfaz", "undo"],
  ["não cancela", "cancel"],
  ["desfaz", undefined],
  ["não apaga a nota", undefined],
] as const)("%s refuses %s", (text, control) =>
  expect(refusedControl(text, "pt-BR")).toBe(control),
);
