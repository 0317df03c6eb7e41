import { hkdfSync, randomBytes } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataPathError, privateFolder } from "../private-files/private-files.ts";

/** What is made here has 43; a given one must at least be beyond guessing. */
export const MIN_SECRET_CHARS = 16;

/**
 * The secret that signs calls to domains: the one given, else the data folder's own, made on first use
 * and readable by its owner only. Processes that make it at the same moment agree.
 * Errors: DataPathError when the folder cannot be written
 */
export function domainSecret(given: string | undefined, dataFolder: string): string {
  if (given) return given;
  return storedSecret(dataFolder) ?? makeSecret(secretFile(dataFolder), dataFolder);
}

/**
 * The data folder's own secret, where it has been made.
 * Errors: throws for one that is too short, and DataPathError when it cannot be read
 */
export const storedSecret = (dataFolder: string): string | undefined =>
  readSecret(secretFile(dataFolder));

const secretFile = (dataFolder: string): string => join(dataFolder, "domain-secret");

function readSecret(file: string): string | undefined {
  try {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length >= MIN_SECRET_CHARS) return secret;
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw dataPathError(file, error);
  }
  throw new Error(
    `${file} holds fewer than ${MIN_SECRET_CHARS} characters; remove it, and another one is made`,
  );
}

function makeSecret(file: string, dataFolder: string): string {
  privateFolder(dataFolder);
  const draft = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    // The name appears with its whole content, or not at all when another process was first.
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    unlinkSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

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
