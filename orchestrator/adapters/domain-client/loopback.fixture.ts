import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type DomainCall, DomainCallError } from "../../ports/domain-client.ts";
import { listen } from "../listen.fixture.ts";
import { type DomainClientDeps, openDomainClient, openManifestSource } from "./domain-client.ts";

export const LONG_MS = 10_000;
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;
export const http = (answer: Answer) => listen(createServer({ maxHeaderSize: 1 << 20 }, answer));
/** Does what it likes with the socket once the first bytes have come. */
export const tcp = (answer: (socket: Socket) => void) =>
  listen(createTcpServer((socket) => socket.once("data", () => answer(socket))));

let ids = 0;
export function clientOf(baseUrl: string | undefined, more: Partial<DomainClientDeps> = {}) {
  const client = openDomainClient({
    baseUrlOf: () => baseUrl,
    clock: { now: Date.now, monotonic: () => performance.now() },
    makeId: (prefix) => `${prefix}_${++ids}`,
    ...more,
  });
  onTestFinished(() => client.close());
  return client;
}
export function manifestSource(more: Parameters<typeof openManifestSource>[0] = {}) {
  const source = openManifestSource(more);
  onTestFinished(() => source.close());
  return source;
}
/** A good call of an invented domain. */
export const aCall = (more: Partial<DomainCall> = {}): DomainCall => ({
  domain: "weather",
  request: {
    intent: {
      domain: "weather",
      capability: "get_forecast",
      parameters: { place: "São Paulo" },
      confidence: 1,
      original_query: "vai chover?",
    },
    context: {
      session_id: "s",
      user_id: "u",
      locale: "pt-BR",
      timezone: "America/Sao_Paulo",
      run_id: "run_1",
      step_id: "1",
      attempt: 1,
      deadline_at: Date.now() + 60_000,
      dry_run: false,
    },
  },
  idempotencyKey: "run_1:1",
  timeoutMs: LONG_MS,
  signal: new AbortController().signal,
  ...more,
});
/** Why a call failed; anything else that happens fails the test. */
export const faultOf = async (call: Promise<unknown>): Promise<DomainCallError> => {
  const error = await call.then(
    (output) => new Error(`answered ${JSON.stringify(output)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainCallError)) throw error;
  return error;
};

/** A good answer. */
export const sunny = {
  status: "success",
  result: { mm: 3 },
  explanation: "Vai chover",
  confidence: 1,
  metadata: {},
};
export const json = (value: unknown, headers: Record<string, string> = {}): Answer =>
  text(JSON.stringify(value), { "content-type": "application/json", ...headers });
export const text =
  (body: string | Buffer, headers: Record<string, string>, status = 200): Answer =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
export const asJson = { "content-type": "application/json" };
