import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChatId, chatMethods, type TelegramMessage, typeOf } from "./telegram/chat-methods.ts";
import { ana, messageFrom, type Person, type Saying } from "./telegram/people.ts";
import { readParams } from "./telegram/read-params.ts";
import { badRequest, Refused } from "./telegram/refused.ts";
import { type TelegramUpdate, updateQueue } from "./telegram/update-queue.ts";

export type { TelegramMessage, TelegramUpdate };

/** What Telegram, or the network before it, does to the next request instead of answering it. */
export type TelegramFault =
  /** Any error answer: `{error: 403, description: "Forbidden: bot was blocked by the user"}` */
  | { error: number; description?: string; parameters?: Record<string, unknown> }
  /** Takes the message and never answers. */
  | { take: "then_hang" | "then_reset" }
  /** Answers 200 with something that is not the Bot API. */
  | { text: string };

export type TelegramCall = { method: string; params: Record<string, unknown> };

export type FakeTelegram = {
  /** TELEGRAM_API_ROOT */
  url: string;
  token: string;
  /** Every request with the right token, also the refused ones. */
  calls: TelegramCall[];
  /** What people in the chats have received. */
  messages: TelegramMessage[];
  /** What people saw after they touched a button, by the tap's id. */
  toasts: Map<string, string>;
  /** One fault for each of the next requests with the right token; `undefined` lets one pass. */
  next(...faults: (TelegramFault | undefined)[]): void;
  /** The same for the next requests of one method. */
  nextOf(method: string, ...faults: (TelegramFault | undefined)[]): void;
  /** From now on the bot may not write to this chat; or it may again. */
  block(chat: ChatId, isBlocked?: boolean): void;
  /** Resolves when the next request has been read. */
  called(): Promise<TelegramCall>;
  /** Resolves to what `check` finds, now or after one of the next requests. */
  until<T>(check: () => T | undefined | false): Promise<T>;
  /** Someone writes. undefined: the bot did not ask for such updates. */
  say(text: string | undefined, saying?: Saying): Promise<TelegramUpdate | undefined>;
  /** Someone touches a button; without a label, one that is not there any more. */
  tap(message: TelegramMessage, button: string, from?: Person): Promise<string>;
  /** Any update, by its kind. */
  push(kind: string, content: object): Promise<TelegramUpdate | undefined>;
  /** The same update once more. */
  pushAgain(update: TelegramUpdate): Promise<void>;
  /** Tries again what the webhook did not take. */
  retryWebhook(): Promise<void>;
  /** Updates that the bot has not confirmed. */
  unconfirmed(): readonly TelegramUpdate[];
  close(): Promise<void>;
};

export const migrateTo = (chat_id: number): TelegramFault => ({
  error: 400,
  description: "Bad Request: group chat was upgraded to a supergroup chat",
  parameters: { migrate_to_chat_id: chat_id },
});
export const tooMany = (retry_after: number): TelegramFault => ({
  error: 429,
  description: `Too Many Requests: retry after ${retry_after}`,
  parameters: { retry_after },
});

/**
 * A Bot API on loopback that refuses what Telegram refuses: wrong tokens, unknown chats, empty and
 * too long texts, entities that do not parse, words that are not UTF-8, two who ask for updates at once.
 */
