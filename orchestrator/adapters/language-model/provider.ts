import { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { z } from "zod";
import { ownValue } from "#shared/contracts/json.ts";
import { ModelError, type ModelRequest, type OwnModel } from "../../ports/language-model.ts";

/** One request on the wire. With `schema` the answer is to be JSON of that form. */
export type ProviderCall = Pick<
  ModelRequest,
  "size" | "own" | "system" | "messages" | "maxTokens" | "sampling" | "signal"
> & {
  schema?: z.ZodType;
  /** Another request is needed, put differently: it is counted, or there is none left. */
  mayAskAgain(): boolean;
};

/** What came back, before anyone has judged it. */
export type ProviderAnswer = {
  text: string;
  /** end: the model had said everything. other: it wanted something that no one offered. */
  stopped: "end" | "cut_off" | "refused" | "other";
  tokens: { input: number; output: number; cached: number };
};

/**
 * One provider's protocol, and nothing else: no patience, no judgement.
 * Both methods reject with ModelError, and soon after the signal fires.
 */
export interface Provider {
  readonly name: string;
  modelOf(size: ModelRequest["size"], own?: OwnModel): string;
  /** Finds out which models it has, where that is not known yet. Never rejects. */
  learnModels(signal: AbortSignal): Promise<void>;
  ask(call: ProviderCall): Promise<ProviderAnswer>;
  stream(call: ProviderCall, onText: (piece: string) => void): Promise<ProviderAnswer>;
}

/** How a provider is reached. */
export type ProviderSettings = {
  apiKey: string | undefined;
  /** Undefined: the provider's own. */
  baseUrl: string | undefined;
  fast: string | undefined;
  smart: string | undefined;
};

/** Room for what a model thinks before it answers, tokens, where thinking cannot be turned off. */
export const THINKING_ROOM = 2048;

/** Longer answers are cut off, bytes; the longest text that is ever asked for is a tenth of it. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const CONNECTIONS = 16;
const CONNECT_TIMEOUT_MS = 5000;

/** What an SDK needs to reach its provider. */
export type Transport = {
  fetch(this: void, url: string | URL | Request, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
};

const NO_BODY = new Set([204, 205, 304]);

/**
 * The way to the provider: kept-alive connections and a cap on what comes back. Nothing is followed, so
 * that a key goes to one host only, and nothing is unpacked. Time is the caller's, by the signal.
 */
export function openTransport(): Transport {
  const agent = new Agent({
    connections: CONNECTIONS,
    maxResponseSize: MAX_ANSWER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  return {
    async fetch(url, init = {}) {
      // Without a body it only asks, for a list of models.
      const body = init.body ?? null;
      if (body !== null && typeof body !== "string")
        throw new TypeError("only a string can be sent");
      const headers = new Headers(init.headers);
      headers.set("accept-encoding", "identity");
      const answer = await request(String(url), {
        dispatcher: agent,
        method: body === null ? "GET" : "POST",
        headers: Object.fromEntries(headers),
        body,
        signal: init.signal ?? null,
      });
      const { statusCode: status, body: told } = answer;
      const isBare = NO_BODY.has(status);
      if (isBare) await told.dump();
      return new Response(isBare ? null : Readable.toWeb(told), {
        status,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((each): [string, string] => [name, each]),
        ),
      });
    },
    close: () => agent.destroy(),
  };
}

/** The account has no money left; waiting does not help. */
const SPENT_CODES = new Set([
  "enforced_spend_limit_reached",
  "contract_spend_limit_reached",
  "linked_organization_spend_limit_reached",
  "billing_error",
  "insufficient_quota",
  "billing_hard_limit_reached",
]);

/**
 * What an SDK threw, as ours. Only statuses, known codes and names of system errors are looked at: messages
 * of providers, proxies and sockets hold addresses, and sometimes the key.
 */
export function modelErrorOf(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const status = ownValue(error, "status");
  if (typeof status === "number") return ofStatus(status, error);
  // In the middle of a stream there is no status any more.
  const type = typeOf(error);
  if (type === "rate_limit_error") return new ModelError("rate_limited", "is asked too often");
  if (type !== undefined) return new ModelError("unavailable", "broke off with an error");
  const code = codeOf(error);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE")
    return new ModelError("unreadable", "answered far more than was asked for");
  if (error instanceof SyntaxError) return unreadable();
  return new ModelError("unavailable", code === undefined ? "failed" : `is not reached (${code})`);
}

/** The answer is not what the provider's protocol says. */
export const unreadable = (): ModelError =>
  new ModelError("unreadable", "did not answer in its own protocol");

function ofStatus(status: number, error: unknown): ModelError {
  const facts = { status, retryAfterMs: retryAfterOf(ownValue(error, "headers")) };
  const said = `answered HTTP ${status}`;
  if (status === 402 || codesOf(error).some((code) => SPENT_CODES.has(code)))
    return new ModelError("spent", `${said}: the account has reached its spend limit`, facts);
  if (status === 429)
    return new ModelError("rate_limited", `${said}: it is asked too often`, facts);
  if (status >= 500 || status === 408) return new ModelError("unavailable", said, facts);
  return new ModelError("rejected", `${said}${HINTS.get(status) ?? ""}`, facts);
}

const HINTS = new Map([
  [401, ": the key is not accepted"],
  [403, ": the key may not do this"],
  [404, ": no such model there; REGENTE_MODEL_FAST and REGENTE_MODEL_SMART name the models"],
  [413, ": the request is too long"],
]);

/** `{error: {type, code, details: {error_code}}}`; one SDK unwraps the outer `error`, the other does not. */
function codesOf(error: unknown): string[] {
  const body = ownValue(error, "error");
  const inner = ownValue(body, "error") ?? body;
  const found = [
    ownValue(inner, "type"),
    ownValue(inner, "code"),
    ownValue(ownValue(inner, "details"), "error_code"),
  ];
  return found.filter((code) => typeof code === "string");
}

const typeOf = (error: unknown): string | undefined => codesOf(error)[0];

/** The name that the system or undici gives to a failure, down the chain of causes. */
function codeOf(error: unknown): string | undefined {
  let at = error;
  for (let depth = 0; depth < 5 && typeof at === "object" && at !== null; depth++) {
    const code = ownValue(at, "code");
    if (typeof code === "string" && /^[A-Z_]{3,40}$/.test(code)) return code;
    at = ownValue(at, "cause");
  }
  return undefined;
}

/** Seconds, or a date; undefined where it says nothing that can be waited for. */
function retryAfterOf(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const precise = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (precise >= 0) return precise;
  const said = headers.get("retry-after");
  if (said === null) return undefined;
  const seconds = said.trim() === "" ? Number.NaN : Number(said);
  if (seconds >= 0) return seconds * 1000;
  // A date counts from the provider's own clock.
  const wait = Date.parse(said) - Date.parse(headers.get("date") ?? "");
  return wait >= 0 ? wait : undefined;
}

/** What SDKs leave to us. The signal is the clock; their own must only never be the first. */
export const OURS = { maxRetries: 0, timeout: 3_600_000, logLevel: "off" } as const;

/** Of a list, and of attempts to get it. */
const MOST_NAMES = 5000;
const MOST_ATTEMPTS = 3;
/** For the whole list, milliseconds: who is asked waits behind it. */
const PATIENCE_MS = 3000;

/**
 * Which model is asked: one that a request names and the provider lists, else the configured one. The list is read when it is
 * needed first; one that cannot be had is asked for a few times more.
 */
export function modelChoice(
  configured: Readonly<Record<ModelRequest["size"], string>>,
  list: (signal: AbortSignal) => Promise<AsyncIterable<{ id: string }>>,
): Pick<Provider, "modelOf" | "learnModels"> {
  const names = new Set<string>();
  let attempts = 0;
  let reading: Promise<void> | undefined;
  // Ollama lists "phi3:latest" for what people call "phi3".
  const has = (name: string) => names.has(name) || names.has(`${name}:latest`);
  const read = async (signal: AbortSignal) => {
    attempts += 1;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
      for await (const { id } of await list(limit)) {
        if (typeof id === "string") names.add(id);
        if (names.size >= MOST_NAMES) break;
      }
      attempts = MOST_ATTEMPTS;
    } catch {
      // It may come later; whoever asks now is answered by the configured model.
    } finally {
      reading = undefined;
    }
  };
  return {
    modelOf: (size, own) =>
      own?.model !== undefined && has(own.model) ? own.model : configured[size],
    async learnModels(signal) {
      if (attempts >= MOST_ATTEMPTS) return;
      reading ??= read(signal);
      await reading;
    },
  };
}
