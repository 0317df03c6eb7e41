import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { MakeId } from "../../ports/clock.ts";
import {
  type Admission,
  OVERLOADED,
  REFUSED_AFTER_MS,
  RETRY_AFTER_S,
  WATCHED,
} from "./admission.ts";
import { errorBodyOf } from "./http-error.ts";

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

/**
 * New connections are refused before Node makes requests of what comes by them, while requests would be: that costs half, and
 * is most of what there is to do where everyone opens a connection for each request. Who watches is served.
 */
export function refuseBeforeReading(
  server: Server,
  { connected, isFull }: Pick<Admission, "connected" | "isFull">,
  makeId: MakeId,
): void {
  const listeners = server.listeners("connection");
  const serve = (socket: Socket) => {
    for (const listen of listeners) Reflect.apply(listen, server, [socket]);
  };
  server.removeAllListeners("connection").on("connection", (socket) => {
    connected();
    if (isFull()) turnAway(socket, serve, makeId);
    else serve(socket);
  });
}

function turnAway(socket: Socket, serve: (socket: Socket) => void, makeId: MakeId): void {
  const giveUp = () => void socket.destroy();
  const patience = setTimeout(giveUp, PATIENCE_MS);
  const stopWaiting = () => clearTimeout(patience);
  const refuse = (isWhole: boolean) => {
    const answer = `${HEAD}\r\nx-request-id: ${makeId("req")}\r\n\r\n${BODY}`;
    if (isWhole) {
      // All was heard, so nothing is left that would make the system answer the client with a reset.
      socket.write(answer, "latin1");
      return giveUp();
    }
    socket.setTimeout(PATIENCE_MS, giveUp).end(answer, "latin1");
  };
  socket.on("error", giveUp).once("close", stopWaiting);
  socket.once("data", (first: Buffer) => {
    clearTimeout(patience);
    const line = first.toString("latin1", 0, LONGEST);
    if (FIRST_LINES.some((watched) => line.startsWith(watched))) {
      socket.off("error", giveUp).off("close", stopWaiting).pause().unshift(first);
      serve(socket);
      socket.resume();
      return;
    }
    setTimeout(refuse, REFUSED_AFTER_MS, isWholeRequest(first));
    // What else it says is heard and forgotten.
    socket.resume();
  });
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
