import type { ExecuteRequest } from "../contracts/execute.ts";
import type { Reason } from "../messages/reason.ts";
import type { DomainCheck } from "./domain-check.ts";
import { type Probe, refused, signServiceToken } from "./domain-probe.ts";
import { type RuleNumber, said } from "./said.ts";

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Claims that must not open the endpoint; all the others of the token are right. */
const wrongClaims: [rule: RuleNumber, what: Reason, wrong: () => Record<string, unknown>][] = [
  ["7.2", said("name.token_another_audience"), () => ({ aud: "other" })],
  ["7.2", said("name.token_from_another_issuer"), () => ({ iss: "other" })],
  ["7.2", said("name.token_expired_two_minutes_ago"), () => ({ exp: secondsNow() - 120 })],
  ["7.2", said("name.token_never_expires"), () => ({ exp: undefined })],
  ["7.3", said("name.token_another_run"), () => ({ run_id: "other" })],
  ["7.3", said("name.token_another_step"), () => ({ step_id: "other" })],
  ["7.3", said("name.token_another_capability"), () => ({ capability: "other" })],
  ["7.3", said("name.token_another_user"), () => ({ sub: "other" })],
  ["7.3", said("name.token_another_idempotency_key"), () => ({ idempotency_key: "other" })],
];

const secondsNow = () => Math.floor(Date.now() / 1000);

/** Tokens that must not open the endpoint; each is right but for one thing. */
type WrongToken = [
  rule: RuleNumber,
  what: Reason,
  make: (secret: string, request: ExecuteRequest) => Promise<string>,
];
const wrongTokens: WrongToken[] = [
  [
    "7.1",
    said("name.token_signed_another_secret"),
    (secret, request) => signServiceToken(`${secret}x`, request),
  ],
  ...wrongClaims.map(
    ([rule, what, wrong]): WrongToken => [
      rule,
      what,
      (secret, request) => signServiceToken(secret, request, wrong()),
    ],
  ),
  [
    "7.1",
    said("name.unsigned_token"),
    async (secret, request) => {
      const [, claims] = (await signServiceToken(secret, request)).split(".");
      return `${base64url({ alg: "none", typ: "JWT" })}.${claims}.`;
    },
  ],
  ["7.1", said("name.text_not_token"), async () => "let-me-in"],
];

export function demandingToken(secret: string): DomainCheck[] {
  return [
    {
      about: "tokens",
      rule: "7.1",
      name: said("name.without_token_execute_401"),
      async run(probe) {
        return refused(await probe.post(await anyCall(probe), "{}", { authorization: "" }), 401);
      },
    },
    ...wrongTokens.map(
      ([rule, what, make]): DomainCheck => ({
        about: "tokens",
        rule,
        name: said("name.refused", { text: what, status: 401 }),
        async run(probe) {
          const request = await anyCall(probe);
          const authorization = `Bearer ${await make(secret, request)}`;
          return refused(await probe.execute(request, { authorization }), 401);
        },
      }),
    ),
    {
      about: "tokens",
      rule: "7.4",
      name: said("name.token_used_once"),
      async run(probe) {
        const request = await anyCall(probe);
        const authorization = `Bearer ${await signServiceToken(secret, request, {
          idempotency_key: "first",
        })}`;
        const send = (key: string) =>
          probe.execute(request, { authorization, "idempotency-key": key });
        const first = await send("first");
        if (first.status !== 200) return said("seen.good_token", { status: first.status });
        // What was overheard is worth nothing, neither as it was nor under another key.
        return refused(await send("first"), 401) ?? refused(await send("second"), 401);
      },
    },
  ];
}

/** A call that does nothing: its deadline is over. Only who may call it is of interest. */
async function anyCall(probe: Probe): Promise<ExecuteRequest> {
  const { domain, capabilities } = await probe.manifest();
  const capability = capabilities.find(({ kind }) => kind === "service")?.capability ?? "none";
  return probe.request(domain, capability, {}, { deadline_at: Date.now() - 1000 });
}
