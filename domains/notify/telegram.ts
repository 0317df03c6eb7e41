import { Readable } from "node:stream";
import type { Agent } from "undici";
import { ownValue } from "#shared/contracts/json.ts";
import { type FileLink, fileSchema } from "#shared/contracts/output.ts";
import { readJson } from "#shared/safe-fetch/read-body.ts";
import { splitMessage } from "#shared/telegram-text/split-message.ts";

const CONNECT_MS = 5_000;
/** An answer that takes longer is not coming. */
const ATTEMPT_MS = 10_000;
/** What is kept back of the deadline, so that the answer still arrives. */
const MARGIN_MS = 300;
const MAX_RETRY_AFTER_S = 30;
const RETRY_PAUSE_MS = 500;
const MAX_ANSWER_BYTES = 256 * 1024;

export type ChatId = string | number;

/** Why a message was not sent. `unknown` is not among them: then no one can say. */
export type NotSentCode =
  | "BAD_TOKEN"
  | "CHAT_FORBIDDEN"
  | "CHAT_NOT_FOUND"
  | "RATE_LIMITED"
  | "TELEGRAM_REFUSED"
  | "TELEGRAM_UNREACHABLE"
  | "TELEGRAM_DOWN"
  | "DEADLINE";

export type Sending =
  /** `chat_id` is another than the one that was asked for when the group has moved there. */
  | { state: "sent"; message_id: number; chat_id: ChatId }
  /** `detail`: Telegram's own words, or the seconds it asked to wait for. */
  | { state: "not_sent"; code: NotSentCode; detail: string }
  /** It left this machine, and no answer came. */
  | { state: "unknown" };

export type TelegramSettings = { token: string; apiRoot: string };

/** How time passes; tests bring their own. `wait` rejects when the signal fires. */
export type Time = {
  remainingMs(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  signal: AbortSignal;
};

/** One answer of the Bot API, or how it failed to come. */
type Reply =
  | { kind: "answer"; status: number; body: unknown }
  | { kind: "not_reached"; detail: string }
  | { kind: "lost" };

export type Telegram = {
  /** Sends one part of a message. Never rejects. */
  send(chat: ChatId, part: MessagePart, time: Time): Promise<Sending>;
};

/**
 * The Bot API's sendMessage, sendPhoto and sendDocument, by Telegram's rules: waits as a 429 asks, follows a group that became a
 * supergroup, and tries once more after a 5xx or when nothing was reached.
 * A message that may have arrived is never sent again.
 */
export function telegramClient({ token, apiRoot }: TelegramSettings): Telegram {
  const url = `${apiRoot.replace(/\/+$/, "")}/bot${encodeURIComponent(token).replace("%3A", ":")}`;
  const withoutToken = (text: string) => text.replaceAll(token, "[token]").slice(0, 200);
  let agent: Agent | undefined;

  async function post(chat: ChatId, part: MessagePart, time: Time): Promise<Reply> {
    // Only a domain that sends pays for loading it.
    const { Agent, request } = await import("undici");
    agent ??= new Agent({ connect: { timeout: CONNECT_MS } });
    // The body is asked for when the connection stands: before that, nothing can have arrived.
    let left = false;
    const { method, type, content } = await bodyOf(chat, part);
    const body = Readable.from(
      (function* () {
        left = true;
        yield content;
      })(),
    );
    const timeoutMs = Math.max(1, Math.min(ATTEMPT_MS, time.remainingMs() - MARGIN_MS));
    const stop = AbortSignal.any([AbortSignal.timeout(timeoutMs), time.signal]);
    try {
      const sent = request(`${url}/${method}`, {
        method: "POST",
        dispatcher: agent,
        headers: { "content-type": type, "content-length": String(content.length) },
        body,
        signal: stop,
      });
      // undici looks at the signal only once it has a connection; then it sends nothing.
      const response = await Promise.race([sent, rejectWhen(stop)]);
      // A status without its body still says whether the message was taken.
      const answer = await readJson(response.body, MAX_ANSWER_BYTES).catch(() => undefined);
      return { kind: "answer", status: response.statusCode, body: answer };
    } catch (error) {
      if (left) return { kind: "lost" };
      return { kind: "not_reached", detail: withoutToken(String(ownValue(error, "code") ?? "")) };
    }
  }

  return {
    async send(chat, part, time) {
      let to = chat;
      const left = { retries: 1, moves: 1, patienceS: MAX_RETRY_AFTER_S };
      for (;;) {
        if (time.remainingMs() <= MARGIN_MS || time.signal.aborted) return notSent("DEADLINE");
        const reply = await post(to, part, time);
        const read = readReply(reply, withoutToken);
        if (read.state === "sent") return { ...read, chat_id: to };
        if (read.state === "moved") {
          if (left.moves-- <= 0) return notSent("TELEGRAM_REFUSED", "chat moved twice");
          to = read.to;
          continue;
        }
        const end = await beforeAnother(read, left, time);
        if (end !== undefined) return end;
      }
    },
  };
}

type Left = { retries: number; patienceS: number };
type Unsent = Exclude<Read, { state: "sent" | "moved" }>;

/** Waits until the message may be sent once more; gives what became of it where it may not. */
async function beforeAnother(
  read: Unsent,
  left: Left,
  time: Time,
): Promise<Exclude<Sending, { state: "sent" }> | undefined> {
  if (read.state === "wait") {
    const { seconds } = read;
    const fits = time.remainingMs() - MARGIN_MS > seconds * 1000;
    if (seconds > left.patienceS || !fits) return notSent("RATE_LIMITED", String(seconds));
    left.patienceS -= seconds;
    return (await waited(seconds * 1000, time)) ? undefined : notSent("DEADLINE");
  }
  if (read.state !== "not_sent" || !isTransient(read.code) || left.retries-- <= 0) return read;
  const inTime = time.remainingMs() > RETRY_PAUSE_MS + 2 * MARGIN_MS;
  return inTime && (await waited(RETRY_PAUSE_MS, time)) ? undefined : read;
}

const rejectWhen = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const stop = () => reject(new Error("stopped", { cause: signal.reason }));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });

