import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { errorBody } from "#shared/contracts/endpoints.ts";
import { refuseMalformed } from "./refuse-malformed.ts";

/** What is answered to these bytes, and nothing after them. */
async function heard(bytes: string): Promise<string> {
  const patience = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
  const server = createServer(patience, (request, response) => {
    request.on("error", () => undefined).on("end", () => response.end("read"));
    request.resume();
  });
  server.on("clientError", refuseMalformed);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

it.each<[what: string, bytes: string, status: number, code: string]>([
  ["whose headers never end", "GET / HTTP/1.1\r\nHost: a\r\nX: ", 408, "request_timeout"],
  [
    "whose body never comes",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf",
    408,
    "request_timeout",
  ],
  [
    "with headers beyond measure",
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
  ["that is none", "hello\r\n\r\n", 400, "malformed_request"],
])(
  "a request %s is refused as any other, and its connection ends",
  async (_what, bytes, status, code) => {
    const answer = await heard(bytes);
    expect(answer).toMatch(`HTTP/1.1 ${status} `);
    const body: unknown = JSON.parse(answer.split("\r\n\r\n")[1] ?? "");
    expect(errorBody.parse(body).error.code).toBe(code);
  },
);

it.each([
  ["hangs up on a client that does not", "hello\r\n\r\n"],
  [
    "hangs up on one whose request never ends",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf",
  ],
])("%s", async (_what, bytes) => {
  const patience = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 };
  const server = createServer(patience, () => undefined);
  server.on("clientError", (error, socket) => refuseMalformed(error, socket, 20));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // It ends nothing by itself, and takes no notice.
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.on("error", () => undefined).write(bytes);
  await once(server, "connection");
  const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
  await expect.poll(open).toBe(0);
});
