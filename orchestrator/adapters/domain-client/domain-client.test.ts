import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from "node:net";
import { gzipSync } from "node:zlib";
import { jwtVerify } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { executeRequest } from "#shared/contracts/execute.ts";
import { DomainCallError } from "../../ports/domain-call-error.ts";
import type { DomainCall } from "../../ports/domain-client.ts";
import { type DomainClientDeps, openDomainClient } from "./domain-client.ts";

const LONG_MS = 10_000;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const http = (answer: Answer) => listen(createServer({ maxHeaderSize: 1 << 20 }, answer));
/** Answers the first bytes it gets with these, as they are. */
const tcp = (answer: (socket: Socket) => void) =>
  listen(createTcpServer((socket) => socket.once("data", () => answer(socket))));

let ids = 0;
function clientOf(baseUrl: string | undefined, more: Partial<DomainClientDeps> = {}) {
  const client = openDomainClient({
    baseUrlOf: () => baseUrl,
    clock: { now: Date.now, monotonic: () => performance.now() },
    makeId: (prefix) => `${prefix}_${++ids}`,
    ...more,
  });
  cleanups.push(() => client.close());
  return client;
}
const aCall = (more: Partial<DomainCall> = {}): DomainCall => ({
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
const faultOf = async (call: Promise<unknown>): Promise<DomainCallError> => {
  const error = await call.then(
    (output) => new Error(`answered ${JSON.stringify(output)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainCallError)) throw error;
  return error;
};

const sunny = {
  status: "success",
  result: { mm: 3 },
  explanation: "Vai chover",
  confidence: 1,
  metadata: {},
};
const json = (value: unknown, headers: Record<string, string> = {}): Answer =>
  text(JSON.stringify(value), { "content-type": "application/json", ...headers });
const text =
  (body: string | Buffer, headers: Record<string, string>, status = 200): Answer =>
  (request, response) => {
    request.resume();
    response.writeHead(status, headers).end(body);
  };
const asJson = { "content-type": "application/json" };

describe("a call", () => {
  it("carries the intent, the key, the time left and the trace, and brings the answer back", async () => {
    let seen: IncomingMessage | undefined;
    const chunks: Buffer[] = [];
    const url = await http((request, response) => {
      seen = request;
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => json(sunny)(request, response));
    });
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    expect(await clientOf(`${url}/base/`).call(aCall({ traceparent }))).toEqual(sunny);
    expect(seen).toMatchObject({ method: "POST", url: "/base/execute" });
    expect(seen?.headers).toMatchObject({
      "content-type": "application/json",
      "accept-encoding": "identity",
      "idempotency-key": "run_1:1",
      traceparent,
    });
    expect(Number(seen?.headers["x-deadline-ms"])).toBeLessThanOrEqual(LONG_MS);
    expect(seen?.headers.authorization).toBeUndefined();
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    expect(executeRequest.parse(body).intent.parameters).toEqual({ place: "São Paulo" });
  });
  it("is signed for its domain, user and step, with a new token each time", async () => {
    const tokens: string[] = [];
    const url = await http((request, response) => {
      tokens.push(request.headers.authorization ?? "");
      json(sunny)(request, response);
    });
    const secret = "a shared secret of the operator";
    const client = clientOf(url, { secret });
    await client.call(aCall());
    await client.call(aCall());
    const key = new TextEncoder().encode(secret);
    const claims = await Promise.all(
      tokens.map(async (token) => (await jwtVerify(token.replace("Bearer ", ""), key)).payload),
    );
    expect(claims[0]).toMatchObject({
      aud: "weather",
      sub: "u",
      run_id: "run_1",
      step_id: "1",
      capability: "get_forecast",
    });
    expect(claims[0]?.jti).not.toBe(claims[1]?.jti);
  });
  it("keeps its connection for the ones after it", async () => {
    const sockets = new Set<Socket>();
    const url = await http((request, response) => {
      sockets.add(request.socket);
      json(sunny)(request, response);
    });
    const client = clientOf(url);
    for (let n = 0; n < 5; n++) await client.call(aCall());
    // Two take turns: a connection rests for a moment, so that a reply too many is noticed.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });
  it("passes on a domain's failure and question as they are", async () => {
    const question = { ...sunny, status: "clarification", result: { candidates: [] } };
    expect(await clientOf(await http(json(question))).call(aCall())).toEqual(question);
  });
  it("follows the bootstrap file when a domain moves", async () => {
    const here = await http(json({ ...sunny, explanation: "here" }));
    const there = await http(json({ ...sunny, explanation: "there" }));
    let url: string | undefined = here;
    const client = clientOf(undefined, { baseUrlOf: () => url });
    expect((await client.call(aCall())).explanation).toBe("here");
    url = there;
    expect((await client.call(aCall())).explanation).toBe("there");
    url = undefined;
    expect(await faultOf(client.call(aCall()))).toMatchObject({
      fault: "unreachable",
      sent: false,
    });
  });
});

describe("an answer that cannot be used is a fault, never a guess:", () => {
  const deep = `{"status":"success","explanation":"x","result":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const proto =
    '{"status":"success","explanation":"x","result":{"rows":[{"__proto__":{"admin":true}}]}}';
  const tooBig = { "content-type": "application/json", "content-length": String(64 * 1024 * 1024) };
  it.each<[name: string, fault: string, message: RegExp, answer: Answer]>([
    ["HTTP 500", "http_status", /HTTP 500/, text("{}", asJson, 500)],
    ["HTTP 503", "http_status", /HTTP 503/, text("{}", asJson, 503)],
    ["HTTP 401", "http_status", /REGENTE_DOMAIN_SECRET/, text("{}", asJson, 401)],
    ["204", "http_status", /HTTP 204/, text("", {}, 204)],
    ["304", "http_status", /HTTP 304/, text("", {}, 304)],
    [
      "HTML",
      "malformed",
      /"text\/html; charset=utf-8" and not JSON/,
      text("<h1>hi</h1>", { "content-type": "text/html; charset=utf-8" }),
    ],
    ["no content type", "malformed", /no content type/, text("{}", {})],
    [
      "JSON that only looks like it",
      "malformed",
      /not JSON/,
      text("{}", { "content-type": "application/json-seq" }),
    ],
    ["HTML called JSON", "malformed", /text that is not JSON/, text("<h1>hi</h1>", asJson)],
    ["an empty body", "malformed", /text that is not JSON/, text("", asJson)],
    ["two documents", "malformed", /text that is not JSON/, text("{}{}", asJson)],
    ["bad UTF-8", "malformed", /not UTF-8/, text(Buffer.from([0x22, 0xc3, 0x28, 0x22]), asJson)],
    [
      "UTF-16",
      "malformed",
      /not UTF-8|not JSON/,
      text(Buffer.from(`\ufeff${JSON.stringify(sunny)}`, "utf16le"), asJson),
    ],
    [
      "gzip",
      "malformed",
      /packed/,
      text(gzipSync(JSON.stringify(sunny)), { ...asJson, "content-encoding": "gzip" }),
    ],
    ["null", "contract", /the answer: /, json(null)],
    ["an array", "contract", /the answer: /, json([sunny])],
    ["a word for a status", "contract", /status: /, json({ ...sunny, status: "ok" })],
    ["no status", "contract", /status: /, json({ explanation: "x" })],
    [
      "an object for an explanation",
      "contract",
      /explanation: /,
      json({ ...sunny, explanation: {} }),
    ],
    ["a word for confidence", "contract", /confidence: /, json({ ...sunny, confidence: "high" })],
    ["confidence 7", "contract", /confidence: /, json({ ...sunny, confidence: 7 })],
    [
      "confidence 1e999",
      "malformed",
      /confidence: not a finite number/,
      text('{"status":"success","explanation":"x","confidence":1e999}', asJson),
    ],
    ["an unknown field", "contract", /extra: unknown field/, json({ ...sunny, extra: 1 })],
    [
      "a reserved key",
      "malformed",
      /result\.rows\.0\.__proto__: reserved key/,
      text(proto, asJson),
    ],
    ["100,000 levels", "malformed", /deeper than 64 levels/, text(deep, asJson)],
    [
      "64 MB announced",
      "too_large",
      /67108864 bytes/,
      (_request, response) => void response.writeHead(200, tooBig).write("{"),
    ],
    [
      "endless white space",
      "too_large",
      /more than 1048576 bytes/,
      (_request, response) => {
        response.writeHead(200, asJson);
        const pour = () => {
          while (response.write(" ".repeat(65_536)));
        };
        response.on("drain", pour).on("error", () => undefined);
        pour();
      },
    ],
  ])("%s", async (_name, fault, message, answer) => {
    const error = await faultOf(clientOf(await http(answer)).call(aCall()));
    expect(error).toMatchObject({ fault, sent: true, domain: "weather" });
    expect(error.message).toMatch(message);
  });
  it.each([
    ["a redirect", 302, "/execute"],
    ["a redirect that keeps the method", 307, "/execute"],
    ["a redirect to a file", 302, "file:///etc/passwd"],
  ])("%s is not followed", async (_name, status, location) => {
    const paths: string[] = [];
    const url = await http((request, response) => {
      paths.push(request.url ?? "");
      text("", { location }, status)(request, response);
    });
    const error = await faultOf(clientOf(url).call(aCall()));
    expect(error).toMatchObject({ fault: "http_status", status, retryable: false });
    expect(paths).toEqual(["/execute"]);
  });
  it.each([
    [500, true],
    [429, true],
    [503, true],
    [400, false],
    [401, false],
    [422, false],
  ])("HTTP %i is worth another try: %s", async (status, retryable) => {
    const url = await http(text("{}", { ...asJson, "retry-after": "3600" }, status));
    expect(await faultOf(clientOf(url).call(aCall()))).toMatchObject({
      retryable,
      status,
      retryAfterMs: 3_600_000,
    });
  });
});

describe("a broken wire is a fault:", () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
  it.each<[name: string, fault: string, answer: (socket: Socket) => void]>([
    ["a close at once", "unreachable", (socket) => socket.end()],
    ["a reset at once", "unreachable", (socket) => socket.resetAndDestroy()],
    [
      "a reset amid the body",
      "unreachable",
      (socket) => {
        socket.write(`${head}content-length: 500\r\n\r\n{"status":`, () =>
          socket.resetAndDestroy(),
        );
      },
    ],
    [
      "half a reply",
      "unreachable",
      (socket) => socket.end(`${head}connection: close\r\ncontent-length: 500\r\n\r\n{"status":`),
    ],
    [
      "half a chunked reply",
      "unreachable",
      (socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\n400\r\n{"status":`),
    ],
    [
      "something that is not HTTP",
      "malformed",
      (socket) => socket.end("220 smtp.example ready\r\n"),
    ],
    [
      "a huge header",
      "malformed",
      (socket) => socket.write(`${head}x: ${"a".repeat(300_000)}\r\n\r\n{}`),
    ],
  ])("%s", async (_name, fault, answer) => {
    const error = await faultOf(clientOf(await tcp(answer)).call(aCall()));
    expect(error).toMatchObject({ fault, sent: true });
  });
  it("nobody listening: nothing was sent", async () => {
    const gone = createTcpServer();
    gone.listen(0, "127.0.0.1");
    await once(gone, "listening");
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
    gone.close();
    await once(gone, "close");
    const error = await faultOf(clientOf(url).call(aCall()));
    expect(error).toMatchObject({ fault: "unreachable", sent: false, retryable: true });
    expect(error.message).toBe('Domain "weather": refuses the connection; is it running?');
  });
  it("a second reply is not given to the next call", async () => {
    const reply = (words: string) => {
      const body = JSON.stringify({ ...sunny, explanation: words });
      return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    };
    const url = await listen(
      createTcpServer((socket) => {
        socket.once("data", () => socket.write(reply("mine") + reply("poison")));
        socket.on("error", () => undefined);
      }),
    );
    const client = clientOf(url);
    expect((await client.call(aCall())).explanation).toBe("mine");
    expect((await client.call(aCall())).explanation).toBe("mine");
  });
});

describe("one timer ends every call:", () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n";
  it.each<[name: string, answer: (socket: Socket) => void]>([
    ["a domain that hangs", () => undefined],
    ["headers and then nothing", (socket) => socket.write(head)],
    [
      "one byte at a time",
      (socket) => {
        socket.write(head);
        const drip = setInterval(() => socket.write(" "), 5);
        socket.on("close", () => clearInterval(drip));
      },
    ],
  ])("%s; its socket is closed", async (_name, answer) => {
    const closed = Promise.withResolvers<void>();
    const url = await tcp((socket) => {
      socket.on("close", () => closed.resolve());
      answer(socket);
    });
    const error = await faultOf(clientOf(url).call(aCall({ timeoutMs: 60 })));
    expect(error).toMatchObject({ fault: "timeout", sent: true, retryable: true });
    await closed.promise;
  });
  it("the deadline of the request counts when it comes first", async () => {
    const url = await tcp(() => undefined);
    const call = aCall();
    call.request.context.deadline_at = Date.now() + 60;
    expect(await faultOf(clientOf(url).call(call))).toMatchObject({ fault: "timeout" });
  });
  it("nothing is sent after the deadline", async () => {
    const call = aCall();
    call.request.context.deadline_at = Date.now() - 1;
    const error = await faultOf(clientOf(await http(json(sunny))).call(call));
    expect(error).toMatchObject({ fault: "timeout", sent: false });
  });
  it("cancelling lets go at once and closes the socket", async () => {
    const arrived = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const url = await tcp((socket) => {
      socket.on("close", () => closed.resolve());
      arrived.resolve();
    });
    const abort = new AbortController();
    const call = faultOf(clientOf(url).call(aCall({ signal: abort.signal })));
    await arrived.promise;
    abort.abort();
    expect(await call).toMatchObject({ fault: "cancelled", sent: true, retryable: false });
    await closed.promise;
  });
  it("what was cancelled before is not sent", async () => {
    let calls = 0;
    const url = await http((request, response) => {
      calls += 1;
      json(sunny)(request, response);
    });
    const client = clientOf(url);
    const error = await faultOf(client.call(aCall({ signal: AbortSignal.abort() })));
    expect(error).toMatchObject({ fault: "cancelled", sent: false });
    await client.call(aCall());
    expect(calls).toBe(1);
  });
});

describe("a flood of one domain", () => {
  it("runs 64 at once; one that gives up while it waits is never sent, and the rest still is", async () => {
    const waiting: (() => void)[] = [];
    const full = Promise.withResolvers<void>();
    let open = 0;
    let most = 0;
    let seen = 0;
    const url = await http((request, response) => {
      seen += 1;
      open += 1;
      most = Math.max(most, open);
      waiting.push(() => {
        open -= 1;
        json(sunny)(request, response);
      });
      if (seen === 64) full.resolve();
      if (seen > 64) waiting.pop()?.();
    });
    const client = clientOf(url);
    const abort = new AbortController();
    const first = Array.from({ length: 64 }, () => client.call(aCall()));
    await full.promise;
    const givenUp = faultOf(client.call(aCall({ signal: abort.signal })));
    const last = client.call(aCall());
    abort.abort();
    expect(await givenUp).toMatchObject({ fault: "cancelled", sent: false });
    for (const answer of waiting.splice(0)) answer();
    await Promise.all([...first, last]);
    expect({ most, seen }).toEqual({ most: 64, seen: 65 });
  });
  it("is refused as busy beyond the limit, and taken again afterwards", async () => {
    const abort = new AbortController();
    const client = clientOf(await tcp(() => undefined), { maxOpenCalls: 2 });
    const two = [1, 2].map(() => faultOf(client.call(aCall({ signal: abort.signal }))));
    expect(await faultOf(client.call(aCall()))).toMatchObject({ fault: "busy", sent: false });
    abort.abort();
    expect((await Promise.all(two)).map(({ fault }) => fault)).toEqual(["cancelled", "cancelled"]);
    expect(await faultOf(client.call(aCall({ timeoutMs: 20 })))).toMatchObject({
      fault: "timeout",
    });
  });
});

describe("a manifest", () => {
  it("comes with its ETag, and says when it is the same", async () => {
    const url = await http((request, response) => {
      const same = request.headers["if-none-match"] === '"v1"';
      if (same) text("", { etag: '"v1"' }, 304)(request, response);
      else json({ domain: "weather" }, { etag: '"v1"' })(request, response);
    });
    const client = clientOf(url);
    const first = await client.fetchManifest(`${url}/manifest`, undefined);
    expect(first).toEqual({ changed: true, body: { domain: "weather" }, etag: '"v1"' });
    expect(await client.fetchManifest(`${url}/manifest`, '"v1"')).toEqual({ changed: false });
  });
  it("may have 4 MiB and no more", async () => {
    const sized = (bytes: number) => json("x".repeat(bytes - 2));
    const max = 4 * 1024 * 1024;
    const client = clientOf(undefined);
    const url = await http(sized(max));
    expect(await client.fetchManifest(url, undefined)).toMatchObject({ changed: true });
    const over = await faultOf(client.fetchManifest(await http(sized(max + 1)), undefined));
    expect(over).toMatchObject({ fault: "too_large" });
  });
  it("that hangs is given up", async () => {
    const url = await tcp(() => undefined);
    const client = clientOf(undefined, { manifestTimeoutMs: 40 });
    const error = await faultOf(client.fetchManifest(`${url}/manifest`, undefined));
    expect(error).toMatchObject({ fault: "timeout", domain: `${url}/manifest` });
  });
});
