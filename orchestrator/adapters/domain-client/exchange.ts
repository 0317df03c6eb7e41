import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher, Pool } from "undici";
import { DomainCallError, type DomainFault } from "../../ports/domain-call-error.ts";
import { deadlineWheel } from "../time/deadline-wheel.ts";

type Refusal = {
  fault: DomainFault;
  detail: string;
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
    return { fault: "malformed", detail: "answered packed, although it was asked not to" };
  if (!isJson(headers["content-type"]))
    return {
      fault: "malformed",
      detail: `answered ${shown(headers["content-type"])} and not JSON`,
    };
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > maxBytes)
    return { fault: "too_large", detail: `answered ${announced} bytes; ${maxBytes} are allowed` };
  return undefined;
}

function statusRefusal(status: number, headers: IncomingHttpHeaders): Refusal {
  const retryAfter = Number(headers["retry-after"]);
  return {
    fault: "http_status",
    detail: `answered HTTP ${status}${hintFor(status)}`,
    status,
    ...(Number.isFinite(retryAfter) && { retryAfterMs: Math.max(0, retryAfter) * 1000 }),
  };
}

function hintFor(status: number): string {
  if (status === 401 || status === 403)
    return "; it does not accept our service token (is its REGENTE_DOMAIN_KEY what `regente domains key` prints for it?)";
  return status >= 300 && status < 400 ? "; redirects are never followed" : "";
}

const isJson = (type: unknown): boolean =>
  typeof type === "string" && /^application\/json\s*(;|$)/i.test(type);

const shown = (type: unknown): string =>
  typeof type === "string" ? `"${type.slice(0, 80)}"` : "no content type";

export type ExchangeRequest = {
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
  /** Room for an answer that is large; until there is some, no more of it is read. */
  takeRoom?(bytes: number): true | Promise<void>;
};

/** What is no longer than this always has room: what everybody is answered. */
const SMALL_BYTES = 64 * 1024;

/** One for the process, as there is one clock. */
const after = deadlineWheel();

export type HttpAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * One request and its whole answer, whatever the other side does.
 * Shape:  resolves for 200 with a JSON body in plain bytes, and for 304; nothing is followed or unpacked
 * Errors: DomainCallError. `sent` is false while the request waits for a connection, and true from the
 *         moment the first byte may have left
 * Cost:   one deadline of the wheel. It ends everything: undici's own timers stop between bytes, so a drip outlives them
 */
export function exchange(pool: Pool, request: ExchangeRequest): Promise<HttpAnswer> {
  const { domain, method, path, headers, maxBytes, timeoutMs, signal } = request;
  return new Promise((resolve, reject) => {
    let started: Dispatcher.DispatchController | undefined;
    let head: { status: number; headers: IncomingHttpHeaders } | undefined;
    let settled = false;
    let size = 0;
    let hasRoom = false;
    let isWaiting = false;
    const chunks: Buffer[] = [];

    const settle = () => {
      settled = true;
      takeBack();
      signal?.removeEventListener("abort", onAbort);
    };
    const fail = (fault: DomainFault, detail: string, options?: FailOptions) => {
      if (settled) return;
      settle();
      const error = new DomainCallError(domain, fault, detail, started !== undefined, options);
      reject(error);
      started?.abort(error);
    };
    const onAbort = () => fail("cancelled", "we stopped waiting");
    const takeBack = after(timeoutMs, () =>
      isWaiting
        ? fail("busy", "is not heard to its end: too many large answers are held already")
        : fail("timeout", `gave no whole answer in ${Math.round(timeoutMs)} ms`),
    );
    const makeRoom = (controller: Dispatcher.DispatchController, bytes: number) => {
      hasRoom = true;
      const room = request.takeRoom?.(bytes) ?? true;
      if (room === true) return;
      isWaiting = true;
      controller.pause();
      void room.then(() => {
        isWaiting = false;
        if (!settled) controller.resume();
      });
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) return onAbort();

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(controller) {
        // No one waits any more: throwing here keeps it off the wire and leaves the connection usable.
        if (settled) throw new Error("given up before it was sent");
        started = controller;
      },
      onResponseStart(controller, status, answerHeaders) {
        if (status < 200) return;
        const refusal = refusalOf(status, answerHeaders, maxBytes);
        if (refusal !== undefined) fail(refusal.fault, refusal.detail, refusal);
        head = { status, headers: answerHeaders };
        const announced = Number(answerHeaders["content-length"] ?? 0);
        if (!settled && announced > SMALL_BYTES) makeRoom(controller, announced);
      },
      onResponseData(controller, chunk) {
        size += chunk.length;
        if (size > SMALL_BYTES && !hasRoom && !settled) makeRoom(controller, maxBytes);
        if (size > maxBytes) fail("too_large", `answered more than ${maxBytes} bytes`);
        if (!settled) chunks.push(chunk);
      },
      onResponseEnd() {
        if (settled || head === undefined) return;
        settle();
        resolve({
          ...head,
          body: chunks.length === 1 ? (chunks[0] ?? EMPTY) : Buffer.concat(chunks),
        });
      },
      onResponseError(_controller, error) {
        const { fault, detail } = describeNetworkError(error);
        fail(fault, detail, { cause: error });
      },
    };
    pool.dispatch({ method, path, headers, body: request.body ?? null }, handler);
  });
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
function describeNetworkError(error: Error): { fault: DomainFault; detail: string } {
  // The parser's errors have a code only sometimes.
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  if (code === "ECONNREFUSED")
    return { fault: "unreachable", detail: "refuses the connection; is it running?" };
  if (code === "FORBIDDEN_ADDRESS")
    return { fault: "unreachable", detail: "is at an address where no domain may be" };
  if (CLOSED.has(code))
    return { fault: "unreachable", detail: "closed the connection before its answer was whole" };
  if (error.name === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW")
    return { fault: "malformed", detail: `does not speak HTTP correctly (${code})` };
  return { fault: "unreachable", detail: `cannot be reached (${code})` };
}
