import { createSecretKey, hash } from "node:crypto";
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { LRUCache } from "lru-cache";
import { Agent, request } from "undici";
import { keyOwner } from "#shared/api-keys/key-file.ts";
import { reason } from "#shared/messages/reason.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Principal, PrincipalOf } from "../../ports/principal.ts";
import { CredentialsError, IdentityUnavailableError } from "./credentials-error.ts";

const MAX_KEY_SET_BYTES = 256 * 1024;
const TIMEOUT_MS = 5000;
/** A key that is not known makes us ask again, but not more often than this. */
const COOLDOWN_MS = 10_000;
const MAX_AGE_MS = 10 * 60_000;

/**
 * The public keys of whoever issues tokens, fetched from this one address when they are first needed, when they are ten
 * minutes old, and when a token names a key that is not among them. Nothing is followed or unpacked.
 * Errors: of the function: jose's own for a token that no key fits, IdentityUnavailableError when there are no keys
 */
function remoteKeys(url: URL): { keyOf: JWTVerifyGetKey; close(): Promise<void> } {
  const agent = new Agent({
    connections: 1,
    maxResponseSize: MAX_KEY_SET_BYTES,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connect: { timeout: TIMEOUT_MS },
  });
  const find = createRemoteJWKSet(url, {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MAX_AGE_MS,
    [customFetch]: async (_url, { signal }) => {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        signal,
        headers: { accept: "application/json", "accept-encoding": "identity" },
      });
      const encoding = headers["content-encoding"];
      if (encoding !== undefined && encoding !== "identity") {
        await body.dump({ limit: 0 });
        throw new Error("answered packed, although it was asked not to");
      }
      return new Response(await body.text(), { status: statusCode });
    },
  });
  return {
    keyOf: (header, token) =>
      find(header, token).catch((cause: unknown) => {
        if (NOT_OURS.some((refusal) => cause instanceof refusal)) throw cause;
        throw new IdentityUnavailableError(reason("token_keys_unavailable"), { cause });
      }),
    close: () => agent.destroy(),
  };
}

/** The keys are there, and the token names or needs another one. */
const NOT_OURS = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
  errors.JWKInvalid,
];

/** Who signs users' tokens, and for whom they must be. */
export type TokenSettings = {
  issuer: string;
  audience: string;
  /** A shared secret (HS256), or where the issuer's public keys are. */
  signedBy: { secret: string } | { jwksUrl: string };
};

/** One family for each kind of key: a public key can never be taken for a secret. */
const SYMMETRIC = ["HS256"];
const ASYMMETRIC = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];
const LEEWAY_S = 60;
/** A token is looked at again at least this often, so that a key that was taken back counts. */
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/**
 * Who a JWT speaks for. The algorithms are ours and not the token's; issuer, audience, subject and expiry are demanded;
 * clocks may differ by a minute.
 * Errors: of `identify`: CredentialsError, and IdentityUnavailableError when the issuer's keys cannot be had
 * Cost:   some 0.2 ms the first time, then 3 us for a minute
 */
export function tokens(
  { issuer, audience, signedBy }: TokenSettings,
  principalOf: PrincipalOf,
  defaultScopes: readonly string[],
  clock: Clock,
): { identify(token: string): Principal | Promise<Principal>; close(): Promise<void> } {
  const { key, algorithms, close } = keyOf(signedBy);
  const remembered = new LRUCache<string, { principal: Principal; until: number }>({
    max: MOST_REMEMBERED,
  });

  const verify = async (token: string, digest: string): Promise<Principal> => {
    const now = clock.now();
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(token, key, {
        algorithms,
        issuer,
        audience,
        requiredClaims: ["sub", "exp"],
        clockTolerance: LEEWAY_S,
        currentDate: new Date(now),
      }));
    } catch (error) {
      throw refusalOf(error);
    }
    if (payload.iat !== undefined && payload.iat > now / 1000 + LEEWAY_S)
      throw new CredentialsError("invalid_token", reason("token_from_later"));
    const user_id = keyOwner.safeParse(payload.sub);
    if (!user_id.success) throw new CredentialsError("invalid_token", reason("token_without_user"));
    const principal = principalOf(user_id.data, scopesIn(payload) ?? defaultScopes);
    const until = Math.min(now + REMEMBERED_MS, ((payload.exp ?? 0) + LEEWAY_S) * 1000);
    remembered.set(digest, { principal, until });
    return principal;
  };

  return {
    identify(token) {
      // By the whole token: what is found by a part of one could be found by another one.
      const digest = hash("sha256", token);
      const known = remembered.get(digest);
      return known !== undefined && clock.now() < known.until
        ? known.principal
        : verify(token, digest);
    },
    close,
  };
}

function keyOf(signedBy: TokenSettings["signedBy"]) {
  if ("secret" in signedBy) {
    const key = createSecretKey(signedBy.secret, "utf8");
    return { key, algorithms: SYMMETRIC, close: async () => {} };
  }
  const { keyOf: key, close } = remoteKeys(new URL(signedBy.jwksUrl));
  return { key, algorithms: ASYMMETRIC, close };
}

/** `scope: "a b"` (RFC 8693), or `scp` as a text or a list; undefined where the token says neither. */
function scopesIn({ scope, scp }: JWTPayload): string[] | undefined {
  const said = scope ?? scp;
  if (typeof said === "string") return said.split(" ").filter((word) => word !== "");
  if (Array.isArray(said))
    return (said as unknown[]).filter((word): word is string => typeof word === "string");
  // Something else was said, and nothing of it can be read.
  return said === undefined ? undefined : [];
}

/** jose's messages name the claim or the header that is wrong, never the token. */
function refusalOf(cause: unknown): Error {
  if (cause instanceof IdentityUnavailableError) return cause;
  if (cause instanceof errors.JWTExpired)
    return new CredentialsError("token_expired", reason("token_expired"), { cause });
  const why = cause instanceof errors.JOSEError ? cause.message : reason("malformed");
  return new CredentialsError("invalid_token", reason("token_refused", { why }), { cause });
}
