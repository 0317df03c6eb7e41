import { createHmac } from "node:crypto";
import type { Log } from "../../ports/log.ts";
import type { OpenChannel } from "../channels/open-channel.ts";
import { channelWebhook, empty, isSame, jsonOf } from "../channels/webhook.ts";
import { readNotification, type WhatsappStatus } from "./notification.ts";
import type { WhatsappSettings } from "./settings.ts";

/** A notification may hold a thousand messages. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;

/** The endpoint that Meta knocks at: to see whether it is ours (403 for another token), and with signed notifications. */
export const whatsappWebhook = (
  { appSecret, verifyToken, phoneNumberId }: WhatsappSettings,
  channel: OpenChannel,
  log: Log,
): ((request: Request) => Promise<Response>) =>
  channelWebhook(
    {
      service: "WhatsApp",
      maxBytes: MAX_BODY_BYTES,
      read({ method, url, headers }, body) {
        if (method === "GET") return verified(new URL(url).searchParams, verifyToken);
        const wanted = `sha256=${createHmac("sha256", appSecret).update(body).digest("hex")}`;
        if (!isSame(headers.get("x-hub-signature-256") ?? "", wanted)) return empty(401);
        const read = readNotification(jsonOf(body.toString("utf8")), phoneNumberId);
        if (read === undefined) return empty(400);
        for (const status of read.statuses) logFailed(log, status);
        return read.messages.map((came) => ({ id: came.message.id, came }));
      },
    },
    channel,
    log,
  );

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
