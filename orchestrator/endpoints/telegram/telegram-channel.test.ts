import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messageFrom } from "#shared/testing/telegram/people.ts";
import { StoreError } from "../../ports/stores.ts";
import { channelContract, type TestedChannel } from "../channels/channel.contract.ts";
import { type Started, startChannel } from "./telegram.fixture.ts";

channelContract("Telegram", async (): Promise<TestedChannel> => {
  const { telegram, room, log, done, hold, messages, open, restart, close } = await startChannel();
  const chat = { id: 42, type: "private" };
  const from = { id: 42, is_bot: false, language_code: "pt-br" };
  let brought: object | undefined;
  /** As the person still sees it who has not looked since. */
  let offered: (typeof telegram.messages)[number] | undefined;
  const say = async (text: string) => {
    brought = await telegram.say(text);
  };
  return {
    ...{
      room,
      log,
      done,
      hold,
      account: "telegram:123456789",
      address: "42",
      user_id: "telegram:42",
    },
    ...{ say, open, restart, close },
    cameOf: (id, text) => ({ update_id: Number(id), message: { message_id: 1, from, chat, text } }),
    link: (code) => say(`/start ${code}`),
    stop: () => say("/stop"),
    async choose(label) {
      if (offered !== undefined) await telegram.tap(offered, label);
    },
    bringAgain: async () => brought && telegram.pushAgain(brought as never),
    async told(count) {
      const shown = await messages(count);
      offered = structuredClone(shown.findLast(({ buttons }) => buttons !== undefined)) ?? offered;
      return shown.map(({ text, buttons }) => ({
        text,
        labels: buttons?.flat().map((each) => each.text) ?? [],
      }));
    },
    heard: () =>
      telegram.calls
        .filter(({ method }) => method === "answerCallbackQuery")
        .map(({ params }) => String(params["text"])),
    refuse: () => telegram.block(42),
  };
});

describe("webhook", () => {
  const secret = "a-secret_that_is_long";
  const webhook = { url: "https://bot.example.org/v1/telegram/webhook", secret };

  let server: Server;
  let channel: Started;
  let isDiskFull = false;
  let refuse: number | undefined;

  /** A proxy with a certificate would stand here; Telegram takes no other addresses. */
  const reach = (url: string) =>
    url.replace(
      "https://bot.example.org",
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );

  beforeEach(async () => {
    isDiskFull = false;
    refuse = undefined;
    const listen = getRequestListener(async (request) => {
      const response = await channel.knock(request);
      if (refuse === undefined) return response;
      const status = refuse;
      refuse = undefined;
      return new Response(null, { status });
    });
    server = createServer((incoming, outgoing) => void listen(incoming, outgoing));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    channel = await startChannel({
      webhook,
      reach,
      deps: ({ store }) => ({
        store: {
          ...store,
          messages: {
            ...store.messages,
            take: (...asked) =>
              isDiskFull
                ? Promise.reject(new StoreError("disk full"))
                : store.messages.take(...asked),
          },
        },
      }),
    });
    await channel.telegram.until(() =>
      channel.telegram.calls.some(({ method }) => method === "setWebhook"),
    );
  });
  afterEach(async () => {
    await channel.close();
    server.close();
  });

  const knock = (headers: Record<string, string>, body: string) =>
    channel.knock(new Request(webhook.url, { method: "POST", headers, body }));
  const known = { "x-telegram-bot-api-secret-token": secret };

  it("says where it is and by which secret it knows Telegram, and never asks for updates", async () => {
    await channel.telegram.say("leia Dune");
    expect((await channel.messages(1))[0]?.text).toBe("Li Dune.");
    const { calls } = channel.telegram;
    expect(calls.find(({ method }) => method === "setWebhook")?.params).toMatchObject({
      url: webhook.url,
      secret_token: secret,
      allowed_updates: ["message", "callback_query"],
    });
    expect(calls.some(({ method }) => method === "getUpdates")).toBe(false);
  });

  it("answers Telegram before it has answered the person", async () => {
    const { arrived, letGo } = channel.hold("Dune");
    // Resolves when the webhook has answered.
    await channel.telegram.say("leia Dune");
    expect(channel.telegram.unconfirmed()).toEqual([]);
    await arrived;
    expect(channel.telegram.messages).toEqual([]);
    letGo();
    await channel.messages(1);
  });

  it("answers once what Telegram brings again because a 200 got lost", async () => {
    refuse = 502;
    await channel.telegram.say("empreste Dune");
    expect(channel.telegram.unconfirmed()).toHaveLength(1);
    await channel.telegram.retryWebhook();
    expect(channel.telegram.unconfirmed()).toEqual([]);
    await channel.telegram.say("leia Emma");
    await channel.messages(2);
    expect(channel.done).toEqual(["lend Dune", "read Emma"]);
  });

  it("lets Telegram bring again what could not be kept", async () => {
    isDiskFull = true;
    await channel.telegram.say("empreste Dune");
    expect(channel.telegram.unconfirmed()).toHaveLength(1);
    isDiskFull = false;
    await channel.telegram.retryWebhook();
    await channel.messages(1);
    expect(channel.done).toEqual(["lend Dune"]);
  });

  it("takes a tap", async () => {
    await channel.telegram.say("empreste dom");
    const [asked] = await channel.messages(1);
    if (asked !== undefined) await channel.telegram.tap(asked, "Dom Casmurro");
    await channel.messages(2);
    expect(channel.done).toEqual(["lend dom machado"]);
  });

  describe("refuses", () => {
    it.each<[who: string, headers: Record<string, string>]>([
      ["somebody without the secret", {}],
      ["somebody with another secret", { "x-telegram-bot-api-secret-token": "another" }],
      ["somebody with half of it", { "x-telegram-bot-api-secret-token": secret.slice(0, 10) }],
      ["somebody with more of it", { "x-telegram-bot-api-secret-token": `${secret}x` }],
    ])("%s", async (_who, headers) => {
      const update = { update_id: 1, message: messageFrom(1, "empreste Dune", {}) };
      expect((await knock(headers, JSON.stringify(update))).status).toBe(401);
      await channel.stop();
      expect(channel.done).toEqual([]);
    });

    it.each([
      ["what is no JSON", "{", 400],
      ["what is longer than any update", `"${"x".repeat(1024 * 1024)}"`, 413],
    ])("%s", async (_what, body, status) => {
      expect((await knock(known, body)).status).toBe(status);
    });

    it("everything while it stops, so that Telegram brings it again", async () => {
      await channel.stop();
      await channel.telegram.say("leia Dune");
      expect(channel.telegram.unconfirmed()).toHaveLength(1);
      await channel.restart();
      await channel.telegram.retryWebhook();
      expect((await channel.messages(1))[0]?.text).toBe("Li Dune.");
    });
  });

  it("passes by what is no update that it knows", async () => {
    for (const body of ["{}", "[]", "null", '{"update_id":"x"}', '{"update_id":5,"poll":{}}'])
      expect((await knock(known, body)).status).toBe(200);
  });
});
