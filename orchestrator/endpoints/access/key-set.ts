import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { Agent, request } from "undici";
import { IdentityUnavailableError } from "./access-error.ts";

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
export function remoteKeys(url: URL): { keyOf: JWTVerifyGetKey; close(): Promise<void> } {
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
        const message = "The keys that tokens are signed with cannot be had just now; try again.";
        throw new IdentityUnavailableError(message, { cause });
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
