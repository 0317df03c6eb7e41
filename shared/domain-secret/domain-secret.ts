import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataPathError, privateFolder } from "../private-files/private-folder.ts";

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
