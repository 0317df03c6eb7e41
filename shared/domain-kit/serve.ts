import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { RegenteError } from "../contracts/errors.ts";
import { closeServer } from "../patience/close-server.ts";
import { doneWithin } from "../patience/timer.ts";
import type { Listener, Spans } from "../tracing/spans-to.ts";
import type { Logger } from "./log.ts";
import { Refusal } from "./refusal.ts";
import { address, readVariables } from "./variables.ts";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

type Close = () => Promise<void>;
const open = new Map<Close, Logger>();
let stopWatching: (() => void) | undefined;
let leaving = false;

/**
 * Closes a server and ends the process when it is told to stop (SIGTERM, SIGINT), or when the
 * supervisor that started it with an IPC channel is gone: even killed with -9 it leaves no orphans.
 * Returns the way to take it back, for servers that are closed by hand.
 */
function onShutdown(close: Close, log: Logger): () => void {
  open.set(close, log);
  stopWatching ??= watch();
  return () => {
    open.delete(close);
    // While the process is leaving, further signals must not cut short what is being finished.
    if (open.size > 0 || leaving) return;
    stopWatching?.();
    stopWatching = undefined;
  };
}

function watch(): () => void {
  const stop = () => void leave("told to stop");
  const orphaned = () => void leave("the supervisor is gone: stopping");
  for (const signal of SIGNALS) process.on(signal, stop);
  process.on("disconnect", orphaned);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
    process.off("disconnect", orphaned);
  };
}

async function leave(why: string): Promise<void> {
  if (leaving) return;
  leaving = true;
  const closing = [...open].map(([close, log]) => {
    log.info({}, why);
    return close();
  });
  await Promise.allSettled(closing);
  process.exit(0);
}

/** What is under way finishes in this time, or is cut. */
const DRAIN_MS = 9000;

/** Lets `running` and the answers that are on their way finish, then closes the server. */
async function drain(server: Server, running: Iterable<Promise<unknown>>): Promise<void> {
  const until = performance.now() + DRAIN_MS;
  await doneWithin(Promise.allSettled(running), DRAIN_MS);
  await closeServer(server, Math.max(until - performance.now(), 0));
}

/** Longer than the callers keep theirs, so that the end that sends is the end that closes. */
const KEEP_ALIVE_MS = 65_000;
/** A caller that takes longer to say what it wants is cut off. */
const REQUEST_MS = 30_000;
const LOOPBACK = new Set(["127.0.0.1", "::1", "[::1]", "localhost"]);

export type ServeOptions = {
  /** Unless the environment's PORT says otherwise; 0 always means any free one, and so does neither. */
  port?: number;
  /** Unless the environment's HOST says otherwise; 127.0.0.1 when absent. */
  host?: string;
};

export type Served = { url: string; close(): Promise<void> };

/** The service cannot listen where it was told to. */
class ServeError extends RegenteError {
  override readonly name = "ServeError";
  readonly code = "CANNOT_SERVE";
}

/**
 * Listens, and stops well: health says stopping, nothing new is begun, what is under way finishes. With a collector each
 * call of /execute is a span.
 * Errors: ContractError for a wrong collector, ServeError for a taken port, a wrong PORT, or an open service on a host others can reach
 */
export async function serveApp(
  app: { fetch(request: Request): Response | Promise<Response> },
  work: { stopping: boolean; running: ReadonlySet<Promise<unknown>> },
  options: ServeOptions & {
    domain: string;
    log: Logger;
    receipts: { close(): void };
    isOpen: boolean;
  },
): Promise<Served> {
  const { domain, log, receipts, isOpen } = options;
  const host = process.env["HOST"] || (options.host ?? "127.0.0.1");
  const port = portOf(options.port);
  if (isOpen && !LOOPBACK.has(host))
    throw new ServeError(
      `Not listening on ${host}: without REGENTE_DOMAIN_KEY anyone who reaches this host could call the service. Set it to what "regente domains key" prints, or listen on 127.0.0.1`,
    );
  const { getRequestListener } = await import("@hono/node-server");
  const guarded = (request: Request) =>
    cameByLoopback(request) ? app.fetch(request) : misdirected();
  const answer = getRequestListener(isOpen ? guarded : app.fetch);
  const spans = await openSpans(domain);
  const listen: Listener = (incoming, outgoing) => void answer(incoming, outgoing);
  const traced = spans?.endpoints(listen) ?? listen;
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS },
    (incoming, outgoing) => (incoming.url === "/execute" ? traced : listen)(incoming, outgoing),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(cannotListen(host, port, cause)));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;

  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= (async () => {
      work.stopping = true;
      forget();
      await drain(server, work.running);
      receipts.close();
      await spans?.close();
    })();
    return closed;
  };
  const forget = onShutdown(close, log);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
  log.info({ url }, "listening");
  return { url, close };
}

const collector = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: address("http:", "https:").optional(),
});

/**
 * Where each call's span goes, in the trace of whoever calls; undefined where no collector is set, and nothing is paid for
 * it.
 * Errors: ContractError for an address that is none
 */
async function openSpans(domain: string): Promise<Spans | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = readVariables(domain, process.env, collector);
  if (endpoint === undefined) return undefined;
  const { otlpExporter, spansTo } = await import("../tracing/spans-to.ts");
  return spansTo(otlpExporter(endpoint), domain);
}

/** An open service is for this machine's programs; a web page that rebinds its name to 127.0.0.1 still shows it in Host. */
function cameByLoopback({ headers }: Request): boolean {
  const host = headers.get("host");
  return host !== null && LOOPBACK.has(host.replace(/:\d+$/, ""));
}

function misdirected(): Response {
  const message = "Without REGENTE_DOMAIN_KEY this service answers to 127.0.0.1 and localhost only";
  return Response.json(new Refusal(403, "FOREIGN_HOST", message).body(), { status: 403 });
}

function portOf(wanted: number | undefined): number {
  const text = process.env["PORT"];
  if (wanted === 0 || !text) return wanted ?? 0;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ServeError(`PORT must be a number from 0 to 65535, not "${text}"`);
}

function cannotListen(host: string, port: number, cause: NodeJS.ErrnoException): ServeError {
  const why =
    cause.code === "EADDRINUSE"
      ? "the port is taken: stop what listens there, or set PORT to another one"
      : cause.message;
  return new ServeError(`Cannot listen on ${host}:${port}: ${why}`, { cause });
}
