import { expect, it } from "vitest";
import { signServiceToken } from "../conformance/service-token.ts";
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
