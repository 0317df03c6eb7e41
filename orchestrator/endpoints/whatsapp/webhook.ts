import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { Json } from "#shared/contracts/json.ts";
import type { Log } from "../../ports/log.ts";
import type { OpenChannel } from "../channels/open-channel.ts";
import { readNotification, type WhatsappStatus } from "./notification.ts";
import type { WhatsappSettings } from "./settings.ts";

/** A notification may hold a thousand messages. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;
const empty = (status: number) => new Response(null, { status });

/**
 * The endpoint that Meta knocks at. It answers as soon as every message is durable; what answers people goes on by itself.
 * Shape:  GET: the challenge for the right token, else 403. POST: 200 for what is ours now or was before, 401 for a wrong
 *         signature, 400 for what is no notification, 503 where it cannot be kept or we are stopping: it is brought again
 */
export function whatsappWebhook(
  { appSecret, verifyToken, phoneNumberId }: WhatsappSettings,
  { take, stopping }: Pick<OpenChannel, "take" | "stopping">,
  log: Log,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === "GET") return verified(new URL(request.url).searchParams, verifyToken);
    const bytes = await readBytes(request);
    if (bytes === undefined) return empty(413);
    const given = request.headers.get("x-hub-signature-256") ?? "";
    const wanted = `sha256=${createHmac("sha256", appSecret).update(bytes).digest("hex")}`;
    if (!isSame(given, wanted)) return empty(401);
    if (stopping.aborted) return empty(503);
    const read = readNotification(jsonOf(bytes), phoneNumberId);
    if (read === undefined) return empty(400);
    for (const status of read.statuses) logFailed(log, status);
    try {
      for (const came of read.messages) {
        const answer = await take(came.message.id, JSON.parse(JSON.stringify(came)) as Json);
        if (answer !== undefined) void answer();
      }
      return empty(200);
    } catch {
      log.error({}, "a message could not be kept; WhatsApp will bring it again");
      return empty(503);
    }
  };
}

function verified(query: URLSearchParams, verifyToken: string): Response {
  const isOurs =
    query.get("hub.mode") === "subscribe" &&
    isSame(query.get("hub.verify_token") ?? "", verifyToken);
  const challenge = query.get("hub.challenge") ?? "";
  if (!isOurs || !/^[\w-]{1,256}$/.test(challenge)) return empty(403);
  return new Response(challenge, { headers: { "content-type": "text/plain" } });
}

/** What arrived, was read or is on its way is no news. */
function logFailed(log: Log, { status, errors }: WhatsappStatus): void {
  if (status !== "failed") return;
  for (const { code } of errors) log.warn({ code }, "WhatsApp did not deliver a message");
}

/** Digests have one length, whatever someone sends. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));

async function readBytes(request: Request): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}
