import type { EventSourceMessage } from "eventsource-parser";
import { EventSourceParserStream } from "eventsource-parser/stream";
import type { z } from "zod";
import {
  type DomainsResponse,
  domainsResponse,
  type ExplainRequest,
  type ExplainResponse,
  errorBody,
  explainResponse,
  type TurnRequest,
  type TurnResponse,
  turnEvent,
  turnResponse,
} from "#shared/contracts/endpoints.ts";
import { errorText, RegenteError } from "#shared/contracts/errors.ts";
import { jsonIn } from "#shared/contracts/json.ts";
import { type RunEvent, runEvent } from "#shared/contracts/run.ts";
import { reasonIn, whyIn } from "#shared/messages/messages.ts";
import type { Reason } from "#shared/messages/reason.ts";
import type { ServerFlags } from "./command.ts";
import {
  cannot,
  type ExitCode,
  exitCodes,
  printable,
  type Terminal,
  tell,
  thisTerminal,
} from "./terminal.ts";

type ClientFault = "not_reachable" | "cut" | "strange_answer" | "refused";

/** The orchestrator gave no usable answer. `message` is for people where the server wrote it (refused). */
export class ClientError extends RegenteError {
  override readonly name = "ClientError";
  readonly code = "DOOR_FAILED";
  readonly fault: ClientFault;
  constructor(fault: ClientFault, why: Reason | string, options?: ErrorOptions) {
    super(why, options);
    this.fault = fault;
  }
}

/** The orchestrator's native endpoints. Every method rejects with ClientError, or with the signal's reason. */
export type Client = {
  readonly url: string;
  /** `watch` sees the run's events while its steps run. */
  turn(
    request: TurnRequest,
    signal: AbortSignal,
    watch: (event: RunEvent) => void,
  ): Promise<TurnResponse>;
  explain(request: ExplainRequest, signal: AbortSignal): Promise<ExplainResponse>;
  domains(signal: AbortSignal): Promise<DomainsResponse>;
  /** Any other endpoint, by the contract of its answer. */
  get: Ask;
  post: Send;
  patch: Send;
  delete: Ask;
  /** A run's events after those up to the id `after`, until the stream ends; each with its id. */
  events(
    run_id: string,
    after: string,
    signal: AbortSignal,
  ): AsyncIterable<{ id: string; event: RunEvent }>;
};

type Ask = <T extends z.ZodType>(
  path: string,
  schema: T,
  signal: AbortSignal,
) => Promise<z.output<T>>;
type Send = <T extends z.ZodType>(
  path: string,
  body: unknown,
  schema: T,
  signal: AbortSignal,
) => Promise<z.output<T>>;
type Sent = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  body?: unknown;
  accept?: string;
  headers?: Record<string, string>;
};

/** Several times what a run may hold. Whatever answers at an address could go on for ever. */
const MOST_BYTES = 128 * 1024 * 1024;

/** The endpoints at `url`. `apiKey` is sent as a bearer token. */
export function openClient(url: string, apiKey?: string, most = MOST_BYTES): Client {
  const send = async (path: string, signal: AbortSignal, sent: Sent): Promise<Response> => {
    const { body, accept = "application/json", headers = {}, method } = sent;
    const response = await reach(signal, "not_reachable", () =>
      fetch(new URL(path, url), {
        method,
        headers: {
          accept,
          ...headers,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: "error",
        signal,
      }),
    );
    if (response.ok) return response;
    const text = await reach(signal, "cut", () => textOf(response, most));
    throw refusal(response.status, text);
  };
  const read = async <T extends z.ZodType>(schema: T, response: Response, signal: AbortSignal) => {
    const text = await reach(signal, "cut", () => textOf(response, most));
    return checked(schema, parsed(text));
  };
  const asking =
    (method: Sent["method"]): Ask =>
    async (path, schema, signal) =>
      read(schema, await send(path, signal, { method }), signal);
  const sending =
    (method: Sent["method"]): Send =>
    async (path, body, schema, signal) =>
      read(schema, await send(path, signal, { method, body }), signal);
  const get = asking("GET");
  const post = sending("POST");

  return {
    url,
    get,
    post,
    patch: sending("PATCH"),
    delete: asking("DELETE"),
    async turn(request, signal, watch) {
      const accept = "text/event-stream, application/json;q=0.9";
      const response = await send("/v1/turns", signal, { method: "POST", body: request, accept });
      if (!response.headers.get("content-type")?.startsWith("text/event-stream"))
        return read(turnResponse, response, signal);
      return reach(signal, "cut", () => followTurn(response, most, watch));
    },
    explain: (request, signal) => post("/v1/explain", request, explainResponse, signal),
    domains: (signal) => get("/v1/domains", domainsResponse, signal),
    async *events(run_id, after, signal) {
      const response = await send(`/v1/runs/${encodeURIComponent(run_id)}/events`, signal, {
        method: "GET",
        accept: "text/event-stream",
        headers: { "last-event-id": after },
      });
      const messages = messagesOf(response, most)[Symbol.asyncIterator]();
      for (;;) {
        const next = await reach(signal, "cut", () => messages.next());
        if (next.done === true) return;
        const { id = after, data } = next.value;
        yield { id, event: checked(runEvent, parsed(data)) };
      }
    },
  };
}

/** The bytes of an answer, as far as they may be ours. */
function boundedBody({ body }: Response, most: number): ReadableStream<Uint8Array> {
  let size = 0;
  return (body ?? new Blob([]).stream()).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > most) throw new ClientError("strange_answer", `more than ${most} bytes`);
        controller.enqueue(chunk);
      },
    }),
  );
}

