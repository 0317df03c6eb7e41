import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type JWTPayload, SignJWT } from "jose";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openAccess } from "./access.fixture.ts";

const SECRET = "a-secret-of-thirty-two-characters!";
const key = new TextEncoder().encode(SECRET);
const issuer = "https://id.example.org";
const audience = "regente";
const seconds = () => Math.floor(Date.now() / 1000);
const claims = (): JWTPayload => ({
  iss: issuer,
  aud: audience,
  sub: "ana",
  iat: seconds(),
  exp: seconds() + 300,
});
const base64url = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const sign = (payload: Record<string, unknown>, header: object = {}, secret = key) =>
  new SignJWT(payload).setProtectedHeader({ alg: "HS256", ...header }).sign(secret);
/** Signed as whoever knows the secret would, with nothing checked. */
const rawSign = (header: object, payload: unknown, secret: string | Buffer = SECRET) => {
  const signed = `${base64url(header)}.${base64url(payload)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};
const bySecret = () => openAccess({ tokens: { issuer, audience, signedBy: { secret: SECRET } } });
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

it("says who a token speaks for; without scopes of its own it may do what the operator says", async () => {
  const principal = await bySecret().bearer(await sign(claims()));
  const read = {
    domain: "garden",
    effect: "read" as const,
    spec: { capability: "look", requires: [] },
  };
  expect(principal.user_id).toBe("ana");
  expect(principal.mayUse(read)).toBe(true);
  expect(principal.mayUse({ ...read, effect: "write" })).toBe(false);
});
it.each([
  [{ scope: "openid garden:*" }, true],
  [{ scp: ["garden.water"] }, true],
  [{ scp: "garden.water" }, true],
  [{ scope: "" }, false],
  [{ scope: "openid" }, false],
  [{ scope: 7 }, false],
  [{ scope: { "garden:*": true } }, false],
])("with %j a write is allowed: %s", async (more, allowed) => {
  const principal = await bySecret().bearer(await sign({ ...claims(), ...more }));
  const spec = { capability: "water", requires: [] };
  expect(principal.mayUse({ domain: "garden", effect: "write", spec })).toBe(allowed);
});
it("clocks may differ by a minute", async () => {
  const token = await sign({ ...claims(), exp: seconds() - 30 });
  expect((await bySecret().bearer(token)).user_id).toBe("ana");
});
it("a token that was taken once is refused when its time is over", async () => {
  const access = bySecret();
  const token = await sign({ ...claims(), exp: seconds() + 10 });
  await access.bearer(token);
  access.pass(80_000);
  expect(await access.refusal(token)).toMatch(/^token_expired/);
});

describe("lets no one in with", () => {
  const header = { alg: "HS256", typ: "JWT" };
  const pem = rsa.publicKey.export({ type: "spki", format: "pem" });
  it.each<[what: string, make: () => string | Promise<string>]>([
    ["no signature", () => `${base64url({ alg: "none" })}.${base64url(claims())}.`],
    ["None for an algorithm", () => `${base64url({ alg: "None" })}.${base64url(claims())}.`],
    ["no algorithm", () => rawSign({ typ: "JWT" }, claims())],
    ["an empty algorithm", () => rawSign({ alg: "" }, claims())],
    ["an algorithm that is a list", () => rawSign({ alg: ["HS256"] }, claims())],
    ["a time of making that has not come", () => sign({ ...claims(), iat: seconds() + 300 })],
    ["HS384", () => sign(claims(), { alg: "HS384" })],
    ["HS512", () => sign(claims(), { alg: "HS512" })],
    ["RS256 of a key of its own", () => signWith(rsa.privateKey, claims())],
    ["HS256 under the name RS256", () => rawSign({ alg: "RS256" }, claims())],
    ["another secret", () => sign(claims(), {}, new TextEncoder().encode(`${SECRET}x`))],
    ["an empty secret", () => rawSign(header, claims(), "")],
    ["a public key for a secret", () => rawSign(header, claims(), pem as string)],
    [
      "a key in its own header",
      () => rawSign({ ...header, jwk: { kty: "oct", k: base64url("k") } }, claims(), "k"),
    ],
    [
      "an address of keys in its header",
      () => rawSign({ ...header, jku: "http://127.0.0.1:1/" }, claims(), "k"),
    ],
    ["a certificate in its header", () => rawSign({ ...header, x5c: ["AAAA"] }, claims(), "k")],
    ["a key id that is a path", () => rawSign({ ...header, kid: "../../dev/null" }, claims(), "")],
    ["a key id that is a query", () => rawSign({ ...header, kid: "' OR 1=1 --" }, claims(), "")],
    ["a critical extension", () => rawSign({ ...header, crit: ["exp"], exp: 1 }, claims())],
    [
      "a payload that is not encoded",
      () => rawSign({ ...header, b64: false, crit: ["b64"] }, claims()),
    ],
    ["a changed payload", async () => changed(await sign(claims()), 1)],
    ["a changed header", async () => changed(await sign(claims()), 0)],
    ["a cut signature", async () => (await sign(claims())).slice(0, -2)],
    ["only two parts", async () => (await sign(claims())).split(".").slice(0, 2).join(".")],
    ["five parts", async () => `${await sign(claims())}.a.b`],
    ["a payload that is no object", () => rawSign(header, ["ana"])],
    ["a payload that is not JSON", () => rawSign(header, "ana")],
    ["another issuer", () => sign({ ...claims(), iss: "https://evil.example.org" })],
    ["an issuer that only begins so", () => sign({ ...claims(), iss: `${issuer}.evil.org` })],
    ["no issuer", () => sign({ ...claims(), iss: undefined })],
    ["another audience", () => sign({ ...claims(), aud: "other" })],
    ["other audiences", () => sign({ ...claims(), aud: ["other", "regente-admin"] })],
    ["no audience", () => sign({ ...claims(), aud: undefined })],
    ["no expiry", () => sign({ ...claims(), exp: undefined })],
    ["an expiry two minutes ago", () => sign({ ...claims(), exp: seconds() - 120 })],
    ["an expiry in words", () => rawSign(header, { ...claims(), exp: "2999-01-01" })],
    ["an expiry that is no number", () => rawSign(header, { ...claims(), exp: null })],
    ["a beginning in an hour", () => sign({ ...claims(), nbf: seconds() + 3600 })],
    ["no subject", () => sign({ ...claims(), sub: undefined })],
    ["an empty subject", () => sign({ ...claims(), sub: "" })],
    ["a subject of two lines", () => sign({ ...claims(), sub: "ana\nbia" })],
    ["a subject with a NUL", () => sign({ ...claims(), sub: "ana\u0000" })],
    ["a subject with half a character", () => sign({ ...claims(), sub: "ana\ud800" })],
    ["an endless subject", () => sign({ ...claims(), sub: "a".repeat(257) })],
    ["a subject that is an object", () => rawSign(header, { ...claims(), sub: { id: "ana" } })],
    ["an API key of nobody", () => `rgt_0123456789ab_${"A".repeat(43)}`],
    ["a token of 10,000 characters", () => sign({ ...claims(), pad: "x".repeat(10_000) })],
    ["no token", () => "let-me-in"],
  ])("%s", async (_what, make) => {
    const token = await make();
    const refusal = await bySecret().refusal(token);
    expect(refusal).toMatch(/^(invalid_token|token_expired): /);
    if (token.length > 20) expect(refusal).not.toContain(token.slice(-20));
  });
});

describe("with the issuer's public keys", () => {
  it("takes what they signed, and asks for them once", async () => {
    const keys = await serveKeys([publicKey(rsa.publicKey, "one")]);
    const access = byKeys(keys.url);
    for (const sub of ["ana", "bia"])
      expect(
        (await access.bearer(await signWith(rsa.privateKey, { ...claims(), sub }, "one"))).user_id,
      ).toBe(sub);
    expect(keys.asked()).toBe(1);
  });
  it("refuses a public key used as a secret, and asks for no other family of algorithms", async () => {
    const keys = await serveKeys([publicKey(rsa.publicKey, "one")]);
    const pem = rsa.publicKey.export({ type: "spki", format: "pem" });
    const jwk = JSON.stringify(rsa.publicKey.export({ format: "jwk" }));
    for (const secret of [pem as string, jwk]) {
      const token = rawSign({ alg: "HS256", kid: "one" }, claims(), secret);
      expect(await byKeys(keys.url).refusal(token)).toMatch(/^invalid_token/);
    }
  });
  it("takes a new key when the issuer changes it, and the old one no more", async () => {
    const next = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const keys = await serveKeys([publicKey(rsa.publicKey, "one")]);
    const access = byKeys(keys.url);
    await access.bearer(await signWith(rsa.privateKey, claims(), "one"));
    keys.serve([publicKey(next.publicKey, "two")]);
    // As long as the keys are fresh, an unknown one does not make us ask again.
    const token = await signWith(next.privateKey, claims(), "two", "ES256");
    expect(await access.refusal(token)).toMatch(/^invalid_token: .*no applicable key/);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await access.bearer(token)).user_id).toBe("ana");
    const old = await signWith(rsa.privateKey, { ...claims(), sub: "bia" }, "one");
    expect(await access.refusal(old)).toMatch(/^invalid_token: .*no applicable key/);
  });
  it("many tokens of an unknown key make it ask no more than once more", async () => {
    const keys = await serveKeys([publicKey(rsa.publicKey, "one")]);
    const access = byKeys(keys.url);
    for (let at = 0; at < 20; at += 1)
      await access.refusal(await signWith(rsa.privateKey, claims(), `unknown-${at}`));
    expect(keys.asked()).toBeLessThanOrEqual(2);
  });
  it.each<[what: string, answer: (send: Send) => void]>([
    ["that are not there", (send) => send(404, {}, "no")],
    ["that are elsewhere", (send) => send(302, { location: "http://127.0.0.1:1/keys" }, "")],
    ["that are no key set", (send) => send(200, {}, '{"keys":"none"}')],
    ["that are not JSON", (send) => send(200, {}, "<html>")],
    ["that are endless", (send) => send(200, {}, `{"keys":[],"pad":"${"x".repeat(400_000)}"}`)],
    [
      "that come packed",
      (send) => send(200, { "content-encoding": "gzip" }, gzipSync('{"keys":[]}')),
    ],
  ])(
    "that cannot be had just now (keys %s) nobody is told that they are wrong",
    async (_what, answer) => {
      const keys = await serveKeys([], answer);
      const refusal = await byKeys(keys.url).refusal(
        await signWith(rsa.privateKey, claims(), "one"),
      );
      expect(refusal).toMatch(/^IDENTITY_UNAVAILABLE/);
    },
  );
});

const byKeys = (jwksUrl: string) =>
  openAccess({ tokens: { issuer, audience, signedBy: { jwksUrl } } });

function changed(token: string, part: number): string {
  const parts = token.split(".");
  const read = JSON.parse(Buffer.from(parts[part] ?? "", "base64url").toString()) as object;
  parts[part] = base64url({ ...read, sub: "root", typ: "at+jwt" });
  return parts.join(".");
}

const signWith = (privateKey: KeyObject, payload: JWTPayload, kid = "one", alg = "RS256") =>
  new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(privateKey);

const publicKey = (of: KeyObject, kid: string): JsonWebKey => ({
  ...of.export({ format: "jwk" }),
  kid,
  use: "sig",
});

type Send = (status: number, headers: Record<string, string>, body: string | Buffer) => void;

async function serveKeys(first: JsonWebKey[], answer?: (send: Send) => void) {
  let keys = first;
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    if (answer !== undefined)
      answer((status, headers, body) => response.writeHead(status, headers).end(body));
    else response.setHeader("content-type", "application/json").end(JSON.stringify({ keys }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    asked: () => asked,
    serve: (next: JsonWebKey[]) => {
      keys = next;
    },
  };
}
