import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseTelegramText } from "./telegram-text.ts";

/** What Telegram, or the network before it, does to the next request instead of answering it. */
export type TelegramFault =
  /** Any error answer: `{error: 403, description: "Forbidden: bot was blocked by the user"}` */
  | { error: number; description?: string; parameters?: Record<string, unknown> }
  /** Takes the message and never answers. */
  | { take: "then_hang" | "then_reset" }
  /** Answers 200 with something that is not the Bot API. */
  | { text: string };

export type TelegramCall = { method: string; params: Record<string, unknown> };
export type TelegramMessage = { message_id: number; chat_id: number | string; text: string };

export type FakeTelegram = {
  /** TELEGRAM_API_ROOT */
  url: string;
  token: string;
  /** Every request with the right token, also the refused ones. */
  calls: TelegramCall[];
  /** What people in the chats have received. */
  messages: TelegramMessage[];
  /** One fault for each of the next requests with the right token; `undefined` lets one pass. */
  next(...faults: (TelegramFault | undefined)[]): void;
  /** Resolves when the next request has been read. */
  called(): Promise<TelegramCall>;
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

const DESCRIPTIONS: Record<number, string> = {
  401: "Unauthorized",
  403: "Forbidden: bot was blocked by the user",
  404: "Not Found",
  500: "Internal Server Error",
  502: "Bad Gateway",
};

/** An error answer, thrown to where it is sent. */
class Refused extends Error {
  readonly status: number;
  readonly parameters: Record<string, unknown> | undefined;
  constructor(status: number, description: string, parameters?: Record<string, unknown>) {
    super(description);
    this.status = status;
    this.parameters = parameters;
  }
}

/**
 * A Bot API on loopback that refuses what Telegram refuses: wrong tokens, unknown chats, empty and
 * too long texts, entities that do not parse, words that are not UTF-8.
 */
export async function startFakeTelegram({
  token = "123456789:AAHfiqksKZ8WmR2zSjiQ7-v4TMAKdiHm9T0",
  chats = [42],
}: {
  token?: string;
  chats?: readonly (number | string)[];
} = {}): Promise<FakeTelegram> {
  const calls: TelegramCall[] = [];
  const messages: TelegramMessage[] = [];
  const faults: (TelegramFault | undefined)[] = [];
  let waiting: ((call: TelegramCall) => void)[] = [];
  const bot = {
    id: Number(token.split(":")[0]),
    is_bot: true,
    first_name: "Fake",
    username: "fake_bot",
  };

  const findChat = (wanted: unknown): number | string => {
    if (wanted === undefined || wanted === "")
      throw new Refused(400, "Bad Request: chat_id is empty");
    const found = chats.find((chat) => String(chat) === String(wanted));
    if (found === undefined) throw new Refused(400, "Bad Request: chat not found");
    return found;
  };

  const methods = new Map<string, (params: Record<string, unknown>) => unknown>([
    ["getMe", () => bot],
    [
      "sendMessage",
      ({ chat_id, text, parse_mode }) => {
        const chat = findChat(chat_id);
        const parsed = parseTelegramText(text, parse_mode);
        if ("problem" in parsed) throw new Refused(400, `Bad Request: ${parsed.problem}`);
        const message = { message_id: messages.length + 1, chat_id: chat, text: parsed.text };
        messages.push(message);
        const { message_id } = message;
        return { message_id, from: bot, chat: { id: chat }, date: 0, text: parsed.text };
      },
    ],
  ]);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, given = "", method = ""] = /^\/bot([^/]*)\/(\w+)$/.exec(request.url ?? "") ?? [];
    const params = await readParams(request);
    if (decodeURIComponent(given) !== token)
      // A token of the right shape is unknown; any other is no path that Telegram has.
      throw /^\d+:[\w-]{30,}$/.test(given) ? refused(401) : refused(404);
    const call = { method, params };
    calls.push(call);
    for (const tell of waiting) tell(call);
    waiting = [];

    const fault = faults.shift();
    if (fault !== undefined && "error" in fault)
      throw refused(fault.error, fault.description, fault.parameters);
    if (fault !== undefined && "text" in fault) {
      response.end(fault.text);
      return;
    }
    const run = methods.get(method);
    if (run === undefined) throw new Refused(404, "Not Found: method not found");
    const result = run(params);
    if (fault?.take === "then_hang") return;
    if (fault?.take === "then_reset") request.socket.resetAndDestroy();
    else send(response, 200, { ok: true, result });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // The caller went away while it was being read.
      if (!(error instanceof Refused)) {
        response.destroy();
        return;
      }
      const { status, message, parameters } = error;
      const body = { ok: false, error_code: status, description: message };
      send(response, status, parameters === undefined ? body : { ...body, parameters });
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    calls,
    messages,
    next: (...more) => void faults.push(...more),
    called: () => new Promise((resolve) => waiting.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const refused = (status: number, description?: string, parameters?: Record<string, unknown>) =>
  new Refused(status, description ?? DESCRIPTIONS[status] ?? "Bad Request", parameters);

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Telegram takes parameters as JSON or as a form. */
async function readParams(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  if (text === "") return {};
  if (request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new Refused(400, "Bad Request: can't parse JSON object");
  }
}
