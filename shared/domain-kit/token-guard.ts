import type { JWTPayload } from "jose";
import type { ExecuteRequest } from "../contracts/execute.ts";
import type { KitClock } from "./call.ts";
import { Refusal } from "./refusal.ts";

const ISSUER = "regente";
const LEEWAY_S = 60;
/** What a token may last, whatever it says of itself. */
const MAX_LIFETIME_S = 60;
const CLAIMS = ["exp", "iat", "sub", "jti", "run_id", "step_id", "capability"];

/** Decides who may call /execute. Both methods throw a Refusal (401) that never quotes the token. */
export type TokenGuard = {
  /** Signature, issuer, audience and expiry; before the body is read. */
  verify(authorization: string | undefined): Promise<JWTPayload>;
  /** The token is for this very call (run, step, capability, user, key), and is used once. */
  admit(claims: JWTPayload, request: ExecuteRequest, idempotencyKey: string | undefined): void;
};

const refuse = (message: string, cause?: unknown) =>
  new Refusal(401, "UNAUTHORIZED", message, cause === undefined ? {} : { cause });

/**
 * Checks service tokens: HS256 JWTs signed with the key that the orchestrator and this domain share,
 * issued by "regente" for the audience `domain`. The clocks may differ by a minute.
 */
export function makeTokenGuard(secret: string, domain: string, clock: KitClock): TokenGuard {
  const key = new TextEncoder().encode(secret);
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
      // Only domains with a secret pay for loading it.
      const { errors, jwtVerify } = await import("jose");
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ["HS256"],
          issuer: ISSUER,
          audience: domain,
          requiredClaims: CLAIMS,
          clockTolerance: LEEWAY_S,
          maxTokenAge: MAX_LIFETIME_S,
          currentDate: new Date(clock.now()),
        });
        return payload;
      } catch (error) {
        // jose's messages name the claim that is wrong, never the token.
        const why = error instanceof errors.JOSEError ? error.message : "malformed token";
        throw refuse(`The service token is refused: ${why}`, error);
      }
    },
    admit(claims, { intent, context }, idempotencyKey) {
      const matches =
        claims["run_id"] === context.run_id &&
        claims["step_id"] === context.step_id &&
        claims["capability"] === intent.capability &&
        claims.sub === context.user_id &&
        (claims["idempotency_key"] === undefined || claims["idempotency_key"] === idempotencyKey);
      if (!matches) throw refuse("The service token is for another call");
      forgetExpired();
      const jti = String(claims.jti);
      if (used.has(jti))
        throw refuse("The service token was used already; sign a new one for each call");
      used.set(jti, ((claims.exp ?? 0) + LEEWAY_S) * 1000);
    },
  };
}
