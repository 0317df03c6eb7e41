import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Json } from "#shared/contracts/json.ts";
import type { Log } from "../../ports/log.ts";
import type { OpenChannel } from "../channels/open-channel.ts";
import { readNotification } from "./notification.ts";
import type { SlackSettings } from "./settings.ts";

const MAX_BODY_BYTES = 1024 * 1024;
/** What was signed longer ago, or is signed for later, may be someone's copy. */
const SIGNED_WITHIN_MS = 5 * 60 * 1000;
const empty = (status: number) => new Response(null, { status });
const verification = z.object({
  type: z.literal("url_verification"),
  challenge: z.string().regex(/^[\w-]{1,256}$/),
});

/**
 * The endpoint that Slack knocks at, with events as JSON and touches in a form. It answers as soon as what came is
 * durable, which Slack wants within three seconds; what answers people goes on by itself.
 * Shape:  200 for what is ours now, was before or is nothing to us, and the challenge of a verification; 401 for a wrong or
 *         old signature, 400 for what is no notification, 503 where it cannot be kept or we are stopping: Slack tries again
 */
export function slackWebhook(
  { appId, signingSecret }: SlackSettings,
  { take, stopping }: Pick<OpenChannel, "take" | "stopping">,
  { log, now }: { log: Log; now: () => number },
): (request: Request) => Promise<Response> {
  const isSigned = ({ headers }: Request, bytes: Buffer): boolean => {
    const at = headers.get("x-slack-request-timestamp") ?? "";
    if (!/^\d{1,12}$/.test(at) || Math.abs(now() - Number(at) * 1000) > SIGNED_WITHIN_MS)
      return false;
    const hmac = createHmac("sha256", signingSecret).update(`v0:${at}:`).update(bytes);
    return isSame(headers.get("x-slack-signature") ?? "", `v0=${hmac.digest("hex")}`);
  };
  return async (request) => {
    const bytes = await readBytes(request);
    if (bytes === undefined) return empty(413);
    if (!isSigned(request, bytes)) return empty(401);
    if (stopping.aborted) return empty(503);
    const value = payloadOf(request, bytes.toString("utf8"));
    if (value === undefined) return empty(400);
    const verified = verification.safeParse(value).data;
    if (verified !== undefined)
      return new Response(verified.challenge, { headers: { "content-type": "text/plain" } });
    const read = readNotification(value, appId);
    if (read === undefined) return empty(200);
    try {
      const answer = await take(read.id, JSON.parse(JSON.stringify(read.came)) as Json);
      if (answer !== undefined) void answer();
      return empty(200);
    } catch {
      log.error({}, "a message could not be kept; Slack will bring it again");
      return empty(503);
    }
  };
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

function payloadOf({ headers }: Request, body: string): unknown {
  const isForm = headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
  const text = isForm === true ? (new URLSearchParams(body).get("payload") ?? "") : body;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
