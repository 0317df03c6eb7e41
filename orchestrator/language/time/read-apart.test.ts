import { expect, it } from "vitest";
import { readTime } from "./read-time.ts";

const NOW = Date.parse("2027-03-10T12:20:00Z");

it.each([
  [
    "pt-BR",
    "me lembra hoje às 15h de buscar o Caio e às 18h de passar na farmácia",
    "me lembra hoje às 15h de buscar o Caio",
    "me lembra hoje às 18h de passar na farmácia",
  ],
  [
    "en",
    "remind me tomorrow at 9 to call Ann and on Friday at 10 to pay rent",
    "remind me tomorrow at 9 to call Ann",
    "remind me on Friday at 10 to pay rent",
  ],
  [
    "en",
    "remind me at 1pm to eat, at 3pm to call Dad and at 5pm to leave",
    "remind me at 1pm to eat",
    "remind me at 3pm to call Dad and at 5pm to leave",
  ],
  [
    "pt-BR",
    "todo dia às 8h me lembra de tomar o remédio e às 20h de medir a pressão",
    "todo dia às 8h me lembra de tomar o remédio",
    "todo dia me lembra às 20h de medir a pressão",
  ],
  [
    "en",
    "remind me at 1pm to eat and remind me at 3pm to call Dad",
    "remind me at 1pm to eat",
    "remind me at 3pm to call Dad",
  ],
  [
    "pt-BR",
    "me lembra de buscar o Caio às 15h e de passar na farmácia às 18h",
    "me lembra de buscar o Caio às 15h",
    "me lembra de passar na farmácia às 18h",
  ],
  [
    "pt-BR",
    "me lembra amanhã 9h dentista e 14h banco",
    "me lembra amanhã 9h dentista",
    "me lembra amanhã 14h banco",
  ],
  [
    "pt-BR",
    "cria um lembrete às 15h pra buscar o Caio e outro às 18h pra passar na farmácia",
    "cria um lembrete às 15h pra buscar o Caio",
    "cria um lembrete às 18h pra passar na farmácia",
  ],
] as const)("%s: %s is two reminders", (locale, text, first, second) => {
  expect(readTime(text, NOW, "UTC", locale)).toMatchObject({ kind: "ask", apart: [first, second] });
});

it.each([
  ["pt-BR", "lembra de comprar pão às 15h e levar o guarda-chuva"],
  ["pt-BR", "me lembra às 15h da reunião das 18h"],
  ["pt-BR", "me lembra às 15h de levar o bolo e o presente às 16h"],
  ["en", "remind me at 3pm that the meeting is at 4 and the call at 5"],
  ["en", "remind me at 5pm to buy bread and milk"],
  ["en", "remind me tomorrow at 10am to pack for the trips on Friday and Saturday"],
  ["en", "remind me tomorrow at 10am: eat at one and at three to call"],
] as const)("%s: %s is one reminder", (locale, text) => {
  const { kind, apart } = readTime(text, NOW, "UTC", locale);
  expect(apart).toBeUndefined();
  expect(kind).toBe("at");
});

it.each([
  ["pt-BR", "me lembra às 15h de ligar pro João e às 18h"],
  ["pt-BR", "me lembra às 15h de ligar pro João e às 18h passar na farmácia"],
  ["pt-BR", "me lembra amanhã às 9h de comprar pão e sexta de pagar a luz"],
] as const)("%s: %s is asked about", (locale, text) => {
  const { kind, apart } = readTime(text, NOW, "UTC", locale);
  expect(apart).toBeUndefined();
  expect(kind).toBe("ask");
});
