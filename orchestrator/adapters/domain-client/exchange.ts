import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { buildConnector, type Dispatcher, Pool } from "undici";
import { jsonFault, jsonTextFault } from "#shared/contracts/json.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { guardConnector, type ResolveName } from "#shared/safe-fetch/guard-connector.ts";
import { DomainCallError, type DomainFault } from "../../ports/domain-client.ts";
import { deadlineWheel } from "../time/system-clock.ts";

/** Where no domain can be, whatever a name resolves to: networks, and addresses that clouds answer secrets at. */
const NEVER: readonly [address: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["169.254.0.0", 16],
  ["192.0.0.192", 32],
  ["100.100.100.200", 32],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const NEVER_V6: readonly [address: string, prefix: number][] = [
  ["::", 128],
  ["fe80::", 10],
  ["fd00:ec2::254", 128],
  ["ff00::", 8],
  ["64:ff9b::a9fe:0", 112],
  ["2002:a9fe::", 32],
];

const refused = new BlockList();
for (const [address, prefix] of NEVER) refused.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of NEVER_V6) refused.addSubnet(address, prefix, "ipv6");

/**
 * May a domain be called at this address? Domains live on this machine, in its networks or on the internet, but never at
 * a link-local, multicast or metadata address. An IPv4 address inside an IPv6 one counts as itself.
 */
export const isDomainAddress = (address: string): boolean =>
  (isIPv4(address) && !refused.check(address, "ipv4")) ||
  (isIPv6(address) && !refused.check(address, "ipv6"));

/** Connections to one origin. Timers of our own end each exchange, so the pool has none but the one for connecting. */
export const openPool = (origin: string, connections: number, resolve?: ResolveName): Pool =>
  new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: guardConnector(buildConnector, {
      permits: isDomainAddress,
      timeoutMs: 10_000,
      ...(resolve && { resolve }),
    }),
  });

/** The tasks that wait for a signal, behind the one listener that it has of ours. */
type Waiting = { tasks: Set<() => void>; ring: () => void };

const known = new WeakMap<AbortSignal, Waiting>();

/**
 * Does `task` when the signal fires, unless what is given back is called before. For signals that many wait for at once:
 * Node goes through all listeners of a signal for each one that comes or goes.
 * Cost: an entry in a set; a listener for the first that waits
 */
export function onceAborted(signal: AbortSignal, task: () => void): () => void {
  const waiting = known.get(signal) ?? listen(signal);
  // The same task may be given twice.
  const entry = () => task();
  waiting.tasks.add(entry);
  return () => {
    // A signal that is made of others lives for as long as it has a listener.
    if (waiting.tasks.delete(entry) && waiting.tasks.size === 0) forget(signal, waiting);
  };
}

function listen(signal: AbortSignal): Waiting {
  const tasks = new Set<() => void>();
  const waiting: Waiting = {
    tasks,
    ring() {
      forget(signal, waiting);
      const all = [...tasks];
      tasks.clear();
      for (const task of all) task();
    },
  };
  known.set(signal, waiting);
  signal.addEventListener("abort", waiting.ring, { once: true });
  return waiting;
}

function forget(signal: AbortSignal, waiting: Waiting): void {
  known.delete(signal);
  signal.removeEventListener("abort", waiting.ring);
}

type Refusal = {
  fault: DomainFault;
  detail: Reason;
  status?: number;
  retryAfterMs?: number;
};

/**
 * Why an answer is not worth reading, judged by its head alone; undefined when it is.
 * Shape:  200 must be JSON, not packed, and not announce more than `maxBytes`; 304 has no body
 */
