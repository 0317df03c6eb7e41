import type { IncomingHttpHeaders } from "node:http";
import { pipeline, Transform } from "node:stream";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Agent, request } from "undici";
import { z } from "zod";
import { parsedJson } from "#shared/contracts/json.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Log } from "../../ports/log.ts";
import { type EndpointContext, leavingSignal } from "../http/endpoint.ts";
import { HttpError } from "../http/http-error.ts";

/** The server in front of which this one stands. */
export type UpstreamConfig = {
  /** Ends with what stands before `/chat/completions`, without a slash: "https://api.example.org/v1". */
  url: string;
  /** Undefined: the caller's own goes along, where the endpoints here check none. */
  key: string | undefined;
};

/** What was passed on, once its answer has ended in whatever way. */
export type Passed = TokensUsed & { status: number };

// Made behind an open server it is one that the server still writes; what is looked at once is an ordinary response.
void RESPONSE_ALREADY_SENT.body;

/** An answer may think for long before its first byte; the caller's own patience ends it earlier. */
const SILENT_MS = 30 * 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
const ASK_TIMEOUT_MS = 10_000;
const MOST_LISTENERS = 30;
const MOST_ASKED = 4 * 1024 * 1024;

/** They belong to one connection, RFC 9110, 7.6.1; and what we say of ourselves to the caller's browser. */
const OF_A_CONNECTION = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection"],
  ...["te", "trailer", "transfer-encoding", "upgrade", "expect"],
]);
const OUR_OWN = new Set(["host", "cookie", "content-length"]);
const NOT_TOLD = /^(?:set-cookie|alt-svc|strict-transport-security|access-control-.*)$/;

/** Names of headers that `connection` says are for it alone. */
const namedIn = (connection: string | string[] | undefined): Set<string> =>
  new Set(
    String(connection ?? "")
      .split(",")
      .map((name) => name.trim().toLowerCase()),
  );

export type Upstream = ReturnType<typeof openUpstream>;

