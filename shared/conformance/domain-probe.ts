import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { CheckCases } from "../contracts/check-case.ts";
import { parseContract } from "../contracts/errors.ts";
import type { ExecuteRequest } from "../contracts/execute.ts";
import type { Json } from "../contracts/json.ts";
import { type Manifest, manifestSchema } from "../contracts/manifest.ts";
import type { Locale } from "../contracts/names.ts";

const TIMEOUT_MS = 10_000;

/** Whose calls a check makes, and another user, who must see nothing of them. */
export const CHECK_USER = "check";
export const OTHER_USER = "check-another";

/** A call that the domain is known to take: its checks then reach the real work. */
export type DomainCase = Pick<CheckCases[number], "capability" | "parameters"> &
  Partial<CheckCases[number]> & {
    /** For an effect: how often it has happened so far, as seen from outside the domain. */
    happened?: () => number | Promise<number>;
  };

export type CheckOptions = {
  cases?: readonly DomainCase[];
  /** The domain's REGENTE_DOMAIN_KEY. Absent: it is open. */
  secret?: string;
};

export type Answer = { status: number; headers: Headers; text: string; body: unknown };

/** A domain as it is spoken to over the wire. */
export type Probe = {
  manifest(): Promise<Manifest>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** POST /execute with these bytes, and the token that `request` would have. */
  post(
    request: ExecuteRequest,
    body: string | Uint8Array<ArrayBuffer>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** POST /execute with a well-formed request and its token. */
  execute(request: ExecuteRequest, headers?: Record<string, string>): Promise<Answer>;
  /** A well-formed request with a run of its own. */
  request(
    domain: string,
    capability: string,
    parameters: Record<string, Json>,
    context?: { locale?: Locale; deadline_at?: number; dry_run?: boolean; user_id?: string },
  ): ExecuteRequest;
};

export function makeProbe(url: string, secret: string | undefined): Probe {
  async function send(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(new URL(path, url), {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...init,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: json(text) };
  }
  const get: Probe["get"] = (path, headers = {}) => send(path, { headers });
  const post: Probe["post"] = async (request, body, headers = {}) => {
    const token: Record<string, string> =
      secret === undefined
        ? {}
        : {
            authorization: `Bearer ${await signServiceToken(secret, request, {
              idempotency_key: headers["idempotency-key"],
            })}`,
          };
    return send("/execute", {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...token, ...headers },
    });
  };

  return {
    get,
    post,
    async manifest() {
      return parseContract(manifestSchema, (await get("/manifest")).body, "its manifest");
    },
    execute: (request, headers) => post(request, JSON.stringify(request), headers),
    request: (domain, capability, parameters, context = {}) => ({
      intent: { domain, capability, parameters, confidence: 1, original_query: "check" },
      context: {
        session_id: "check",
        user_id: context.user_id ?? CHECK_USER,
        locale: context.locale ?? "pt-BR",
        timezone: "America/Sao_Paulo",
        run_id: `run_${randomUUID()}`,
        step_id: "1",
        attempt: 1,
        deadline_at: context.deadline_at ?? Date.now() + TIMEOUT_MS,
        dry_run: context.dry_run ?? false,
      },
    }),
  };
}

/** Undefined for a text that is not JSON; no answer of the wire is. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A service token for one call, as the orchestrator signs them. `wrong` overrides claims, for tokens that must be refused. */
export function signServiceToken(
  secret: string,
  { intent, context }: ExecuteRequest,
  wrong: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: "regente",
    aud: intent.domain,
    sub: context.user_id,
    run_id: context.run_id,
    step_id: context.step_id,
    capability: intent.capability,
    jti: randomUUID(),
    iat: now,
    exp: now + 60,
    ...wrong,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(secret));
}
