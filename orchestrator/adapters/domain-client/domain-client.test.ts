import { createHmac, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { errors, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { signingKey } from "#shared/contracts/digest.ts";
import { executeRequest } from "#shared/contracts/execute.ts";
import { DomainCallError, type DomainFault } from "../../ports/domain-client.ts";
import { bulkhead, ejection, endOfCall, serviceToken } from "./domain-client.ts";
import {
  aCall,
  clientOf,
  faultOf,
  http,
  json,
  LONG_MS,
  manifestSource,
  sunny,
  tcp,
  text,
} from "./loopback.fixture.ts";

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
  it("is signed for its domain, user, step and key, with a new token each time", async () => {
    const tokens: string[] = [];
    const url = await http((request, response) => {
      tokens.push(request.headers.authorization ?? "");
      json(sunny)(request, response);
    });
    const secret = "a key that one domain knows";
    const client = clientOf(url, { keyOf: () => secret });
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
      idempotency_key: aCall().idempotencyKey,
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

it("of calls that are tried again, few go out, however many wait for room at once", async () => {
  const held: (() => void)[] = [];
  const full = Promise.withResolvers<void>();
  let isHeld = true;
  let arrived = 0;
  const url = await http((request, response) => {
    arrived += 1;
    if (!isHeld) return json(sunny)(request, response);
    held.push(() => json(sunny)(request, response));
    if (held.length === 8) full.resolve();
  });
  const client = clientOf(url, { maxOpenCalls: 8 });
  const first = Array.from({ length: 8 }, () => client.call(aCall()));
  await full.promise;
  const again = Promise.allSettled(
    Array.from({ length: 20 }, () => {
      const call = aCall();
      call.request.context.attempt = 2;
      return client.call(call);
    }),
  );
  isHeld = false;
  for (const answer of held) answer();
  await Promise.all(first);
  const ended = await again;
  expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  expect(ended.at(-1)).toHaveProperty("reason.fault", "busy");
  expect(arrived).toBe(11);
});

const clock = { now: () => 0, monotonic: () => 0 };
const fault = (kind: DomainFault, status?: number) =>
  new DomainCallError("weather", kind, "test", true, status === undefined ? {} : { status });

function afterCalls(times: number, error: DomainCallError) {
  const breaker = ejection(clock);
  for (let time = 0; time < times; time += 1)
    if (breaker.enter() === 0) breaker.end(endOfCall(error));
  return breaker.state;
}

it.each([
  ["unreachable", undefined],
  ["timeout", undefined],
  ["http_status", 503],
] as const)("leaves a domain alone after five calls in a row that end %s", (kind, status) => {
  expect(afterCalls(4, fault(kind, status))).toBe("closed");
  expect(afterCalls(5, fault(kind, status))).toBe("open");
});

it.each([
  ["contract", undefined],
  ["http_status", 429],
  ["too_large", undefined],
  ["cancelled", undefined],
] as const)("does not count %s against it: it is there", (kind, status) => {
  expect(afterCalls(50, fault(kind, status))).toBe("closed");
});

it("an answer, and a mistake of our own, are no fault of the domain", () => {
  expect([undefined, new TypeError("ours")].map(endOfCall)).toEqual(["answered", "answered"]);
});

const patient = new AbortController().signal;

it("lets in as many as there is room for, and the next ones as room is made, in their order", async () => {
  const room = bulkhead(2);
  expect([room.enter(patient), room.enter(patient)]).toEqual([true, true]);
  const came: string[] = [];
  const first = Promise.resolve(room.enter(patient)).then(() => came.push("first"));
  const second = Promise.resolve(room.enter(patient)).then(() => came.push("second"));
  room.leave();
  room.leave();
  await Promise.all([first, second]);
  expect([came, room.open]).toEqual([["first", "second"], 2]);
  room.leave();
  room.leave();
  expect([room.open, room.enter(patient)]).toEqual([0, true]);
});

it("turns away who finds no room in time, and who does not want it any more", async () => {
  const room = bulkhead(1);
  await room.enter(patient);
  const leaving = new AbortController();
  const turned = [patient, leaving.signal].map(async (signal) => room.enter(signal));
  leaving.abort();
  expect(await Promise.all(turned)).toEqual([false, false]);
  room.leave();
  expect(room.open).toBe(0);
});

it("lets in first who has begun something, and lets them wait for as long as they have", async () => {
  const room = bulkhead(1);
  await room.enter(patient);
  const came: string[] = [];
  const beginning = Promise.resolve(room.enter(patient)).then((isIn) => came.push(`new ${isIn}`));
  const goingOn = Promise.resolve(room.enter(patient, 60_000)).then(() => came.push("begun"));
  // Whoever is new is told that it is busy; whoever has begun is still there.
  await beginning;
  room.leave();
  await goingOn;
  expect(came).toEqual(["new false", "begun"]);
  const next = [room.enter(patient), room.enter(patient, 60_000)].map(async (isIn) => isIn);
  room.leave();
  expect(await Promise.race(next.map((each, at) => each.then(() => at)))).toBe(1);
  room.leave();
  expect(await next[0]).toBe(true);
});

const secret = randomBytes(32).toString("base64url");
const nowMs = 1_800_000_000_123;
const claims = {
  aud: "weather",
  sub: "José",
  run_id: "run_1",
  step_id: "1",
  capability: "get_forecast",
  idempotency_key: "run_1:1",
};
const token = serviceToken(signingKey(secret), claims, nowMs, "call_1");
const verify = (key: string, audience: string, atMs: number) =>
  jwtVerify(token, new TextEncoder().encode(key), {
    algorithms: ["HS256"],
    issuer: "regente",
    audience,
    currentDate: new Date(atMs),
  });

it("is accepted by jose, for its domain, with every claim", async () => {
  const { payload, protectedHeader } = await verify(secret, "weather", nowMs);
  expect(protectedHeader).toEqual({ alg: "HS256", typ: "JWT" });
  expect(payload).toEqual({
    iss: "regente",
    ...claims,
    iat: 1_800_000_000,
    exp: 1_800_000_060,
    jti: "call_1",
  });
});
it("is refused by another domain", () =>
  expect(verify(secret, "library", nowMs)).rejects.toThrow(errors.JWTClaimValidationFailed));
it("is refused with another secret", () =>
  expect(verify(`${secret}x`, "weather", nowMs)).rejects.toThrow(
    errors.JWSSignatureVerificationFailed,
  ));
it("is refused after a minute", () =>
  expect(verify(secret, "weather", nowMs + 60_000)).rejects.toThrow(errors.JWTExpired));

it.each([1, 63, 64, 65, 300])(
  "is signed as node:crypto does it, by a secret of %i letters",
  (length) => {
    const long = "é".repeat(length);
    const key = signingKey(long);
    for (const sub of ["ana", "x".repeat(5000), "José"]) {
      const text = serviceToken(key, { ...claims, sub }, nowMs, "call_1");
      const at = text.lastIndexOf(".");
      const signature = createHmac("sha256", long).update(text.slice(0, at)).digest("base64url");
      expect(text.slice(at + 1)).toBe(signature);
    }
  },
);

describe("a manifest", () => {
  it("comes with its ETag, and says when it is the same", async () => {
    const url = await http((request, response) => {
      const same = request.headers["if-none-match"] === '"v1"';
      if (same) text("", { etag: '"v1"' }, 304)(request, response);
      else json({ domain: "weather" }, { etag: '"v1"' })(request, response);
    });
    const source = manifestSource();
    const first = await source.fetchManifest(`${url}/manifest`, undefined);
    expect(first).toEqual({ changed: true, body: { domain: "weather" }, etag: '"v1"' });
    expect(await source.fetchManifest(`${url}/manifest`, '"v1"')).toEqual({ changed: false });
  });
  it("may have 4 MiB and no more", async () => {
    const sized = (bytes: number) => json("x".repeat(bytes - 2));
    const max = 4 * 1024 * 1024;
    const source = manifestSource();
    const url = await http(sized(max));
    expect(await source.fetchManifest(url, undefined)).toMatchObject({ changed: true });
    const over = await faultOf(source.fetchManifest(await http(sized(max + 1)), undefined));
    expect(over).toMatchObject({ fault: "too_large" });
  });
  it("that hangs is given up", async () => {
    const url = await tcp(() => undefined);
    const source = manifestSource({ timeoutMs: 40 });
    const error = await faultOf(source.fetchManifest(`${url}/manifest`, undefined));
    expect(error).toMatchObject({ fault: "timeout", domain: `${url}/manifest` });
  });
});
