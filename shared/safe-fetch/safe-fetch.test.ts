import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { decodeBody, type Fetched, type FetchRequest } from "./read-body.ts";
import { makeSafeFetch } from "./safe-fetch.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A web server on loopback; its address, and the paths it was asked for. */
async function serve(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  closing.push(() => server.close().closeAllConnections());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const page =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=UTF-8", ...headers });
    response.end(body);
  };
const here = makeSafeFetch({ hosts: ["127.0.0.1"], network: "loopback" });
const wanted = { accept: ["text/html"], maxBytes: 1000, timeoutMs: 60_000 };
const get = (url: string, more: Partial<FetchRequest> = {}): Promise<Fetched> =>
  here({ url, ...wanted, ...more });

describe("a page", () => {
  it("is given with its address, type and charset, asked for without cookies or compression", async () => {
    let seen: object = {};
    const { url } = await serve((request, response) => {
      seen = request.headers;
      page("<p>olá</p>")(request, response);
    });
    const fetched = await get(`${url}/a?b=1#c`);
    expect(fetched).toMatchObject({ ok: true, media_type: "text/html", charset: "utf-8" });
    expect(fetched.ok && decodeBody(fetched.body, fetched.charset)).toBe("<p>olá</p>");
    expect(seen).toMatchObject({ accept: "text/html", "accept-encoding": "identity" });
    expect(seen).not.toHaveProperty("cookie");
  });

  it("is followed through three redirects, and no further", async () => {
    const { url, asked } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) page("there")(request, response);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await get(`${url}/3`)).toMatchObject({ ok: true, url: `${url}/0` });
    expect(await get(`${url}/4`)).toEqual({ ok: false, fault: "TOO_MANY_REDIRECTS" });
    expect(asked).toEqual(["/3", "/2", "/1", "/0", "/4", "/3", "/2", "/1"]);
  });

  it("that is too long is refused, or cut where a part is enough", async () => {
    const { url } = await serve(page("x".repeat(50_000)));
    expect(await get(url)).toEqual({ ok: false, fault: "TOO_LARGE" });
    const cut = await get(url, { whenLonger: "cut" });
    expect(cut.ok && cut.body.length).toBe(1000);
  });

  it.each<[string, RequestListener, object]>([
    [
      "another status",
      (_, response) => response.writeHead(404).end(),
      { fault: "HTTP_STATUS", status: 404 },
    ],
    [
      "another media type",
      page("%PDF", { "content-type": "application/pdf" }),
      { fault: "MEDIA_TYPE" },
    ],
    ["no media type", (_, response) => response.writeHead(200).end("hi"), { fault: "MEDIA_TYPE" }],
    ["a compressed body", page("..", { "content-encoding": "gzip" }), { fault: "MEDIA_TYPE" }],
    ["a broken answer", (_, response) => response.socket?.destroy(), { fault: "UNREACHABLE" }],
    [
      "a redirect to nowhere",
      (_, response) => response.writeHead(302, { location: "http://" }).end(),
      { fault: "BAD_URL" },
    ],
  ])("with %s is not taken", async (_what, answer, expected) => {
    const { url } = await serve(answer);
    expect(await get(url)).toEqual({ ok: false, ...expected });
  });

  it("that never ends is given up in time, or when no one waits any more", async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write("<p>");
    });
    expect(await get(url, { timeoutMs: 100 })).toEqual({ ok: false, fault: "TIMEOUT" });
    const gone = new AbortController();
    const fetching = get(url, { signal: gone.signal });
    gone.abort();
    expect(await fetching).toEqual({ ok: false, fault: "TIMEOUT" });
  });
});

describe("the inside network", () => {
  const everywhere = makeSafeFetch({ hosts: ["*"] });

  it.each([
    "http://127.0.0.1/",
    "http://localhost/",
    "https://localhost/",
    "http://127.1/",
    "http://0x7f.0.0.1/",
    "http://2130706433/",
    "http://0.0.0.0/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://10.0.0.1/",
    "http://192.168.0.1/",
    "http://[fd00::1]/",
    "http://[fe80::1]/",
    "http://[64:ff9b::7f00:1]/",
  ])("is not reached by %s", async (url) => {
    expect(await everywhere({ url, ...wanted })).toEqual({ ok: false, fault: "FORBIDDEN_ADDRESS" });
  });

  it.each(["http://10.0.0.1/", "http://169.254.169.254/", "http://[fe80::1]/", "http://8.8.8.8/"])(
    "is not reached by a redirect to %s",
    async (location) => {
      const { url } = await serve((_, response) => response.writeHead(307, { location }).end());
      const loopback = makeSafeFetch({ hosts: ["*"], network: "loopback" });
      expect(await loopback({ url, ...wanted })).toEqual({ ok: false, fault: "FORBIDDEN_ADDRESS" });
    },
  );
});

it.each([
  "ftp://example.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "http://user:pass@example.com/",
  "http://example.com:22/",
  "https://example.com:8443/",
  "not an address",
  "",
  `https://example.com/${"x".repeat(3000)}`,
])("%.60s is no address to fetch", async (url) => {
  const fetched = await makeSafeFetch({ hosts: ["*"] })({ url, ...wanted });
  expect(fetched).toEqual({ ok: false, fault: "BAD_URL" });
});

it("asks no one who is not on the list, also after a redirect", async () => {
  const { url } = await serve((_, response) =>
    response.writeHead(301, { location: "http://localhost/" }).end(),
  );
  expect(await get(url)).toEqual({ ok: false, fault: "HOST_NOT_ALLOWED" });
  expect(await get("https://example.com/")).toEqual({ ok: false, fault: "HOST_NOT_ALLOWED" });
});

it.each([
  ["latin1", Buffer.from([0x6f, 0x6c, 0xe1]), "olá"],
  ["utf-8", Buffer.from("olá"), "olá"],
  ["no-such-charset", Buffer.from("olá"), "olá"],
])("a body in %s is read", (charset, body, text) => expect(decodeBody(body, charset)).toBe(text));
