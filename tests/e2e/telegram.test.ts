import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { type System, startSystem, until } from "./system.ts";

const WEBHOOK = "https://bot.example.org";

let system: System;
let telegram: FakeTelegram;
let bots = 0;
beforeAll(async () => {
  system = await startSystem();
  await Promise.all([system.startDomain("finance"), system.startDomain("notify")]);
});
afterAll(() => system.close());
beforeEach(async () => {
  const reach = (url: string) => url.replace(WEBHOOK, system.url);
  // Each test its own bot: numbers of updates that were seen are kept.
  const token = `${++bots}23456789:AAHfiqksKZ8WmR2zSjiQ7-v4TMAKdiHm9T0`;
  telegram = await startFakeTelegram({ token, chats: [42], reach });
});
afterEach(async () => {
  await system.stop("orchestrator");
  await telegram.close();
});

const env = () => ({ TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_ROOT: telegram.url });
const message = (number: number) => telegram.until(() => telegram.messages[number - 1]);

it("a question is answered by a touch after the orchestrator was killed, and a chart comes as a photo", async () => {
  await system.startOrchestrator(env());
  await telegram.say("quanto tá a petro hoje");
  const asked = await message(1);
  expect(asked.buttons?.flat().map(({ text }) => text.slice(0, 5))).toEqual(["PETR3", "PETR4"]);
  await system.stop("orchestrator", "SIGKILL");
  await telegram.tap(asked, asked.buttons?.flat()[1]?.text ?? "");
  await system.startOrchestrator(env());
  // Killed before it noted that the question was sent, it may ask it once more first.
  await telegram.until(() => telegram.messages.find(({ text }) => /PETR4.*R\$/s.test(text)));
  expect(asked.buttons).toBeUndefined();

  await telegram.say("histórico da PETR4 nos últimos 6 meses");
  const chart = await telegram.until(() => telegram.messages.find(({ file }) => file));
  expect(chart.file?.kind).toBe("photo");
  expect(chart.file?.bytes.toString("latin1", 1, 4)).toBe("PNG");
});

it("Telegram brings messages through the webhook, and no one else does", async () => {
  const secret = "a-secret_that_is_long";
  const url = `${WEBHOOK}/v1/telegram/webhook`;
  await system.startOrchestrator({
    ...env(),
    TELEGRAM_WEBHOOK_URL: url,
    TELEGRAM_WEBHOOK_SECRET: secret,
  });
  await telegram.until(() => telegram.calls.some(({ method }) => method === "setWebhook"));
  await telegram.say("qual o preço da Nordea?");
  expect((await message(1)).text).toMatch(/Nordea/);
  const stranger = await fetch(`${system.url}/v1/telegram/webhook`, { method: "POST", body: "{}" });
  expect(stranger.status).toBe(401);
  const reader = await fetch(`${system.url}/v1/telegram/webhook`);
  expect(reader.status).toBe(405);
});

it("a wrong token keeps nothing else from working, and is in no log", async () => {
  const token = `987654321:${"A".repeat(35)}`;
  await system.startOrchestrator({ ...env(), TELEGRAM_BOT_TOKEN: token });
  expect((await system.turn("qual o preço da Nordea?", "s")).status).toBe("success");
  await until("it is told", async () =>
    system.output("orchestrator").includes("does not accept TELEGRAM_BOT_TOKEN"),
  );
  expect(system.output("orchestrator")).not.toContain("AAAAA");
});
