import { createHmac, randomBytes } from "node:crypto";
import { errors, jwtVerify } from "jose";
import { expect, it } from "vitest";
import { signingKey } from "#shared/contracts/digest.ts";
import { serviceToken } from "./service-token.ts";

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
