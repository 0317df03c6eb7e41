import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { RequestError } from "@hono/node-server";
import { reason } from "#shared/messages/reason.ts";
import type { MakeId } from "../../ports/clock.ts";
import {
  type Admission,
  OVERLOADED,
  REFUSED_AFTER_MS,
  RETRY_AFTER_S,
  WATCHED,
} from "./admission.ts";
import { errorBodyOf, HttpError, httpErrorOf } from "./http-error.ts";

/** For the first bytes of a request, and for its rest after the answer: a client reads when it has sent all. */
const PATIENCE_MS = 5000;

const FIRST_LINES = [...WATCHED].map((path) => `GET ${path} `);
const LONGEST = Math.max(...FIRST_LINES.map((line) => line.length));
const BODY = JSON.stringify(errorBodyOf(OVERLOADED));
const HEAD = [
  "HTTP/1.1 503 Service Unavailable",
  "content-type: application/json",
  `content-length: ${Buffer.byteLength(BODY)}`,
  `retry-after: ${RETRY_AFTER_S}`,
  "connection: close",
].join("\r\n");

/** Those who are heard within so many milliseconds are told at once, one after another. */
const TOLD_TOGETHER_MS = 20;

/**
 * New connections are refused before Node makes requests of what comes by them, while requests would be: that costs half, and
 * is most of what there is to do where everyone opens a connection for each request. Who watches is served.
 */
export function refuseBeforeReading(
  server: Server,
  { connected, isFull }: Pick<Admission, "connected" | "isFull">,
  makeId: MakeId,
  patienceMs = PATIENCE_MS,
): void {
  const listeners = server.listeners("connection");
  const serve = (socket: Socket) => {
    for (const listen of listeners) Reflect.apply(listen, server, [socket]);
  };
  const turnAway = openRefusals(serve, makeId, patienceMs);
  server.removeAllListeners("connection").on("connection", (socket) => {
    connected();
    if (isFull()) turnAway(socket);
    else serve(socket);
  });
}

type Refused = { readonly socket: Socket; readonly isWhole: boolean };

/** Thousands a second come here while there is too much to do, so they share what they can: timers, listeners, turns of the loop. */
function openRefusals(serve: (socket: Socket) => void, makeId: MakeId, patienceMs: number) {
  /** Who is told next together with others. */
  let group: Refused[] | undefined;
  const tell = ({ socket, isWhole }: Refused) => {
    if (socket.destroyed) return;
    const answer = `${HEAD}\r\nx-request-id: ${makeId("req")}\r\n\r\n${BODY}`;
    if (!isWhole) {
      socket.setTimeout(patienceMs).end(answer, "latin1");
      return;
    }
    // All was heard, so nothing is left that would make the system answer the client with a reset.
    socket.write(answer, "latin1");
    socket.destroy();
  };
  const tellLater = (refused: Refused) => {
    if (group === undefined) {
      group = [];
      setTimeout(() => {
        group = undefined;
      }, TOLD_TOGETHER_MS);
      setTimeout((told) => told.forEach(tell), REFUSED_AFTER_MS, group);
    }
    group.push(refused);
  };
  function hear(this: Socket, first: Buffer): void {
    const line = first.toString("latin1", 0, LONGEST);
    if (FIRST_LINES.some((watched) => line.startsWith(watched))) {
      this.setTimeout(0, giveUp).off("error", giveUp).pause().unshift(first);
      serve(this);
      this.resume();
      return;
    }
    tellLater({ socket: this, isWhole: isWholeRequest(first) });
    // What else it says is heard and forgotten.
    this.resume();
  }
  return (socket: Socket): void => {
    socket.setTimeout(patienceMs, giveUp).on("error", giveUp).once("data", hear);
  };
}

function giveUp(this: Socket): void {
  this.destroy();
}

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/** Whether this is a request and its body, as far as the head says it plainly; most come in one piece. */
function isWholeRequest(bytes: Buffer): boolean {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return false;
  const head = bytes.toString("latin1", 0, end);
  if (/\r\ntransfer-encoding:/i.test(head)) return false;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.length === end + END_OF_HEAD.length + length;
}

/** Node's codes for requests that it could not read, by what the caller should know. */
const REFUSALS = new Map<string | undefined, HttpError>([
  ["HPE_HEADER_OVERFLOW", new HttpError(431, reason("headers_too_large"))],
  [
    "HPE_CHUNK_EXTENSIONS_OVERFLOW",
    new HttpError(413, reason("chunks_too_large"), { code: "body_too_large" }),
  ],
  [
    "ERR_HTTP_REQUEST_TIMEOUT",
    new HttpError(408, reason("request_too_slow"), { code: "request_timeout" }),
  ],
]);
const LEFT = new Set<string | undefined>(["ECONNRESET", "HPE_INVALID_EOF_STATE"]);
const MALFORMED = new HttpError(400, reason("malformed_request"));

/** Answers what is no request at all in the shape of every other error, and hangs up, whether or not the client does. */
export function refuseMalformed(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  patienceMs = PATIENCE_MS,
): void {
  // Who left in the middle hears nothing any more, and may have had an answer already.
  if (LEFT.has(error.code) || !socket.writable) {
    socket.destroy();
    return;
  }
  const end = setTimeout(() => socket.destroy(), patienceMs);
  socket.once("close", () => clearTimeout(end));
  const refused = REFUSALS.get(error.code) ?? MALFORMED;
  const { status } = refused;
  const body = JSON.stringify(errorBodyOf(refused));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Error"}`,
      "content-type: application/json",
      `content-length: ${Buffer.byteLength(body)}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

/** The same for what HTTP allows and no request can be made of: a host that is none, an address that is none. */
export function refuseUnreadable(error: unknown): Response {
  const refused = error instanceof RequestError ? MALFORMED : httpErrorOf(error);
  return Response.json(errorBodyOf(refused), { status: refused.status });
}