export async function startFakeTelegram({
  token = "123456789:AAHfiqksKZ8WmR2zSjiQ7-v4TMAKdiHm9T0",
  chats = [42],
  reach = (url) => url,
}: {
  token?: string;
  chats?: readonly ChatId[];
  /** Where an address of a webhook, which must be https, is found on this machine. */
  reach?: (url: string) => string;
} = {}): Promise<FakeTelegram> {
  const calls: TelegramCall[] = [];
  const messages: TelegramMessage[] = [];
  const faults: (TelegramFault | undefined)[] = [];
  const faultsOf = new Map<string, (TelegramFault | undefined)[]>();
  const blocked = new Set<ChatId>();
  const said = new Set<string>();
  const taps = new Map<string, "open" | "answered">();
  const toasts = new Map<string, string>();
  const watchers = new Set<() => void>();
  const lookAgain = () => {
    for (const look of watchers) look();
  };
  let waiting: ((call: TelegramCall) => void)[] = [];
  let lastMessageId = 0;
  const nextMessageId = () => ++lastMessageId;
  const bot = {
    id: Number(token.split(":")[0]),
    is_bot: true,
    first_name: "Fake",
    username: "fake_bot",
  };
  const wasSaid = (chat: ChatId, message_id: number) => said.has(`${chat}/${message_id}`);
  const queue = updateQueue(1000, reach);
  const methods = new Map([
    ...chatMethods({ bot, chats, messages, blocked, nextMessageId, wasSaid }),
    ...queue.methods,
  ]);
  methods.set("answerCallbackQuery", ({ callback_query_id, text = "" }) => {
    const id = String(callback_query_id);
    if (taps.get(id) !== "open")
      throw badRequest("query is too old and response timeout expired or query ID is invalid");
    if (String(text).length > 200) throw badRequest("MESSAGE_TOO_LONG");
    taps.set(id, "answered");
    toasts.set(id, String(text));
    return true;
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, given = "", method = ""] = /^\/bot([^/]*)\/(\w+)$/.exec(request.url ?? "") ?? [];
    const params = await readParams(request);
    if (decodeURIComponent(given) !== token)
      // A token of the right shape is unknown; any other is no path that Telegram has.
      throw new Refused(/^\d+:[\w-]{30,}$/.test(given) ? 401 : 404);
    const call = { method, params };
    calls.push(call);
    for (const tell of waiting) tell(call);
    waiting = [];

    const fault = faultsOf.get(method)?.shift() ?? faults.shift();
    if (fault !== undefined && "error" in fault)
      throw new Refused(fault.error, fault.description, fault.parameters);
    if (fault !== undefined && "text" in fault) {
      response.end(fault.text);
      return;
    }
    const result = await run(method, params, response);
    if (fault?.take === "then_hang") return;
    if (fault?.take === "then_reset") request.socket.resetAndDestroy();
    else send(response, 200, { ok: true, result });
  }

  function run(method: string, params: Record<string, unknown>, response: ServerResponse): unknown {
    if (method === "getUpdates") {
      const gone = new AbortController();
      response.once("close", () => gone.abort());
      const updates = queue.getUpdates(params, gone.signal);
      // Asking confirms what came before, long before there is an answer.
      lookAgain();
      return updates;
    }
    const known = methods.get(method);
    if (known === undefined) throw new Refused(404, "Not Found: method not found");
    return known(params);
  }

  const server = createServer((request, response) => {
    answer(request, response)
      .catch((error: unknown) => {
        // The caller went away while it was being read.
        if (!(error instanceof Refused)) {
          response.destroy();
          return;
        }
        const { status, message, parameters } = error;
        const body = { ok: false, error_code: status, description: message };
        send(response, status, parameters === undefined ? body : { ...body, parameters });
      })
      .finally(lookAgain);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    calls,
    messages,
    toasts,
    next: (...more) => void faults.push(...more),
    nextOf: (method, ...more) =>
      void faultsOf.set(method, [...(faultsOf.get(method) ?? []), ...more]),
    block: (chat, isBlocked = true) => void (isBlocked ? blocked.add(chat) : blocked.delete(chat)),
    called: () => new Promise((resolve) => waiting.push(resolve)),
    until: (check) =>
      new Promise((resolve, reject) => {
        const look = () => {
          try {
            const found = check();
            if (found === undefined || found === false) return;
            watchers.delete(look);
            resolve(found);
          } catch (error) {
            watchers.delete(look);
            reject(error);
          }
        };
        watchers.add(look);
        look();
      }),
    say(text, saying = {}) {
      const message = messageFrom(nextMessageId(), text, saying);
      said.add(`${message.chat.id}/${message.message_id}`);
      return queue.push("message", message);
    },
    async tap({ message_id, chat_id, buttons }, button, from = ana) {
      const id = `tap${taps.size + 1}`;
      const data = buttons?.flat().find(({ text }) => text === button)?.callback_data ?? button;
      taps.set(id, "open");
      const chat = { id: chat_id, type: typeOf(chat_id) };
      const message = { message_id, chat, from: bot, date: 1_700_000_000 };
      await queue.push("callback_query", {
        id,
        from: { is_bot: false, ...from },
        message,
        chat_instance: "1",
        data,
      });
      return id;
    },
    push: queue.push,
    pushAgain: queue.pushAgain,
    retryWebhook: queue.retryWebhook,
    unconfirmed: queue.waiting,
    close: () =>
      new Promise((resolve) => {
        queue.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
