import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { CheckCases } from "../contracts/capability.ts";
import { errorBody } from "../contracts/endpoints.ts";
import { faultsOf, parseContract, placed } from "../contracts/errors.ts";
import type { ExecuteRequest } from "../contracts/execute.ts";
import { isJsonObject, type Json, jsonFault, ownValue, parsedJson } from "../contracts/json.ts";
import { type Manifest, manifestSchema } from "../contracts/manifest.ts";
import type { Locale } from "../contracts/names.ts";
import { type DomainOutput, domainOutput } from "../contracts/output.ts";
import { type Reason, reason } from "../messages/reason.ts";
import { said } from "./said.ts";

/** For what hangs: that a machine does much else is no fault of a domain. */
const TIMEOUT_MS = 60_000;

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
  /** Of the results. */
  locale?: Locale;
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
    // Undefined for a text that is not JSON; no answer of the wire is.
    const body = parsedJson(text);
    return { status: response.status, headers: response.headers, text, body };
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

export const isJson = ({ headers }: Answer): boolean =>
  headers.get("content-type")?.startsWith("application/json") === true;

export const wrongType = ({ headers }: Answer): Reason =>
  said("seen.content_type", { type: String(headers.get("content-type")) });

const shown = ({ status, text }: Answer) => `${status} ${text.slice(0, 300)}`;

/** What is wrong with a refusal: its status, its error body, the field it names, or that it shows a stack. */
export function refused(answer: Answer, status: number, param?: string): Reason | undefined {
  const got = shown(answer);
  if (answer.status !== status) return said("seen.wanted", { wanted: status, got });
  const error = errorBody.safeParse(answer.body);
  if (!error.success) return said("seen.wanted_error_body", { got });
  if (/\n\s+at |node_modules/.test(error.data.error.message))
    return said("seen.error_shows_stack", { got });
  if (param !== undefined && error.data.error.param !== param)
    return said("seen.wanted_param", { param, got });
  return undefined;
}

/** The DomainOutput of an answer, or what is wrong with it. */
export function outputOf(answer: Answer): DomainOutput | Reason {
  if (answer.status !== 200) return said("seen.wanted", { wanted: 200, got: shown(answer) });
  if (!isJson(answer)) return wrongType(answer);
  const fault = jsonFault(answer.body);
  if (fault !== undefined) return reason("all_of", { all: fault });
  const parsed = domainOutput.safeParse(answer.body);
  return parsed.success
    ? parsed.data
    : said("seen.no_output", { faults: faultsOf(parsed.error).map(placed) });
}

/** What a question offers: a label, and the parameters that choosing it means. */
export function choicesOf({ result }: DomainOutput): Record<string, unknown>[] {
  const candidates = ownValue(result, "candidates");
  return Array.isArray(candidates) ? candidates.filter(isJsonObject) : [];
}