function refusalOf(
  status: number,
  headers: IncomingHttpHeaders,
  maxBytes: number,
): Refusal | undefined {
  if (status === 304) return undefined;
  if (status !== 200) return statusRefusal(status, headers);
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    return { fault: "malformed", detail: reason("domain_answered_packed") };
  if (!isJson(headers["content-type"]))
    return {
      fault: "malformed",
      detail: reason("domain_answered_no_json", shown(headers["content-type"])),
    };
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > maxBytes)
    return {
      fault: "too_large",
      detail: reason("domain_answered_too_much", { bytes: announced, most: maxBytes }),
    };
  return undefined;
}

function statusRefusal(status: number, headers: IncomingHttpHeaders): Refusal {
  const retryAfter = Number(headers["retry-after"]);
  return {
    fault: "http_status",
    detail: statusReason(status),
    status,
    ...(Number.isFinite(retryAfter) && { retryAfterMs: Math.max(0, retryAfter) * 1000 }),
  };
}

function statusReason(status: number): Reason {
  if (status === 401 || status === 403) return reason("domain_refused_token", { status });
  if (status >= 300 && status < 400) return reason("domain_redirected", { status });
  return reason("domain_answered_status", { status });
}

const isJson = (type: unknown): boolean =>
  typeof type === "string" && /^application\/json\s*(;|$)/i.test(type);

const shown = (type: unknown): { type: Reason | string } => ({
  type: typeof type === "string" ? `"${type.slice(0, 80)}"` : reason("no_content_type"),
});

type ExchangeRequest = {
  /** For messages. */
  domain: string;
  method: "GET" | "POST";
  /** Absolute path on the pool's origin. */
  path: string;
  /** Name, value, name, value: the shape that costs undici least. */
  headers: string[];
  body?: string;
  /** The longest body that is read, in bytes. */
  maxBytes: number;
  /** From now until the last byte: queueing, connecting, waiting and reading together. */
  timeoutMs: number;
  signal?: AbortSignal;
  /** Room for an answer; until there is some, no more of it is read. */
  takeRoom?: ((bytes: number) => true | Promise<void>) | undefined;
};

/** An answer that does not say how long it is takes room for what has come, and beyond this for the most that it may be. */
const SMALL_BYTES = 64 * 1024;

/** One for the process, as there is one clock. */
const after = deadlineWheel();

type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * One request and its whole answer, whatever the other side does.
 * Shape:  resolves for 200 with a JSON body in plain bytes, and for 304; nothing is followed or unpacked
 * Errors: DomainCallError. `sent` is false while the request waits for a connection, and true from the
 *         moment the first byte may have left
 * Cost:   one deadline of the wheel. It ends everything: undici's own timers stop between bytes, so a drip outlives them
 */
export function exchange(pool: Pool, request: ExchangeRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body = null, signal } = request;
    const handler = new Exchange(request, resolve, reject);
    if (signal?.aborted !== true) pool.dispatch({ method, path, headers, body }, handler);
    else handler.fail("cancelled", LEFT);
  });
}

const LEFT = reason("domain_not_waited_for");