const textOf = (response: Response, most: number): Promise<string> =>
  new Response(boundedBody(response, most)).text();

/** What an event stream carries, message by message. */
async function* messagesOf(response: Response, most: number): AsyncGenerator<EventSourceMessage> {
  if (response.body === null) throw new ClientError("strange_answer", "an empty stream");
  const events = boundedBody(response, most)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  yield* events;
}

/** Shows the run's events to `watch` until the turn itself has come. */
async function followTurn(
  response: Response,
  most: number,
  watch: (event: RunEvent) => void,
): Promise<TurnResponse> {
  for await (const { data } of messagesOf(response, most)) {
    const event = checked(turnEvent, parsed(data));
    if (event.type === "turn") return event.turn;
    if (event.type === "error") {
      const { reason, message } = event.error;
      throw new ClientError("refused", known(reason) ?? message);
    }
    if (event.type !== "words") watch(event);
  }
  throw new ClientError("cut", "the stream ended before the answer");
}

/** What fetch throws for a dead line, as a ClientError; the caller's own abort stays what it is. */
async function reach<T>(
  signal: AbortSignal,
  fault: ClientFault,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ClientError) throw error;
    throw new ClientError(fault, errorText(error), {
      cause: error,
    });
  }
}

/** A server of another version may have reasons that are not known here. */
const known = (reason: Reason | undefined): Reason | undefined =>
  reason !== undefined && reasonIn("en", reason) !== undefined ? reason : undefined;

/** Why the server said no: in its own words, or just its status when the words are someone else's. */
function refusal(status: number, text: string): ClientError {
  const said = jsonIn(errorBody, text)?.error;
  return said === undefined
    ? new ClientError("strange_answer", `HTTP ${status}`)
    : new ClientError("refused", known(said.reason) ?? said.message);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ClientError("strange_answer", "not JSON");
  }
}

function checked<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ClientError("strange_answer", `${issue?.path.join(".")}: ${issue?.message}`);
}

/** Where `npm start` puts the endpoints when nothing else is said: by the same HOST and PORT that it reads. */
export function serverUrl(env: Terminal["env"]): string {
  if (env["REGENTE_URL"]) return env["REGENTE_URL"];
  const host = env["HOST"] || "127.0.0.1";
  // "Every address" is where a server listens, not where a client connects to.
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const name = reachable.includes(":") ? `[${reachable}]` : reachable;
  return `http://${name}:${env["PORT"] || "8080"}`;
}

/** Why an endpoint gave no answer, and the way out, in people's words. */
export function explainFault(
  { fault, message, why }: ClientError,
  url: string,
  terminal: Terminal,
): string {
  const { words } = terminal;
  switch (fault) {
    case "not_reachable":
      return words.say("not_running", { url });
    case "cut":
      return words.say("cut");
    case "strange_answer":
      return `${words.say("strange_answer", { url })} (${printable(message)}).`;
    case "refused":
      return printable(whyIn(words.locale, why, message));
  }
}

export const isAddress = (text: string): boolean =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? "");

/**
 * Runs a command against a running Regente and leaves its exit code with the process: 0 done or asked
 * back, 1 failed or refused, 2 no answer or wrong use, 130 interrupted.
 */
export async function withClient(
  url: string | undefined,
  command: (client: Client, terminal: Terminal, signal: AbortSignal) => Promise<ExitCode>,
): Promise<void> {
  const terminal = thisTerminal();
  const address = url ?? serverUrl(process.env);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once("SIGINT", interrupt);
  try {
    if (!isAddress(address)) {
      process.exitCode = cannot(terminal, terminal.words.say("not_an_address", { url: address }));
      return;
    }
    const client = openClient(address, process.env["REGENTE_API_KEY"] || undefined);
    process.exitCode = await command(client, terminal, interrupted.signal);
  } catch (error) {
    if (interrupted.signal.aborted) process.exitCode = 130;
    else if (error instanceof ClientError) {
      terminal.errors.write(`${terminal.paint.red(explainFault(error, address, terminal))}\n`);
      process.exitCode = error.fault === "refused" ? exitCodes.failed : exitCodes.cannot;
    } else throw error;
  } finally {
    process.off("SIGINT", interrupt);
  }
}

/** A command that asks a running Regente for something, and shows it. */
export const shown =
  <T>(
    ask: (client: Client, signal: AbortSignal) => Promise<T>,
    words: (found: T, terminal: Terminal) => string,
    ended: (found: T) => ExitCode = () => exitCodes.done,
  ) =>
  ({ url, json }: ServerFlags) =>
    withClient(url, async (client, terminal, signal) => {
      const found = await ask(client, signal);
      tell(terminal, json, found, () => words(found, terminal));
      return ended(found);
    });
