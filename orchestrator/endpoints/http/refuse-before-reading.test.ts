import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { errorBody } from "#shared/contracts/endpoints.ts";
import { refuseBeforeReading, refuseMalformed } from "./refuse-before-reading.ts";

describe("refuse before reading", () => {
  const patienceMs = 400;
  let isFull: boolean;
  let connected: number;
  let served: string[];
  let ids: number;
  let server: Server;
  let port: number;
  beforeEach(async () => {
    isFull = true;
    connected = 0;
    served = [];
    ids = 0;
    server = createServer((incoming, outgoing) => {
      served.push(`${incoming.method} ${incoming.url}`);
      void text(incoming).then((body) => outgoing.end(`read ${body.length}`));
    });
    refuseBeforeReading(
      server,
      {
        connected() {
          connected += 1;
        },
        isFull: () => isFull,
      },
      () => {
        ids += 1;
        return `req_${ids}`;
      },
      patienceMs,
    );
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(
    () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  );

  /** All that comes back over a connection on which these pieces are written one after the other. */
  const speak = async (...pieces: string[]): Promise<string> => {
    const socket = connect(port, "127.0.0.1");
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return text(socket);
  };
  const head = (line: string, ...more: string[]) =>
    [`${line} HTTP/1.1`, "host: here", ...more, "", ""].join("\r\n");

  it("refuses a new connection in words that every client reads, and begins nothing", async () => {
    const said = await speak(head("POST /v1/turns", "content-length: 2"), "{}");
    const [first, ...rest] = said.split("\r\n");
    expect(first).toBe("HTTP/1.1 503 Service Unavailable");
    expect(rest).toEqual(
      expect.arrayContaining(["retry-after: 1", "connection: close", "x-request-id: req_1"]),
    );
    expect(JSON.parse(rest.at(-1) ?? "")).toMatchObject({ error: { code: "overloaded" } });
    expect([connected, served]).toEqual([1, []]);
  });

  it("a client that has much to send hears the answer all the same", async () => {
    const body = "x".repeat(8 * 1024 * 1024);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/turns`, { method: "POST", body });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: { type: "server_error" } });
  });

  it("serves who watches, and what comes after it on the same connection", async () => {
    const said = await speak(head("GET /health") + head("GET /ready", "connection: close"));
    expect(said.match(/200 OK/g)).toHaveLength(2);
    expect(served).toEqual(["GET /health", "GET /ready"]);
    expect(await speak(head("GET /healthy"))).toContain("503");
  });

  it("serves everybody when there is room", async () => {
    isFull = false;
    const close = ["content-length: 2", "connection: close"];
    expect(await speak(head("POST /v1/turns", ...close), "{}")).toContain("read 2");
  });

  it("tells everyone of a crowd, also over connections that have more to say", async () => {
    const crowd = Array.from({ length: 60 }, (_, at) =>
      speak(head("POST /v1/turns", `content-length: ${at % 3}`), "{}"),
    );
    const said = await Promise.all(crowd);
    expect(said.filter((each) => each.startsWith("HTTP/1.1 503 "))).toHaveLength(60);
    expect(new Set(said.map((each) => /x-request-id: (\w+)/.exec(each)?.[1])).size).toBe(60);
    expect(served).toEqual([]);
  });

  it("closes the connection of who says nothing, and of who is refused and does not hang up", async () => {
    const silent = connect(port, "127.0.0.1");
    const staying = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    staying.write(head("POST /v1/turns", "content-length: 2"));
    expect(await text(staying)).toContain("503");
    expect(await text(silent)).toBe("");
    const count = () => new Promise((resolve) => server.getConnections((_, open) => resolve(open)));
    await expect.poll(count).toBe(0);
    staying.destroy();
  });

  it("lets who watches stay for as long as it likes", async () => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.on("data", (bytes) => (heard += bytes.toString()));
    socket.write(head("GET /health"));
    await new Promise((resolve) => setTimeout(resolve, patienceMs * 2));
    socket.write(head("GET /ready", "connection: close"));
    await expect.poll(() => heard.match(/200 OK/g)?.length).toBe(2);
  });

  it("forgets who leaves before the answer", async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write("POST");
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.destroy();
    const count = () => new Promise((resolve) => server.getConnections((_, open) => resolve(open)));
    await expect.poll(count).toBe(0);
  });
});

describe("refuse malformed", () => {
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
    const open = () =>
      new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(open).toBe(0);
  });
});
