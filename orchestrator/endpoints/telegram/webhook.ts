import { hash, timingSafeEqual } from "node:crypto";
import type { Log } from "../../ports/log.ts";
import type { Take } from "./update.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const SECRET_HEADER = "x-telegram-bot-api-secret-token";

/**
 * The endpoint that Telegram knocks at. It answers as soon as the update is durable; what answers the person goes on by itself.
 * Shape: 200 for what is ours now or was before, 401 for a wrong secret, 400 for what is no update,
 *        503 where the update cannot be kept or we are stopping: Telegram brings it again
 */
export function telegramWebhook(
  secret: string,
  take: Take,
  stopping: AbortSignal,
  log: Log,
): (request: Request) => Promise<Response> {
  const wanted = digest(secret);
  return async (request) => {
    const given = digest(request.headers.get(SECRET_HEADER) ?? "");
    if (!timingSafeEqual(given, wanted)) return new Response(null, { status: 401 });
    if (stopping.aborted)
      return new Response(null, { status: 503, headers: { "retry-after": "5" } });
    const update = await readJson(request);
    if (update === undefined) return new Response(null, { status: 400 });
    try {
      const answer = await take(update);
      if (answer !== undefined) void answer();
      return new Response(null, { status: 200 });
    } catch {
      log.error({}, "a message could not be kept; Telegram will bring it again");
      return new Response(null, { status: 503, headers: { "retry-after": "5" } });
    }
  };
}

/** Digests have one length, whatever someone sends. */
const digest = (text: string): Buffer => hash("sha256", text, "buffer");

/** The body; undefined for one that is too large or no JSON. */
async function readJson(request: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}
