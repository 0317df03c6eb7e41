import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listen } from "../listen.fixture.ts";
import {
  type Answer,
  aCall,
  asJson,
  clientOf,
  faultOf,
  http,
  json,
  sunny,
  tcp,
  text,
} from "./loopback.fixture.ts";

describe("an answer that cannot be used is a fault, never a guess:", () => {
  const deep = (levels: number) =>
    `{"status":"success","explanation":"x","result":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  const proto =
    '{"status":"success","explanation":"x","result":{"rows":[{"__proto__":{"admin":true}}]}}';
  const tooBig = { "content-type": "application/json", "content-length": String(64 * 1024 * 1024) };
  it.each<[name: string, fault: string, message: RegExp, answer: Answer]>([
    ["HTTP 500", "http_status", /HTTP 500/, text("{}", asJson, 500)],
    ["HTTP 503", "http_status", /HTTP 503/, text("{}", asJson, 503)],
    ["HTTP 401", "http_status", /REGENTE_DOMAIN_KEY/, text("{}", asJson, 401)],
    ["204", "http_status", /HTTP 204/, text("", {}, 204)],
    ["304", "http_status", /HTTP 304/, text("", {}, 304)],
    [
      "HTML",
      "malformed",
      /"text\/html; charset=utf-8" instead of JSON/,
      text("<h1>hi</h1>", { "content-type": "text/html; charset=utf-8" }),
    ],
    ["no content type", "malformed", /no content type/, text("{}", {})],
    [
      "JSON that only looks like it",
      "malformed",
      /instead of JSON/,
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
      /compressed/,
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
    ["10,000 levels", "malformed", /deeper than 64 levels/, text(deep(10_000), asJson)],
    ["100,001 levels", "malformed", /more than 100000 values/, text(deep(100_001), asJson)],
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
  it("no one listening: nothing was sent", async () => {
    const gone = createServer();
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
      createServer((socket) => {
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
    const error = await faultOf(clientOf(url).call(aCall({ timeoutMs: 1000 })));
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
