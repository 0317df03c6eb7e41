import { randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import type { ExecuteRequest } from "../contracts/execute.ts";

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