export function openUpstream({ url, key }: UpstreamConfig, isChecked: boolean, log: Log) {
  const agent = new Agent({
    headersTimeout: SILENT_MS,
    bodyTimeout: SILENT_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });

  /** Names and values in turn, as they came. */
  const headersFor = ({ env: { incoming } }: EndpointContext): string[] => {
    const dropped = namedIn(incoming.headers.connection);
    const kept: string[] = [];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
      const [name = "", value = ""] = incoming.rawHeaders.slice(at, at + 2);
      const lower = name.toLowerCase();
      if (OF_A_CONNECTION.has(lower) || OUR_OWN.has(lower) || dropped.has(lower)) continue;
      // A credential that opens these endpoints is no one else's to read.
      if (lower === "authorization" && (isChecked || key !== undefined)) continue;
      kept.push(name, value);
    }
    if (key !== undefined) kept.push("authorization", `Bearer ${key}`);
    return kept;
  };

  const unreachable = (error: unknown): HttpError => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    log.warn({ code }, "the upstream cannot be reached");
    return new HttpError(502, reason("upstream_unreachable", { code }));
  };

  return {
    /**
     * Passes a request on and its answer back, byte by byte, as they come. `body` is undefined where it was not read yet.
     * Cost:   nothing of either is held, but for the answer's last bytes, which tell its tokens
     * Errors: HttpError 502 where the upstream cannot be reached; what it answers, errors too, is its own answer
     */
    async pass(
      context: EndpointContext,
      body?: Uint8Array,
    ): Promise<{ response: Response; ended: Promise<Passed> }> {
      const { incoming, outgoing } = context.env;
      const signal = leavingSignal(context);
      const headers = headersFor(context);
      const hasBody = body !== undefined || incoming.method === "POST";
      const { "content-length": length } = incoming.headers;
      if (body === undefined && hasBody && length !== undefined)
        headers.push("content-length", length);
      let answer: Awaited<ReturnType<typeof request>>;
      try {
        answer = await request(`${url}${(incoming.url ?? "").replace(/^\/v1/, "")}`, {
          dispatcher: agent,
          method:
            incoming.method === "DELETE" || incoming.method === "POST" ? incoming.method : "GET",
          headers,
          body: hasBody ? (body ?? incoming) : null,
          signal,
        });
      } catch (error) {
        if (signal.aborted) return { response: RESPONSE_ALREADY_SENT, ended: gone };
        throw unreachable(error);
      }
      outgoing.writeHead(answer.statusCode, {
        ...toldOf(answer.headers),
        "regente-answered-by": "upstream",
      });
      outgoing.flushHeaders();
      const isPlain = answer.headers["content-encoding"] === undefined;
      const { promise: ended, resolve } = Promise.withResolvers<Passed>();
      const tail = openTail();
      // Each part of the pipe looks whether the client is still there.
      outgoing.setMaxListeners(MOST_LISTENERS);
      // A half answer ends as the upstream's did: with a connection that breaks off.
      pipeline(answer.body, tail.stream, outgoing, () => {
        const used = isPlain ? tokensIn(tail.text()) : tokensIn("");
        resolve({ status: answer.statusCode, ...used });
      });
      return { response: RESPONSE_ALREADY_SENT, ended };
    },
    /** What it answers to a small question of ours; undefined: nothing of use. */
    async ask(context: EndpointContext, path: string): Promise<unknown> {
      const headers = headersFor(context).filter(
        (_, at, all) => !/^accept/i.test(all[at - (at % 2)] ?? ""),
      );
      try {
        const answer = await request(`${url}${path}`, {
          dispatcher: agent,
          headers,
          signal: AbortSignal.any([leavingSignal(context), AbortSignal.timeout(ASK_TIMEOUT_MS)]),
        });
        const text = await answer.body.text();
        return answer.statusCode === 200 && text.length <= MOST_ASKED
          ? (JSON.parse(text) as unknown)
          : undefined;
      } catch (error) {
        unreachable(error);
        return undefined;
      }
    },
    close: () => agent.destroy(),
  };
}

const count = z.int().nonnegative();
const usage = z.union([
  z.object({ prompt_tokens: count, completion_tokens: count }),
  z.object({ input_tokens: count, output_tokens: count }),
]);

const gone: Promise<Passed> = Promise.resolve({ status: 499, ...tokensIn("") });

function toldOf(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const dropped = namedIn(headers.connection);
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !OF_A_CONNECTION.has(name) && !dropped.has(name) && !NOT_TOLD.test(name),
    ),
  );
}

const TAIL_BYTES = 16 * 1024;

/** Passes bytes on, and remembers the last of them. */
function openTail() {
  let kept: Buffer = Buffer.alloc(0);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      kept = Buffer.concat([kept, chunk]).subarray(-TAIL_BYTES);
      done(null, chunk);
    },
  });
  return { stream, text: () => kept.toString("utf8") };
}

/** What an answer of a model says it took. */
type TokensUsed = { tokens_input: number; tokens_output: number };

/** The last usage that is told in an answer, streamed or whole, of either API. None: nothing is known. Pure. */
export function tokensIn(told: string): TokensUsed {
  const from = told.lastIndexOf('"usage"');
  const parsed = from === -1 ? undefined : usage.safeParse(objectAfter(told, from)).data;
  if (parsed === undefined) return { tokens_input: 0, tokens_output: 0 };
  return "prompt_tokens" in parsed
    ? { tokens_input: parsed.prompt_tokens, tokens_output: parsed.completion_tokens }
    : { tokens_input: parsed.input_tokens, tokens_output: parsed.output_tokens };
}

/** The first object behind a place in a text; usages hold no texts, so brackets alone tell where it ends. */
function objectAfter(text: string, from: number): unknown {
  const start = text.indexOf("{", from);
  let depth = 0;
  for (let at = start; at !== -1 && at < text.length; at++) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    if (depth === 0) return parsedJson(text.slice(start, at + 1));
  }
  return undefined;
}
