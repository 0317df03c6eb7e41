import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { GrammyError, HttpError } from "grammy";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type FakeTelegram,
  startFakeTelegram,
  type TelegramFault,
} from "#shared/testing/fake-telegram.ts";
import { logWithout, telegramApi, telegramReasonOf } from "./telegram-api.ts";

let telegram: FakeTelegram;
beforeAll(async () => {
  telegram = await startFakeTelegram();
});
afterAll(() => telegram.close());

const noLog = { info() {}, warn() {}, error() {} };
const errorOf = async (apiRoot: string) => {
  const settings = { botToken: telegram.token, apiRoot };
  const api = telegramApi(settings, () => Promise.resolve(), noLog);
  return api.sendMessage(42, "a private word").then(
    () => undefined,
    (error: unknown) => error,
  );
};
/** Everything that a careless log could write of an error. */
const everythingIn = (error: unknown) => inspect(error, { depth: 20, showHidden: true });

const listen = async (answer: RequestListener): Promise<Server> => {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
};
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it.each<[string, TelegramFault]>([
  ["cuts the line", { take: "then_reset" }],
  ["answers with something else", { text: "<html>" }],
])("has no token in the error when Telegram %s", async (_what, fault) => {
  telegram.next(fault, fault, fault);
  const error = await errorOf(telegram.url);
  telegram.next();
  expect(error).toBeInstanceOf(HttpError);
  expect(everythingIn(error)).not.toContain(telegram.token);
});

it("has no token in the error when no one is there, and tries three times", async () => {
  const error = await errorOf("http://127.0.0.1:9");
  expect(telegramReasonOf(error)).toEqual({ code: undefined, reason: "ECONNREFUSED" });
  expect(everythingIn(error)).not.toContain(telegram.token);
});

it("follows no redirection with a token in its hand", async () => {
  const visits: string[] = [];
  const elsewhere = await listen((request, response) => {
    visits.push(request.url ?? "");
    response.end("{}");
  });
  const misled = await listen((request, response) => {
    response.writeHead(307, { location: `${urlOf(elsewhere)}${request.url}` }).end();
  });
  expect(await errorOf(urlOf(misled))).toBeInstanceOf(HttpError);
  expect(visits).toEqual([]);
  for (const server of [elsewhere, misled]) server.close();
});

it("tells of a refusal its number and its words, and nothing of what was sent", async () => {
  const refusal = { error: 400, description: "Bad Request: chat is odd" };
  telegram.nextOf("sendMessage", refusal);
  const error = await errorOf(`${telegram.url}/`);
  expect(error).toBeInstanceOf(GrammyError);
  expect(telegramReasonOf(error)).toEqual({ code: 400, reason: refusal.description });
});

it("lets no token through a log, wherever it stands", () => {
  const lines: unknown[] = [];
  const keep = (fields: object, message: string) => void lines.push(fields, message);
  const log = logWithout("se-cret", { info: keep, warn: keep, error: keep });
  log.warn({ reason: "at /botse-cret/x", deep: { list: ["se-cret"] } }, "trouble");
  expect(JSON.stringify(lines)).not.toContain("se-cret");
  expect(lines[1]).toBe("trouble");
});
