import { expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { tokens } from "../text.ts";
import { readModifiers, readReply } from "./read-modifiers.ts";

/** Readings with their words, but for courtesy. */
const read = (text: string, locale: Locale) =>
  readModifiers({ text, words: tokens(text), locale, today: () => undefined })
    .filter(({ kind }) => kind !== "courtesy")
    .map(({ value, start, end }) => `${value}: ${text.slice(start, end)}`);

it.each<[string, ...string[]]>([
  ["não abre a porta", "negated: não"],
  ["num abre a porta", "negated: num"],
  ["num acrescente couve na lista", "negated: num"],
  ["num arquive a nota", "negated: num"],
  ["num publique a nota", "negated: num"],
  ["num esfregue o chão", "negated: num"],
  ["ñ abre a porta", "negated: ñ"],
  ["nada de abrir a porta", "negated: nada de"],
  ["para de abrir a porta", "negated: para de"],
  ["abre a porta não", "negated: não"],
  ["abre a porta, melhor não", "negated: melhor não"],
  ["abre a porta mas não toca a campainha", "left_out: mas não toca a campainha"],
  ["abre a porta sem tocar a campainha", "left_out: sem tocar a campainha"],
  ["abre a porta, e por favor não toca a campainha", "left_out: não toca a campainha"],
  ["abre a porta, deixa que eu mesmo abro", "negated: deixa que eu mesmo abro"],
  ["lista as portas que não abrem", "partly: não"],
  ["devo abrir a porta?", "asked_about: devo"],
  ["abre a porta ou não?", "asked_about: ou não"],
  ["ele pediu para abrir a porta", "reported: ele", "reported: pediu para"],
  ["eu abri a porta", "reported: eu"],
  ["o que acontece se eu abrir a porta", "supposed: o que acontece se", "reported: eu"],
  ["se chover, abre a porta", "when_true: se chover"],
  ["abre a porta se chover", "when_true: se chover"],
  ["abre a porta amanhã às 9h", "later: amanhã às 9h"],
  ["daqui a 10 minutos abre a porta", "later: daqui a 10 minutos"],
  ["abre a porta na sexta", "some_day: na sexta"],
  ["todo dia às 9 abre a porta", "again_and_again: todo dia às 9"],
  ["abre a porta para o meu pai", "to_somebody: para o meu pai"],
  ["abre a porta para a Ana", "to_somebody: para a Ana"],
  ["abre tudo menos a porta", "left_out_of_all: menos a"],
  // What speaks of the request behind it.
  ["escreve: já vou, esquece", "negated: esquece"],
  ["abre a porta, cancela esse pedido", "negated: cancela esse pedido"],
  ["escreve: já vou, mas só faz isso se chover", "when_true: mas só faz isso se chover"],
  ["abre a porta azul, não abre", "left_out: não abre"],
  ["abre a porta, digo, a janela", "instead: digo"],
  ["continua abrindo a porta", "again_and_again: continua abrindo"],
  ["será que eu abro a porta?", "asked_about: será que eu"],
  // None of these says anything around a request.
  ["não sei qual é a porta, abre"],
  ["num restaurante japonês"],
  ["num arquivo novo"],
  ["abre a porta pra eu não esquecer"],
  ["abre a porta pra assistir com a vó"],
  ["primeiro abre a porta, depois a janela"],
  ["abre https://exemplo.com a parte boa é no meio"],
  ["você não me abre a porta?"],
  ["não esquece de abrir a porta"],
  ["será que você pode abrir a porta"],
  ["se puder, abre a porta agora"],
  ["abre a porta sem falta"],
  ["abre a porta, não abre?"],
  ["não, pode abrir a porta"],
  ["abre a porta a 118"],
  ["pelo menos uma porta"],
  ["me diz se a porta abriu"],
  ["abre a segunda"],
  ['abre a porta "amanhã não"'],
])("%s", (text, ...readings) => expect(read(text, "pt-BR")).toEqual(readings));

it.each<[string, ...string[]]>([
  ["don't open the door", "negated: don't"],
  ["never open the door", "negated: never"],
  ["no need to open the door", "negated: no need to"],
  ["stop opening the door", "negated: stop"],
  ["open the door at 1130", "later: at 1130"],
  ["open the door at 500", "later: at 500"],
  ["open the door at 118"],
  ["open the door for 105"],
  ["open the door, never mind", "negated: never mind"],
  ["open the door but don't ring the bell", "left_out: but don't ring the bell"],
  ["open the door, and please don't ring the bell", "left_out: don't ring the bell"],
  ["open the door, eh whatever, I'll look myself", "negated: whatever, I'll look myself"],
  ["open the door without ringing the bell", "left_out: without ringing the bell"],
  ["should I open the door?", "asked_about: should I"],
  ["he asked me to open the door", "reported: he", "reported: asked me to"],
  ["I opened the door", "reported: I"],
  ["what if I open the door", "supposed: what if", "reported: I"],
  ["if it rains, open the door", "when_true: if it rains"],
  ["open the door unless it rains", "when_true: unless it rains"],
  ["open the door tomorrow at 9", "later: tomorrow at 9"],
  ["forward this to the wall tomorrow", "later: tomorrow"],
  ["fling it to harbour tomorrow", "later: tomorrow"],
  ["in half an hour open the door", "later: in half an hour"],
  ["open the door every monday", "again_and_again: every monday"],
  ["open the door for my dad", "to_somebody: for my dad"],
  ["if it rains clear the table", "when_true: if it rains"],
  ["send dad the letter", "to_somebody: dad"],
  ["give mum the letter", "to_somebody: mum"],
  ["give Ana the letter", "to_somebody: Ana"],
  ["open everything except the door", "left_out_of_all: except the"],
  // None of these says anything around a request.
  ["why don't you open the door"],
  ["don't forget to open the door"],
  ["would you mind opening the door"],
  ["open the door if you can"],
  ["open the door right now"],
  ["open the door to watch it with my sister"],
  ["open at least one door"],
  ["open every door"],
  ["let me know the door"],
  ["tell me if the door is open"],
])("%s", (text, ...readings) => expect(read(text, "en")).toEqual(readings));

it("a small word of the sentence's language says nothing in another one", () =>
  expect(read("no mercado da Suécia", "pt-BR")).not.toContain("negated: no"));

it("the same words are read in each language by itself", () => {
  const text = "no telegram, just tell me";
  expect(tokens(text)).toBe(tokens(text));
  for (const _ of ["first", "again"]) {
    expect(read(text, "en")).toContain("negated: no");
    expect(read(text, "pt-BR")).not.toContain("negated: no");
  }
});

it.each<[string, Locale, boolean, string, string[]]>([
  ["desfaz", "pt-BR", false, "desfaz", []],
  ["não desfaz", "pt-BR", true, "desfaz", []],
  ["desfaz não", "pt-BR", true, "desfaz", []],
  ["don't undo that", "en", true, "undo that", []],
  ["sim, mas não manda", "pt-BR", false, "sim", ["mas não manda"]],
  ["yes, but don't send it", "en", false, "yes", ["but don't send it"]],
  ["sim, amanhã", "pt-BR", false, "sim", ["amanhã"]],
])("%s", (text, locale, refuses, core, restrictions) =>
  expect(readReply(text, locale)).toEqual({ refuses, core, restrictions }),
);