class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: ExchangeRequest;
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (error: DomainCallError) => void;
  readonly #takeBack: () => void;
  readonly #stopListening: (() => void) | undefined;
  /** Nearly every answer comes in one piece. */
  #chunks: Buffer[] | undefined;
  #started: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #headers: IncomingHttpHeaders = {};
  #settled = false;
  #size = 0;
  /** For so many bytes of it room was asked. */
  #room = 0;
  #isWaiting = false;

  constructor(
    request: ExchangeRequest,
    resolve: (answer: HttpAnswer) => void,
    reject: (error: DomainCallError) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
    const { timeoutMs, signal } = request;
    this.#takeBack = after(timeoutMs, () => this.#late());
    this.#stopListening = signal && onceAborted(signal, () => this.fail("cancelled", LEFT));
  }

  fail(fault: DomainFault, detail: Reason, options?: FailOptions): void {
    if (this.#settled) return;
    this.#settle();
    const { domain } = this.#request;
    const error = new DomainCallError(domain, fault, detail, this.#started !== undefined, options);
    this.#reject(error);
    this.#started?.abort(error);
  }

  #settle(): void {
    this.#settled = true;
    this.#takeBack();
    this.#stopListening?.();
  }

  #late(): void {
    if (this.#isWaiting) this.fail("busy", reason("domain_not_heard"));
    else
      this.fail("timeout", reason("domain_too_slow", { ms: Math.round(this.#request.timeoutMs) }));
  }

  #makeRoom(controller: Dispatcher.DispatchController, upTo: number): void {
    const room = this.#request.takeRoom?.(upTo - this.#room) ?? true;
    this.#room = upTo;
    if (room === true) return;
    this.#isWaiting = true;
    controller.pause();
    void room.then(() => {
      this.#isWaiting = false;
      if (!this.#settled) controller.resume();
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // No one waits any more: throwing here keeps it off the wire and leaves the connection usable.
    if (this.#settled) throw new Error("given up before it was sent");
    this.#started = controller;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    const refusal = refusalOf(status, headers, this.#request.maxBytes);
    if (refusal !== undefined) this.fail(refusal.fault, refusal.detail, refusal);
    this.#status = status;
    this.#headers = headers;
    const announced = Number(headers["content-length"] ?? 0);
    if (!this.#settled && announced > 0) this.#makeRoom(controller, announced);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxBytes } = this.#request;
    this.#size += chunk.length;
    if (this.#size > this.#room && !this.#settled)
      this.#makeRoom(controller, this.#size > SMALL_BYTES ? maxBytes : this.#size);
    if (this.#size > maxBytes)
      this.fail("too_large", reason("domain_answered_more", { most: maxBytes }));
    if (this.#settled) return;
    if (this.#chunks === undefined) this.#chunks = [chunk];
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#settled || this.#status === undefined) return;
    this.#settle();
    const [only = EMPTY, ...others] = this.#chunks ?? [];
    const body = others.length === 0 ? only : Buffer.concat([only, ...others]);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { fault, detail } = describeNetworkError(error);
    this.fail(fault, detail, { cause: error });
  }
}

type FailOptions = ConstructorParameters<typeof DomainCallError>[4];
const EMPTY = Buffer.alloc(0);

const CLOSED = new Set([
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

/** Errors of the connection and of the HTTP parser, in words. */
function describeNetworkError(error: Error): { fault: DomainFault; detail: Reason } {
  // The parser's errors have a code only sometimes.
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  if (code === "ECONNREFUSED")
    return { fault: "unreachable", detail: reason("domain_refuses_connection") };
  if (code === "FORBIDDEN_ADDRESS")
    return { fault: "unreachable", detail: reason("domain_forbidden_address") };
  if (CLOSED.has(code)) return { fault: "unreachable", detail: reason("domain_closed_connection") };
  if (error.name === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW")
    return { fault: "malformed", detail: reason("domain_speaks_no_http", { code }) };
  return { fault: "unreachable", detail: reason("domain_cannot_be_reached", { code }) };
}

/**
 * The JSON that a domain sent: plain, shallow, without reserved keys.
 * Errors: DomainCallError "malformed" for bytes that are not UTF-8, text that is not JSON, and JSON
 *         that must not come any further (see jsonFault)
 */
export function readJson(domain: string, bytes: Buffer, mostValues?: number): unknown {
  const malformed = (detail: string, options?: ErrorOptions) =>
    new DomainCallError(domain, "malformed", detail, true, options);
  if (!isUtf8(bytes)) throw malformed("answered bytes that are not UTF-8");
  const tooMuch = jsonTextFault(bytes, mostValues);
  if (tooMuch !== undefined) throw malformed(`answered JSON that is refused: ${tooMuch}`);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw malformed("answered text that is not JSON", { cause: error });
  }
  const fault = jsonFault(value);
  if (fault !== undefined) throw malformed(`answered JSON that is refused: ${fault}`);
  return value;
}
