import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { RequestError } from "@hono/node-server";
import { reason } from "#shared/messages/reason.ts";
import { errorBodyOf, HttpError, httpErrorOf } from "./http-error.ts";

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

/** For the client to take its refusal and leave; a server's sockets stay half open until it does. */
const PATIENCE_MS = 5000;

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
