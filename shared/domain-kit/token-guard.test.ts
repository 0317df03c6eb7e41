import { createHmac } from "node:crypto";
import fc from "fast-check";
import { jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { signServiceToken } from "../conformance/domain-probe.ts";
import { makeTokenGuard } from "./token-guard.ts";

const secret = "a-secret-that-only-the-tests-know";
const request = {
  intent: {
    domain: "library",
    capability: "lend_book",
    parameters: {},
    confidence: 1,
    original_query: "",
  },
  context: {
    session_id: "s",
    user_id: "ana",
    locale: "en" as const,
    timezone: "UTC",
    run_id: "r",
    step_id: "1",
    attempt: 1,
    deadline_at: 0,
    dry_run: false,
  },
};
const seconds = () => Math.floor(Date.now() / 1000);
const openGuard = () => makeTokenGuard(secret, "library", Date);

it.each([
  ["expired within the leeway of a minute", { exp: seconds() - 30 }],
  ["says nothing about the key", {}],
  ["is for this key", { idempotency_key: "k" }],
  ["is for several audiences", { aud: ["other", "library"] }],
])("takes a token that %s", async (_what, claims) => {
  const token = await signServiceToken(secret, request, claims);
  const guard = openGuard();
  guard.admit(await guard.verify(`bearer ${token}`), request, "k");
});

it.each([{ sub: "bob" }, { idempotency_key: "other" }, { run_id: "other" }, { step_id: "2" }])(
  "refuses a token for another call: %j",
  async (wrong) => {
    const guard = openGuard();
    const claims = await guard.verify(`Bearer ${await signServiceToken(secret, request, wrong)}`);
    expect(() => guard.admit(claims, request, "k")).toThrow("for another call");
  },
);
it.each([
  ["says nothing about the user", { sub: undefined }, '"sub"'],
  ["does not say when it was made", { iat: undefined }, '"iat"'],
  ["was made an hour ago for two hours", { iat: seconds() - 3600, exp: seconds() + 3600 }, '"iat"'],
])("refuses a token that %s", async (_what, wrong, why) => {
  const token = await signServiceToken(secret, request, wrong);
  await expect(openGuard().verify(`Bearer ${token}`)).rejects.toThrow(why);
});
it("refuses a token that was used, also for the very same call", async () => {
  const guard = openGuard();
  const claims = await guard.verify(`Bearer ${await signServiceToken(secret, request)}`);
  guard.admit(claims, request, "k");
  expect(() => guard.admit(claims, request, "k")).toThrow("used already");
});

it.each([undefined, "", "Bearer", "Basic YTpi", "Bearer a b"])(
  "refuses the header %j and says what it wants",
  async (header) => {
    await expect(openGuard().verify(header)).rejects.toThrow("Needs a service token");
  },
);

it("says why a token is refused, and never quotes it", async () => {
  const token = await signServiceToken(secret, request, { aud: "other" });
  const refusal = await openGuard()
    .verify(`Bearer ${token}`)
    .catch((error: Error) => error.message);
  expect(refusal).toContain('"aud"');
  expect(refusal).not.toContain(token.slice(0, 10));
});

it("forgets a used token only when it could not be used any more", async () => {
  let now = Date.now();
  const guard = makeTokenGuard(secret, "library", { now: () => now });
  const claims = await guard.verify(`Bearer ${await signServiceToken(secret, request)}`);
  guard.admit(claims, request, "k");
  now += 119_000;
  expect(() => guard.admit(claims, request, "other")).toThrow("used already");
  now += 2_000;
  guard.admit(claims, request, "other");
});

/** A token of these very parts, signed with the right key. */
function signed(header: unknown, payload: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}
const right = () => ({
  ...{ iss: "regente", aud: "library", sub: "ana", run_id: "r", step_id: "1" },
  ...{ capability: "lend_book", jti: "j", iat: seconds(), exp: seconds() + 60 },
});
const isTaken = (token: string, guard = openGuard()) =>
  guard.verify(`Bearer ${token}`).then(
    () => true,
    () => false,
  );

describe("of tokens that are signed with the right key", () => {
  it.each<[what: string, token: () => string]>([
    ["names another algorithm", () => signed({ alg: "HS512" }, right())],
    ["names none", () => signed({ alg: "none" }, right())],
    ["has no algorithm", () => signed({}, right())],
    ["has a header that is a list", () => signed(["HS256"], right())],
    ["demands what is not understood", () => signed({ alg: "HS256", crit: ["b64"] }, right())],
    ["says nothing", () => signed({ alg: "HS256" }, {})],
    ["is a list", () => signed({ alg: "HS256" }, [right()])],
    ["is a text", () => signed({ alg: "HS256" }, "claims")],
    ["has a number for a user", () => signed({ alg: "HS256" }, { ...right(), sub: 1 })],
    ["has a fourth part", () => `${signed({ alg: "HS256" }, right())}.e30`],
    ["lacks its last letter", () => signed({ alg: "HS256" }, right()).slice(0, -1)],
    ["has a letter more", () => `${signed({ alg: "HS256" }, right())}A`],
  ])("one that %s is refused", async (_what, token) => {
    expect(await isTaken(token())).toBe(false);
  });

  it("one that is right is taken", async () => {
    expect(await isTaken(signed({ alg: "HS256", typ: "JWT" }, right()))).toBe(true);
  });
});

it("takes no token that jose refuses, and refuses none of texts and numbers that it takes", async () => {
  // Both look at the same moment.
  const atMs = Date.now();
  const guard = makeTokenGuard(secret, "library", { now: () => atMs });
  const now = Math.floor(atMs / 1000);
  const times = [-200, -121, -119, -61, -59, 0, 59, 61, 200].map((each) => now + each);
  const time = fc.constantFrom<unknown>(undefined, null, "0", ...times);
  const text = fc.constantFrom<unknown>(undefined, "ana", "");
  const claims = fc.record({
    iss: fc.constantFrom<unknown>("regente", "other", undefined, ["regente"]),
    aud: fc.constantFrom<unknown>("library", "other", ["other", "library"], [], undefined, null),
    ...{ sub: text, jti: text, run_id: text, step_id: text, capability: text },
    ...{ iat: time, exp: time, nbf: fc.constantFrom<unknown>(undefined, ...times) },
  });
  const usual = fc.record({
    which: fc.constantFrom("iss", "aud", "iat", "exp", "nbf", "sub"),
    claims,
  });
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(usual, async ({ which, claims: all }) => {
      const token = signed({ alg: "HS256" }, { ...right(), [which]: all[which as "iss"] });
      const byJose = await jwtVerify(token, new TextEncoder().encode(secret), {
        algorithms: ["HS256"],
        issuer: "regente",
        audience: "library",
        requiredClaims: ["exp", "iat", "sub", "jti", "run_id", "step_id", "capability"],
        clockTolerance: 60,
        maxTokenAge: 60,
        currentDate: new Date(atMs),
      }).then(
        () => true,
        () => false,
      );
      if (byJose) taken += 1;
      expect(await isTaken(token, guard)).toBe(byJose);
    }),
    { numRuns: 400 },
  );
  expect(taken).toBeGreaterThan(50);
});
