import { hkdfSync } from "node:crypto";

/**
 * The key that one domain shares with the orchestrator, and with no other domain: from the secret it can be made, and
 * the secret cannot be found out from it.
 * Shape: HKDF-SHA256 of the secret, without salt, with the domain's name as info; 32 bytes in base64url. The text itself
 *        is what tokens are signed with
 */
export const domainKey = (secret: string, domain: string): string =>
  Buffer.from(hkdfSync("sha256", secret, "", domain, 32)).toString("base64url");

/**
 * What a domain's environment says of its key: `REGENTE_DOMAIN_KEY`, or what is made from the secret of all domains where
 * it was told that. undefined: neither, or both are empty.
 */
export const domainKeyIn = (
  env: Readonly<Record<string, string | undefined>>,
  domain: string,
): string | undefined =>
  env["REGENTE_DOMAIN_KEY"] ||
  (env["REGENTE_DOMAIN_SECRET"] ? domainKey(env["REGENTE_DOMAIN_SECRET"], domain) : undefined);
