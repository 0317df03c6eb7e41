import { afterAll, beforeAll, expect, it } from "vitest";
import { type ShippedSystem, startShippedSystem } from "./shipped-system.ts";

// What people say first, in both languages.

let shipped: ShippedSystem;
beforeAll(async () => {
  shipped = await startShippedSystem({ REGENTE_TIMEZONE: "America/Sao_Paulo" });
});
afterAll(() => shipped.close());

let sessions = 0;
const say = async (text: string) => (await shipped.system.turn(text, `first-${++sessions}`)).answer;

it.each([
  ["boa tarde! tudo bem?", /^Olá!/],
  ["oi, tudo bem?", /^Olá!/],
  ["e aí, beleza?", /^Olá!/],
  ["good afternoon, how are you?", /^Hello!/],
  ["hi, how's it going?", /^Hello!/],
  ["obrigado!", /^De nada\.$/],
  ["thank you so much!", /^You are welcome\.$/],
  ["tchau", /^Até mais!$/],
  ["que horas são?", /^Agora é .*\d\d:\d\d \(America\/Sao_Paulo\)\.$/],
  ["what time is it?", /^It is .*\d\d:\d\d.* \(America\/Sao_Paulo\)\.$/],
])("“%s” is answered as it was meant", async (text, answer) =>
  expect(await say(text)).toMatch(answer),
);

it.each([
  ["ajuda", "me lembra amanhã"],
  ["o que você sabe fazer?", "desfaz"],
  ["help", "remind me tomorrow"],
  ["what can you do?", "undo"],
])("“%s” says what works now in ten lines, and nothing else", async (text, holds) => {
  const help = await say(text);
  expect(help.split("\n").length).toBeLessThanOrEqual(10);
  expect(help).toContain(holds);
  expect(help).not.toMatch(/modelo de linguagem|language model/);
});
