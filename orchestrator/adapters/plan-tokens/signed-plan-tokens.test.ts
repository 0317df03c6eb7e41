import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import type { ShownPlan } from "../../ports/plan-tokens.ts";
import { signedPlanTokens } from "./signed-plan-tokens.ts";

const SECRET = "a secret of thirty-two characters or so";
const NOW = Date.UTC(2026, 10, 27, 12);
const plan: ShownPlan = {
  run_id: "run_1",
  user_id: "ana",
  session_id: "s",
  input_text: "regue a samambaia",
  channel: "api",
  locale: null,
  metadata: { timezone: "America/Recife" },
  follows_ticks: true,
  said_at: NOW,
  digest: "c0ffee",
  deeds: ["ab12"],
};
const tokens = signedPlanTokens(SECRET);
const seal = () => tokens.seal(plan, NOW + 60_000);
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const partsOf = (token: string) => token.split(".") as [string, string, string];
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(partsOf(token)[1], "base64url").toString()) as Record<string, unknown>;
/** As whoever knows this secret would sign. */
function forged(header: object, claims: object, secret: string): string {
  const signed = `${base64url(header)}.${base64url(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

it("a token is what was sealed, at any process with the secret, until its time is over", async () => {
  const token = await seal();
  expect(await signedPlanTokens(SECRET).open(token, NOW)).toEqual(plan);
  expect(await tokens.open(token, NOW + 60_000)).toBe("expired");
});

it.each<[what: string, make: (token: string) => string]>([
  ["nothing", () => ""],
  ["words", () => "regue a samambaia"],
  [
    "another user in it",
    (token) => {
      const [head, , tail] = partsOf(token);
      return [
        head,
        base64url({ ...claimsOf(token), plan: { ...plan, user_id: "bia" } }),
        tail,
      ].join(".");
    },
  ],
  [
    "a later end",
    (token) => {
      const [head, , tail] = partsOf(token);
      return [head, base64url({ ...claimsOf(token), exp: 9_999_999_999 }), tail].join(".");
    },
  ],
  ["a cut signature", (token) => token.slice(0, -3)],
  ["no signature", (token) => `${base64url({ alg: "none" })}.${partsOf(token)[1]}.`],
  [
    "another secret",
    (token) => forged({ alg: "HS256", typ: "JWT" }, claimsOf(token), `${SECRET}.`),
  ],
  [
    "the secret, for other purposes",
    (token) => forged({ alg: "HS256", typ: "JWT" }, { ...claimsOf(token), aud: "weather" }, SECRET),
  ],
  [
    "the secret, and no end",
    (token) => {
      const { exp: _exp, ...claims } = claimsOf(token);
      return forged({ alg: "HS256", typ: "JWT" }, claims, SECRET);
    },
  ],
  [
    "the secret, and another shape",
    (token) =>
      forged(
        { alg: "HS256", typ: "JWT" },
        { ...claimsOf(token), plan: { user_id: "ana" } },
        SECRET,
      ),
  ],
])("with %s it is none", async (_what, make) => {
  expect(await tokens.open(make(await seal()), NOW)).toBeUndefined();
});
