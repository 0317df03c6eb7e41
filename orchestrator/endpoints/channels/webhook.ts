import { hash, timingSafeEqual } from "node:crypto";
import { type ChannelCommand, channelCommands } from "../../ports/channel.ts";
import type { Log } from "../../ports/log.ts";
import { linkCodeDigest } from "../access/link-code.ts";
import type { OpenChannel } from "./open-channel.ts";

/** What a service brings, by the name under which it would bring it again. */
export type Brought = { id: string; came: object };

export type WebhookParts = {
  /** Of the service, as a log says it. */
  service: string;
  maxBytes: number;
  /** What a request brings, or the answer to one that brings nothing: 401 where it is not the service's, 400 for what is none of its kind. */
  read(request: Request, body: Buffer): readonly Brought[] | Response;
};

const AGAIN = { status: 503, headers: { "retry-after": "5" } };
export const empty = (status: number) => new Response(null, { status });

/**
 * The endpoint that a service knocks at. It answers as soon as all that came is durable; what answers people goes on by
 * itself.
 * Shape:  200 for what is ours now, or was before; 413 for too much; 503 where it cannot be kept or we are stopping: the
 *         service brings it again; else what `read` says
 */
export function channelWebhook(
  { service, maxBytes, read }: WebhookParts,
  { take, stopping }: Pick<OpenChannel, "take" | "stopping">,
  log: Log,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await readBody(request, maxBytes);
    if (body === undefined) return empty(413);
    const brought = read(request, body);
    if (brought instanceof Response) return brought;
    if (stopping.aborted) return new Response(null, AGAIN);
    try {
      for (const { id, came } of brought) void (await take(id, came))?.();
      return empty(200);
    } catch {
      log.error({}, `a message could not be kept; ${service} will bring it again`);
      return new Response(null, AGAIN);
    }
  };
}

/** Whether a secret is the one that it should be. Digests have one length, whatever someone sends. */
export const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", wanted, "buffer"));

async function readBody(request: Request, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A command where a channel has none of its own: typed behind "/" or "!", since some services keep one of them for
 * themselves; `/start CODE` is how an offered link says it, and a code is known for one without a sign. Pure.
 */
export function typedCommand(text: string): {
  command?: ChannelCommand | undefined;
  argument: string;
} {
  const [, sign, name = "", rest = ""] =
    /^([/!]?)([a-z]{1,20})(?:\s+(.{0,200}))?$/is.exec(text.trim()) ?? [];
  const argument = rest.trim();
  const isCode = linkCodeDigest(argument) !== undefined;
  const known = name.toLowerCase();
  const command =
    known === "start"
      ? argument === ""
        ? "help"
        : "link"
      : channelCommands.find((each) => each === known);
  const isGiven = sign !== "" || (command === "link" && isCode);
  return isGiven ? { command, argument } : { argument: "" };
}
