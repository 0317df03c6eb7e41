import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addKey } from "#shared/api-keys/key-file.ts";

/** Signs the tokens that the endpoints take. */
export const JWT_SECRET = "a-secret-of-thirty-two-characters!";

/** Endpoints that ask who calls: a file of keys of its own, an issuer of tokens, and the settings that name both. */
export function knownUsers() {
  const folder = mkdtempSync(join(tmpdir(), "regente-users-"));
  const keyFile = join(folder, "keys.json");
  return {
    keyOf: (user_id: string, ...scopes: string[]) =>
      addKey(keyFile, { user_id, scopes }, new Date()).key,
    settings: {
      REGENTE_API_KEYS: keyFile,
      REGENTE_JWT_SECRET: JWT_SECRET,
      REGENTE_JWT_ISSUER: "https://id.example.org",
      REGENTE_JWT_AUDIENCE: "regente",
    },
    forget: () => rmSync(folder, { recursive: true }),
  };
}
