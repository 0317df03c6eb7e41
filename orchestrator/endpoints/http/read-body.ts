import type { IncomingMessage } from "node:http";
import { Worker } from "node:worker_threads";
import type { z } from "zod";
import { faultsOf } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";
import type { EndpointContext } from "./endpoint.ts";
import { HttpError, invalidRequest } from "./http-error.ts";
import { type ParsedBody, parseBody } from "./parse-body.ts";

/** Below it a body is read where it arrived, in a few milliseconds; bytes. */
const LARGE_BYTES = 256 * 1024;

type Asked = PromiseWithResolvers<ParsedBody>;

let thread: Worker | undefined;
const asked = new Map<number, Asked>();
let lastId = 0;

/**
 * A body's JSON. Large ones are read by another thread, one after the other, so that whoever sends them holds no one up.
 * The thread is started with the first large body, and does not keep the process.
 * Errors: HttpError 503 when the thread ends before it has answered
 */
export function parseAside(bytes: Uint8Array): ParsedBody | Promise<ParsedBody> {
  if (bytes.byteLength <= LARGE_BYTES) return parseBody(bytes);
  thread ??= startThread();
  lastId += 1;
  const answer = Promise.withResolvers<ParsedBody>();
  asked.set(lastId, answer);
  thread.postMessage({ id: lastId, bytes });
  return answer.promise;
}

function startThread(): Worker {
  const worker = new Worker(new URL("./parse-thread.ts", import.meta.url), {
    name: "body-parser",
    execArgv: [],
  });
  worker.unref();
  worker.on("message", ({ id, parsed }: { id: number; parsed: ParsedBody }) => {
    asked.get(id)?.resolve(parsed);
    asked.delete(id);
  });
  const end = () => {
    if (thread === worker) thread = undefined;
    for (const { reject } of asked.values())
      reject(new HttpError(503, reason("body_not_read"), { code: "overloaded" }));
    asked.clear();
  };
  worker.on("error", end);
  worker.on("exit", end);
  return worker;
}

/** What large bodies may hold together while they arrive and are read; bytes. */
const MOST_IN_FLIGHT = 32 * 1024 * 1024;
/** Of each body these count for nothing: what everybody sends always finds room. */
const FREE_BYTES = 64 * 1024;

let inFlight = 0;

/**
 * What one body has of the memory that bodies take, whoever sends how many: bytes count as they come, so that who only
 * promises them takes nothing.
 */
export function bodyShare(most = MOST_IN_FLIGHT) {
  let mine = 0;
  return {
    /** So many bytes of it are here. False: there is no room for them. */
    grow(size: number): boolean {
      const wanted = Math.max(size - FREE_BYTES, 0) - mine;
      if (wanted > 0 && inFlight + wanted > most) return false;
      inFlight += wanted;
      mine += wanted;
      return true;
    },
    /** It is read, or given up. */
    end(): void {
      inFlight -= mine;
      mine = 0;
    },
  };
}

/** The largest body an endpoint takes unless it says otherwise, bytes. */
const MAX_BODY = 1024 * 1024;
/** The largest that any endpoint takes: clients send pictures along, which mean nothing here. */
export const MAX_LARGE_BODY = 8 * 1024 * 1024;

/**
 * The request's JSON body by its contract.
 * Errors: HttpError 415 (not JSON by its type), 413 (too large), 400 (not UTF-8, not JSON, or a field is
 * wrong: `param` names the first one and the message all of them), 503 (too many large ones at once)
 */
export async function readBody<T>(
  context: EndpointContext,
  schema: { safeParse(value: unknown): z.ZodSafeParseResult<T> },
  maxBytes = MAX_BODY,
): Promise<T> {
  const type = context.env.incoming.headers["content-type"] ?? "";
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new HttpError(415, reason("unsupported_media_type"));
  const encoding = context.env.incoming.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity")
    throw new HttpError(415, reason("unsupported_encoding", { encoding }));
  const read = await readParsed(context, maxBytes);
  if ("code" in read) throw new HttpError(400, read.why, { code: read.code });
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(faultsOf(parsed.error));
}

type BodyShare = ReturnType<typeof bodyShare>;
type Read = { bytes: Uint8Array; parsed: ParsedBody };

/** Bodies of requests that had to be read before their own endpoint does. */
const alreadyRead = new WeakMap<IncomingMessage, Read>();

/** The body as it came, to be read once more by its endpoint. Errors: HttpError 413, 503 */
export async function readAhead(context: EndpointContext, maxBytes: number): Promise<Read> {
  const share = bodyShare();
  try {
    const bytes = await readBytes(context, maxBytes, share);
    const read = { bytes, parsed: await parseAside(bytes) };
    alreadyRead.set(context.env.incoming, read);
    return read;
  } finally {
    share.end();
  }
}

async function readParsed(context: EndpointContext, maxBytes: number): Promise<ParsedBody> {
  const known = alreadyRead.get(context.env.incoming);
  if (known === undefined) {
    const share = bodyShare();
    try {
      return await parseAside(await readBytes(context, maxBytes, share));
    } finally {
      share.end();
    }
  }
  if (known.bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return known.parsed;
}

const tooLarge = (maxBytes: number) =>
  new HttpError(413, reason("body_too_large", { bytes: maxBytes }));

/** Read from Node's own request, where a body arrives: Hono's way to it makes a Request, and a copy of what came. */
async function readBytes(
  { req, env: { incoming } }: EndpointContext,
  maxBytes: number,
  share: BodyShare,
): Promise<Uint8Array> {
  const length = incoming.headers["content-length"];
  if (length !== undefined && Number(length) > maxBytes) throw tooLarge(maxBytes);
  try {
    // Who sent all of it and left before its turn is still carried out: Hono recovers what had come.
    if (incoming.destroyed) return new Uint8Array(await req.arrayBuffer());
    return await arrivedBytes(incoming, maxBytes, share);
  } catch (error) {
    // No one hears it; but it is no fault of ours, and counted and logged as none.
    if (!incoming.readableAborted) throw error;
    throw new HttpError(400, reason("body_cut_off"));
  }
}

/** Counted while it comes, for a body need not have the length that it says. */
function arrivedBytes(
  incoming: IncomingMessage,
  maxBytes: number,
  share: BodyShare,
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  let hasRoom = true;
  let size = 0;
  incoming.on("data", (chunk: Uint8Array) => {
    size += chunk.byteLength;
    if (size > maxBytes) {
      incoming.removeAllListeners("data").pause();
      return reject(tooLarge(maxBytes));
    }
    hasRoom &&= share.grow(size);
    if (hasRoom) return void chunks.push(chunk);
    // The rest is heard and forgotten: a client reads its answer when all of its body is sent.
    chunks.length = 0;
    share.end();
  });
  incoming.once("end", () => {
    const [only] = chunks;
    if (!hasRoom) reject(new HttpError(503, reason("too_many_bodies"), { code: "overloaded" }));
    else resolve(only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks));
  });
  incoming.once("error", reject);
  incoming.once("close", () => {
    // Every request closes: only of one that has not ended an error is made.
    if (!incoming.readableEnded) reject(new Error("the body ended too early"));
  });
  return promise;
}

/**
 * What is asked after the `?`, by its contract.
 * Errors: HttpError 400 that names the first wrong one
 */
export function readQuery<T extends z.ZodType>(context: EndpointContext, schema: T): z.output<T> {
  const parsed = schema.safeParse(context.req.query());
  if (parsed.success) return parsed.data;
  throw invalidRequest(faultsOf(parsed.error));
}
