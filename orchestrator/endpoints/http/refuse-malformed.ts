import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { RequestError } from "@hono/node-server";
import { errorBodyOf, HttpError, type HttpErrorStatus, httpErrorOf } from "./http-error.ts";

/** Node's codes for requests that it could not read, by what the caller should know. */
const REFUSALS = new Map<
  string | undefined,
  [status: HttpErrorStatus, code: string, message: string]
>([
  [
    "HPE_HEADER_OVERFLOW",
    [431, "headers_too_large", "The headers are larger than 16 kB together."],
  ],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", [413, "body_too_large", "The body's chunks carry too much."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "request_timeout", "The request did not arrive in time."]],
]);
const LEFT = new Set<string | undefined>(["ECONNRESET", "HPE_INVALID_EOF_STATE"]);
const MALFORMED = [400, "malformed_request", "This is not a request that HTTP allows."] as const;

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
  const [status, code, message] = REFUSALS.get(error.code) ?? MALFORMED;
  const body = JSON.stringify(errorBodyOf(new HttpError(status, code, message)));
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
  const refused = error instanceof RequestError ? new HttpError(...MALFORMED) : httpErrorOf(error);
  return Response.json(errorBodyOf(refused), { status: refused.status });
}