const notSent = (code: NotSentCode, detail = "") => ({ state: "not_sent", code, detail }) as const;
const isTransient = (code: NotSentCode) =>
  code === "TELEGRAM_UNREACHABLE" || code === "TELEGRAM_DOWN";

const waited = (ms: number, { wait, signal }: Time): Promise<boolean> =>
  wait(ms, signal).then(
    () => true,
    () => false,
  );

type Read =
  | { state: "sent"; message_id: number }
  | { state: "wait"; seconds: number }
  | { state: "moved"; to: number }
  | Exclude<Sending, { state: "sent" }>;

/** What an answer means for the message. */
function readReply(reply: Reply, withoutToken: (text: string) => string): Read {
  if (reply.kind === "lost") return { state: "unknown" };
  if (reply.kind === "not_reached") return notSent("TELEGRAM_UNREACHABLE", reply.detail);
  const { status, body } = reply;
  const description = withoutToken(String(ownValue(body, "description") ?? `HTTP ${status}`));
  const parameters = ownValue(body, "parameters");
  if (status === 200) {
    const id = ownValue(ownValue(body, "result"), "message_id");
    if (ownValue(body, "ok") === true && typeof id === "number")
      return { state: "sent", message_id: id };
    // Whatever this was, it is no receipt.
    return { state: "unknown" };
  }
  if (status === 429) {
    const seconds = Number(ownValue(parameters, "retry_after")) || 1;
    return { state: "wait", seconds: Math.max(1, Math.ceil(seconds)) };
  }
  const to = ownValue(parameters, "migrate_to_chat_id");
  if (status === 400 && typeof to === "number") return { state: "moved", to };
  if (status === 400 && /chat not found/i.test(description)) return notSent("CHAT_NOT_FOUND");
  if (status === 403) return notSent("CHAT_FORBIDDEN", description);
  if (status === 401 || status === 404) return notSent("BAD_TOKEN", String(status));
  if (status >= 500) return notSent("TELEGRAM_DOWN", String(status));
  return notSent("TELEGRAM_REFUSED", description);
}

type Upload = { name: string; media_type: string; bytes: Buffer };
/** What one call of the Bot API carries: at most 4096 UTF-16 units of plain text, or a file. */
export type MessagePart = string | Upload;

const INLINE = /^data:[^,;]+;base64,([A-Za-z0-9+/]+={0,2})$/;
const PHOTOS = new Set(["image/png", "image/jpeg"]);
const DRAWING = "image/svg+xml";

/** A message in the order it is sent: its words, then its files. */
export const partsOf = (message: string, files: unknown): MessagePart[] => [
  ...splitMessage(message),
  ...uploadsOf(fileSchema.array().parse(files ?? [])),
];

/** Files whose bytes came along. Telegram shows no SVG: where the same is there as a photo, that is enough. */
function uploadsOf(files: readonly FileLink[]): Upload[] {
  const hasPhoto = files.some(({ media_type }) => PHOTOS.has(media_type));
  return files
    .filter(({ media_type }) => media_type !== DRAWING || !hasPhoto)
    .flatMap(({ name, media_type, url }) => {
      const data = INLINE.exec(url)?.[1];
      return data === undefined ? [] : [{ name, media_type, bytes: Buffer.from(data, "base64") }];
    });
}

/** A preview loads the address, and shows its picture, before anyone has touched it. */
const NO_PREVIEW = { is_disabled: true };

/** The Bot API's method for a part, and the body that it takes. */
async function bodyOf(
  chat_id: string | number,
  part: MessagePart,
): Promise<{ method: string; type: string; content: Buffer }> {
  if (typeof part === "string") {
    const content = Buffer.from(
      JSON.stringify({ chat_id, text: part, link_preview_options: NO_PREVIEW }),
    );
    return { method: "sendMessage", type: "application/json", content };
  }
  const field = PHOTOS.has(part.media_type) ? "photo" : "document";
  const form = new FormData();
  form.set("chat_id", String(chat_id));
  form.set(field, "attach://file");
  const blob = new Blob([new Uint8Array(part.bytes)], { type: part.media_type });
  form.set("file", blob, part.name.toWellFormed());
  const encoded = new Response(form);
  return {
    method: field === "photo" ? "sendPhoto" : "sendDocument",
    type: encoded.headers.get("content-type") ?? "multipart/form-data",
    content: Buffer.from(await encoded.arrayBuffer()),
  };
}
