import { timingSafeEqual } from "node:crypto";
import { sign, signingKey } from "../contracts/digest.ts";
import type { ExecuteRequest } from "../contracts/execute.ts";
import { isJsonObject } from "../contracts/json.ts";
import type { KitClock } from "./call.ts";
import { Refusal } from "./refusal.ts";

const ISSUER = "regente";
const LEEWAY_S = 60;
/** What a token may last, whatever it says of itself. */
const MAX_LIFETIME_S = 60;

/** What a token says, once its signature holds. */
export type ServiceClaims = Readonly<
  Record<"sub" | "jti" | "run_id" | "step_id" | "capability", string> & {
    exp: number;
    idempotency_key: unknown;
  }
>;

/** Decides who may call /execute. Both methods throw a Refusal (401) that never quotes the token. */
type TokenGuard = {
  /** Signature, issuer, audience and expiry; before the body is read. */
  verify(authorization: string | undefined): Promise<ServiceClaims>;
  /** The token is for this very call (run, step, capability, user, key), and is used once. */
  admit(claims: ServiceClaims, request: ExecuteRequest, idempotencyKey: string | undefined): void;
};

const refuse = (message: string, cause?: unknown) =>
  new Refusal(401, "UNAUTHORIZED", message, cause === undefined ? {} : { cause });
const refused = (why: string) => refuse(`The service token is refused: ${why}`);

/**
 * Checks service tokens: HS256 JWTs signed with the key that the orchestrator and this domain share,
 * issued by "regente" for the audience `domain`. The clocks may differ by a minute.
 * Cost: 6 us a call; a library for every kind of token takes thirty times that, through promises
 */
export function makeTokenGuard(secret: string, domain: string, clock: KitClock): TokenGuard {
  const key = signingKey(secret);
  /** Until when each would still be good, epoch milliseconds; the oldest first. */
  const used = new Map<string, number>();
  const forgetExpired = () => {
    for (const [jti, until] of used) {
      if (until > clock.now()) return;
      used.delete(jti);
    }
  };
  return {
    async verify(authorization) {
      const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? "")?.[1];
      if (token === undefined)
        throw refuse(
          "Needs a service token: Authorization: Bearer <JWT signed with REGENTE_DOMAIN_KEY>",
        );
      const [header = "", payload = "", signature = "", ...more] = token.split(".");
      if (more.length > 0) throw refused("malformed token");
      // Nothing that it says is looked at before it is known who says it.
      if (!isSame(sign(key, `${header}.${payload}`), signature))
        throw refused("signature verification failed");
      checkHeader(jsonOf(header));
      return claimsOf(jsonOf(payload), domain, Math.floor(clock.now() / 1000));
    },
    admit(claims, { intent, context }, idempotencyKey) {
      const matches =
        claims.run_id === context.run_id &&
        claims.step_id === context.step_id &&
        claims.capability === intent.capability &&
        claims.sub === context.user_id &&
        (claims.idempotency_key === undefined || claims.idempotency_key === idempotencyKey);
      if (!matches) throw refuse("The service token is for another call");
      forgetExpired();
      const { jti } = claims;
      if (used.has(jti))
        throw refuse("The service token was used already; sign a new one for each call");
      used.set(jti, (claims.exp + LEEWAY_S) * 1000);
    },
  };
}

/** In a time that does not tell how much of them is the same. */
function isSame(right: string, given: string): boolean {
  const [ours, theirs] = [Buffer.from(right, "latin1"), Buffer.from(given, "latin1")];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function jsonOf(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(utf8.decode(Buffer.from(part, "base64url")));
    if (isJsonObject(value)) return value;
  } catch {
    // It is told below.
  }
  throw refused("malformed token");
}

/** RFC 7515, 4.1.11: what must be understood, and is not, makes a token invalid. */
function checkHeader({ alg, crit }: Record<string, unknown>): void {
  if (alg !== "HS256") throw refused('"alg" (algorithm) is not allowed');
  if (crit !== undefined) throw refused('"crit" is not allowed');
}

const wrong = (claim: string) => refused(`unexpected "${claim}" claim value`);

function claimsOf(said: Record<string, unknown>, domain: string, nowS: number): ServiceClaims {
  const text = (claim: string): string => {
    const value = said[claim];
    if (value === undefined) throw refused(`missing required "${claim}" claim`);
    if (typeof value !== "string") throw wrong(claim);
    return value;
  };
  const time = (claim: string): number => {
    const value = said[claim];
    if (value === undefined) throw refused(`missing required "${claim}" claim`);
    if (typeof value !== "number" || !Number.isFinite(value)) throw wrong(claim);
    return value;
  };
  const { aud, idempotency_key } = said;
  if (text("iss") !== ISSUER) throw wrong("iss");
  if (aud !== domain && !(Array.isArray(aud) && aud.includes(domain))) throw wrong("aud");
  const exp = time("exp");
  const age = nowS - time("iat");
  if (exp <= nowS - LEEWAY_S) throw refused('"exp" claim timestamp check failed');
  if (age > MAX_LIFETIME_S + LEEWAY_S || age < -LEEWAY_S)
    throw refused('"iat" claim timestamp check failed');
  if (said["nbf"] !== undefined && time("nbf") > nowS + LEEWAY_S)
    throw refused('"nbf" claim timestamp check failed');
  const [sub, jti, run_id] = [text("sub"), text("jti"), text("run_id")];
  const [step_id, capability] = [text("step_id"), text("capability")];
  return { sub, jti, run_id, step_id, capability, exp, idempotency_key };
}
