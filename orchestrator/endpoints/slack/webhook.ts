import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Log } from "../../ports/log.ts";
import type { OpenChannel } from "../channels/open-channel.ts";
import { channelWebhook, empty, isSame, jsonOf } from "../channels/webhook.ts";
import { readNotification } from "./notification.ts";
import type { SlackSettings } from "./settings.ts";

const MAX_BODY_BYTES = 1024 * 1024;
/** What was signed longer ago, or is signed for later, may be someone's copy. */
const SIGNED_WITHIN_MS = 5 * 60 * 1000;
const verification = z.object({
  type: z.literal("url_verification"),
  challenge: z.string().regex(/^[\w-]{1,256}$/),
});

/**
 * The endpoint that Slack knocks at: signed events in JSON, and touches in a form. What is brought again has the name that
 * it had, so it is not asked whether this is a retry.
 */
export const slackWebhook = (
  { signingSecret }: SlackSettings,
  channel: OpenChannel,
  { log, now }: { log: Log; now: () => number },
): ((request: Request) => Promise<Response>) =>
  channelWebhook(
    {
      service: "Slack",
      maxBytes: MAX_BODY_BYTES,
      read({ headers }, body) {
        if (!isSigned(headers, body, signingSecret, now())) return empty(401);
        const value = jsonOf(textOf(headers, body));
        if (value === undefined) return empty(400);
        const { data: verified } = verification.safeParse(value);
        if (verified !== undefined)
          return new Response(verified.challenge, { headers: { "content-type": "text/plain" } });
        const brought = readNotification(value);
        return brought === undefined ? [] : [brought];
      },
    },
    channel,
    log,
  );

function isSigned(headers: Headers, body: Buffer, secret: string, now: number): boolean {
  const at = headers.get("x-slack-request-timestamp") ?? "";
  if (!/^\d{1,12}$/.test(at) || Math.abs(now - Number(at) * 1000) > SIGNED_WITHIN_MS) return false;
  const wanted = createHmac("sha256", secret).update(`v0:${at}:`).update(body).digest("hex");
  return isSame(headers.get("x-slack-signature") ?? "", `v0=${wanted}`);
}

function textOf(headers: Headers, body: Buffer): string {
  const text = body.toString("utf8");
  const isForm = headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
  return isForm === true ? (new URLSearchParams(text).get("payload") ?? "") : text;
}
