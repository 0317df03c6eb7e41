import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { EndpointContext, EndpointEnv } from "./endpoint.ts";
import { errorBodyOf, httpErrorOf } from "./http-error.ts";
import { parseBody } from "./parse-body.ts";
import { bodyShare, MAX_LARGE_BODY, parseAside, readAhead, readBody } from "./read-body.ts";

const MB = 1024 * 1024;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const text = z.strictObject({ text: z.string() });

let url: string;
beforeEach(async () => {
  const app = new Hono<EndpointEnv>();
  const read = async (context: EndpointContext) => {
    const body = await readBody(context, text, MAX_LARGE_BODY);
    return context.json({ chars: body.text.length });
  };
  app.post("/", read);
  app.post("/twice", async (context) => {
    await readAhead(context, MAX_LARGE_BODY);
    return read(context);
  });
  app.onError((error, context) => {
    const refused = httpErrorOf(error);
    return context.json(errorBodyOf(refused), refused.status);
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
const post = async (body: string, path = "/") => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url + path, { method: "POST", headers, body });
  const told: unknown = await response.json();
  return { status: response.status, told };
};
const long = (bytes: number) => JSON.stringify({ text: "a".repeat(bytes) });

it.each(["/", "/twice"])(
  "reads a large body, and says of a wrong one what it says of a small one (%s)",
  async (path) => {
    expect(await post(long(MB), path)).toEqual({ status: 200, told: { chars: MB } });
    for (const [body, code] of [
      [`{"text":${"1,".repeat(200_000)}}`, "invalid_json"],
      [long(MB).slice(1), "invalid_json"],
      [`{"text":"${"a".repeat(MB)}","__proto__":{}}`, "invalid_json"],
      [`{"other":"${"a".repeat(MB)}"}`, "invalid_request"],
    ])
      expect(await post(body ?? "", path)).toMatchObject({
        status: 400,
        told: { error: { code } },
      });
  },
);

it("takes no body of 14 MB, and does not wait for it", async () => {
  const asked = request(url, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": 14 * MB },
  });
  // Of its body nothing is sent.
  asked.flushHeaders();
  asked.on("error", () => undefined);
  const [response] = (await once(asked, "response")) as [{ statusCode: number }];
  expect(response.statusCode).toBe(413);
  asked.destroy();
});

it("refuses large bodies while others hold all the room there is, and still takes what everybody sends", async () => {
  const others = bodyShare();
  expect(others.grow(32 * MB)).toBe(true);
  expect(await post(long(MB))).toMatchObject({
    status: 503,
    told: { error: { code: "overloaded" } },
  });
  expect(await post(long(60_000))).toMatchObject({ status: 200 });
  others.end();
  expect(await post(long(MB))).toMatchObject({ status: 200 });
});

it("gives back the room of a body that was given up", async () => {
  const most = MB + 64 * 1024;
  const [one, other] = [bodyShare(most), bodyShare(most)];
  expect([one.grow(MB), other.grow(MB), other.grow(60_000)]).toEqual([true, false, true]);
  one.end();
  expect(other.grow(MB)).toBe(true);
  other.end();
});

it("parses on another thread what is large, and there only", async () => {
  const small = bytesOf(long(1000));
  expect(parseAside(small)).toEqual(parseBody(small));
  const large = bytesOf(long(MB));
  const parsed = parseAside(large);
  expect(parsed).toBeInstanceOf(Promise);
  expect(await parsed).toEqual(parseBody(large));
});
