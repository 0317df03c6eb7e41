import { closeSync, existsSync, openSync, readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { ContractError, errorText, faultAt, hasCode, parseContract } from "../contracts/errors.ts";
import { because, reason } from "../messages/reason.ts";
import { writeWholeSync } from "../private-files/write-whole.ts";
import { apiKeyDigest, makeApiKey, scope } from "./api-key.ts";

/**
 * Whose rows it opens: nothing that could be read as two ids. Half a character is none either: domains would hear the name
 * of whoever has U+FFFD in its place.
 */
export const keyOwner = z
  .string()
  .min(1)
  .max(256)
  .refine((text) => /^[^\p{Cc}\p{Cs}]+$/u.test(text), because("no_control_characters"));

const hexadecimal = (count: number) =>
  z
    .string()
    .refine(
      (text) => text.length === count && /^[0-9a-f]*$/.test(text),
      because("hexadecimal_digits", { count }),
    );

const goalPattern = z
  .string()
  .refine(
    (text) => /^(?:\*|[a-z][a-z0-9_-]{0,63}(?::\*|\.[a-z][a-z0-9_]{0,63}))$/.test(text),
    because("no_goal_pattern"),
  );

/** A key as it is kept: by its digest, so that the file opens no endpoint. */
const apiKeyEntry = z.strictObject({
  id: hexadecimal(12),
  user_id: keyOwner,
  scopes: z.array(scope).max(1000),
  /** Of the whole key, in hexadecimal digits. */
  sha256: hexadecimal(64),
  created_at: z.iso.datetime(),
  /** Absent: until it is revoked. */
  expires_at: z.iso.datetime().optional(),
  /** Goals that are answered in front of a model, `finance.get_quote`, `finance:*` or `*`. Absent: all that are not suggested. */
  answers: z.array(goalPattern).max(1000).optional(),
  /** Goals that are only suggested there, as calls of tools that the client offers. */
  suggests: z.array(goalPattern).max(1000).optional(),
  /** Digests of system messages under which this key's front end sends its users' own wishes. */
  instructions: z.array(hexadecimal(64)).max(100).optional(),
});
export type ApiKeyEntry = z.infer<typeof apiKeyEntry>;

const keyFile = z
  .strictObject({ keys: z.array(apiKeyEntry).max(100_000) })
  .superRefine(({ keys }, report) => {
    const ids = new Set<string>();
    for (const [at, { id }] of keys.entries()) {
      if (ids.has(id))
        report.addIssue({ code: "custom", path: ["keys", at, "id"], ...because("is_there_twice") });
      ids.add(id);
    }
  });

/** More than all keys take that a file may hold, bytes. */
const MOST_BYTES = 128 * 1024 * 1024;

/** The file's text. A pipe or a device would be waited for, and nothing else done meanwhile. */
function readPlain(path: string): string {
  const found = statSync(path);
  if (!found.isFile()) throw new Error("it is not a plain file");
  if (found.size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
  return readFileSync(path, "utf8");
}

/**
 * The keys of a file, the oldest first.
 * Errors: ContractError naming the file, and what is wrong where
 */
export function readKeyFile(path: string): ApiKeyEntry[] {
  const what = reason("key_file", { path });
  try {
    return parseContract(keyFile, JSON.parse(readPlain(path)), what).keys;
  } catch (cause) {
    if (cause instanceof ContractError) throw cause;
    const why = hasCode(cause, "ENOENT")
      ? reason("no_key_file")
      : reason("unreadable", { why: errorText(cause) });
    throw new ContractError(what, [faultAt("", why)], { cause });
  }
}

export type NewKey = Pick<
  ApiKeyEntry,
  "user_id" | "scopes" | "expires_at" | "answers" | "suggests"
>;

/** Whom a new key may be for: also nothing that looks like another one. */
const newEntry = apiKeyEntry.extend({
  user_id: keyOwner.refine(
    (name) => name === name.trim() && !/\p{Cf}/u.test(name),
    because("no_blank_edges"),
  ),
});

/**
 * Add a key to a file, which is made when there is none yet, readable by its owner only.
 * Errors: as readKeyFile, for a user or a scope that is none, and where another process does not end its change; Node's
 *         own when it cannot be written
 */
export function addKey(path: string, wanted: NewKey, now: Date): { key: string; id: string } {
  const { id, key } = makeApiKey();
  const made = { ...wanted, id, sha256: apiKeyDigest(key), created_at: now.toISOString() };
  const entry = parseContract(newEntry, made, "new key");
  alone(path, () => write(path, [...keysOrNone(path), entry]));
  return { key, id };
}

/**
 * Take a key out of a file; it opens nothing from then on. False: there is none by that id.
 * Errors: as addKey
 */
export function revokeKey(path: string, id: string): boolean {
  return alone(path, () => {
    const keys = readKeyFile(path);
    const left = keys.filter((each) => each.id !== id);
    if (left.length === keys.length) return false;
    write(path, left);
    return true;
  });
}

/** The key that a name means: its id, or its user where that has only one; undefined: none, or several. */
export function keyNamed(keys: readonly ApiKeyEntry[], name: string): ApiKeyEntry | undefined {
  const [only, ...others] = keys.filter(({ id, user_id }) => id === name || user_id === name);
  return others.length === 0 ? only : keys.find(({ id }) => id === name);
}

/**
 * Change the digests of the instructions that a key trusts. False: there is no key of that id.
 * Errors: as addKey, and for more digests than a key may have
 */
export function changeInstructions(
  path: string,
  id: string,
  change: (digests: readonly string[]) => readonly string[],
): boolean {
  return alone(path, () => changeInstructionsOf(path, id, change));
}

function changeInstructionsOf(
  path: string,
  id: string,
  change: (digests: readonly string[]) => readonly string[],
): boolean {
  const keys = readKeyFile(path);
  const key = keys.find((each) => each.id === id);
  if (key === undefined) return false;
  const { instructions = [], ...rest } = key;
  const left = change(instructions);
  const changed = parseContract(
    apiKeyEntry,
    left.length === 0 ? rest : { ...rest, instructions: [...new Set(left)] },
    `key ${id}`,
  );
  write(
    path,
    keys.map((each) => (each.id === id ? changed : each)),
  );
  return true;
}

function keysOrNone(path: string): ApiKeyEntry[] {
  try {
    return readKeyFile(path);
  } catch (error) {
    if (error instanceof ContractError && hasCode(error.cause, "ENOENT")) return [];
    throw error;
  }
}

/** Longer than many changes in a row take, milliseconds. */
const PATIENCE_MS = 30_000;
/** SQLite's number for a lock that somebody else has. */
const SQLITE_BUSY = 5;

/**
 * Two that change the file at once would each write what they have read: a key that was revoked would be back. The lock is
 * SQLite's own, which the system lets go of when a process ends in whatever way: no clock says whether it still holds.
 */
function alone<T>(path: string, change: () => T): T {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const lock = new DatabaseSync(lockOf(path), { timeout: PATIENCE_MS });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return change();
  } catch (error) {
    if (!isBusy(error)) throw error;
    const message = `another process has been changing it for ${PATIENCE_MS / 1000} s; try again when it has ended`;
    throw new ContractError(`key file ${path}`, [{ path: "", message }], { cause: error });
  } finally {
    lock.close();
  }
}

/** The file of the lock, which stays: who made it anew could have the lock while another process has the old one. */
function lockOf(path: string): string {
  const lock = `${path}.lock`;
  // Never opened and closed beside SQLite: that would let go of locks that this process holds on it.
  if (!existsSync(lock)) closeSync(openSync(lock, "a", 0o600));
  return lock;
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;

const write = (path: string, keys: readonly ApiKeyEntry[]): void =>
  writeWholeSync(path, `${JSON.stringify({ keys }, null, 2)}\n`);
