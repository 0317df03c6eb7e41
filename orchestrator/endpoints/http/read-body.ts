import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import { faultsOf } from "#shared/contracts/errors.ts";
import { jsonFault, jsonTextFault } from "#shared/contracts/json.ts";
import type { DoorContext } from "./door-context.ts";
import { DoorError } from "./door-error.ts";

/** The largest body a door takes unless it says otherwise, bytes. */
const MAX_BODY = 1024 * 1024;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The request's JSON body by its contract.
 * Errors: DoorError 415 (not JSON by its type), 413 (too large), 400 (not UTF-8, not JSON, or a field is
 * wrong: `param` names the first one and the message all of them)
 */
export async function readBody<T extends z.ZodType>(
  context: DoorContext,
  schema: T,
  maxBytes = MAX_BODY,
): Promise<z.output<T>> {
  const type = context.env.incoming.headers["content-type"] ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new DoorError(
      415,
      "unsupported_media_type",
      'Send JSON: "content-type: application/json".',
    );
  const encoding = context.env.incoming.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    throw new DoorError(415, "unsupported_encoding", `Send the body plain, not as ${encoding}.`);
  const bytes = await readBytes(context, maxBytes);
  const notUsable = (fault: string) =>
    new DoorError(400, "invalid_json", `The body is not usable JSON: ${fault}.`);
  const tooMuch = jsonTextFault(bytes);
  if (tooMuch !== undefined) throw notUsable(tooMuch);
  const value = parseJson(decoded(bytes));
  const fault = jsonFault(value);
  if (fault !== undefined) throw notUsable(fault);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = faultsOf(parsed.error);
  const told = faults
    .slice(0, 10)
    .map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  throw new DoorError(400, "invalid_request", told.join("; "), faults[0]?.path || null);
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new DoorError(400, "invalid_encoding", "The body is not valid UTF-8.");
  }
}

/** Bodies of requests that had to be read before their own door does. */
const alreadyRead = new WeakMap<IncomingMessage, Uint8Array>();

/** The body as it came, to be read once more by its door. Errors: DoorError 413 */
export async function readAhead(context: DoorContext, maxBytes: number): Promise<Uint8Array> {
  const bytes = await readBytes(context, maxBytes);
  alreadyRead.set(context.env.incoming, bytes);
  return bytes;
}

async function readBytes(context: DoorContext, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new DoorError(413, "body_too_large", `The body is larger than ${maxBytes} bytes.`);
  const length = context.env.incoming.headers["content-length"];
  if (length !== undefined && Number(length) > maxBytes) throw tooLarge();
  const known = alreadyRead.get(context.env.incoming);
  if (known !== undefined) {
    if (known.byteLength > maxBytes) throw tooLarge();
    return known;
  }
  try {
    return length === undefined
      ? await readCounted(context, maxBytes, tooLarge)
      : new Uint8Array(await context.req.arrayBuffer());
  } catch (error) {
    // Nobody hears it; but it is no fault of ours, and counted and logged as none.
    if (!context.env.incoming.readableAborted) throw error;
    throw new DoorError(400, "body_cut_off", "The client left before its body had arrived.");
  }
}

/** A body that does not say its length is counted while it comes. */
async function readCounted(
  context: DoorContext,
  maxBytes: number,
  tooLarge: () => DoorError,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of context.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DoorError(400, "invalid_json", `The body is not JSON: ${(error as Error).message}`);
  }
}
