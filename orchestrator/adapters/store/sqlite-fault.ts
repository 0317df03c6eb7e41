import { RegenteError } from "#shared/contracts/errors.ts";

/**
 * Result codes that blame the statement and not the storage: it would fail on any disk.
 * Source: sqlite.org/rescode.html: ERROR, TOOBIG, CONSTRAINT, MISMATCH, RANGE
 */
const STATEMENT_CODES = new Set([1, 18, 19, 20, 25]);

/** True when trying the same again may help: the disk is full or failing, or another process holds the file. */
export function isStorageFault(error: unknown): boolean {
  const code = resultCode(error);
  return code !== undefined && !STATEMENT_CODES.has(code & 0xff);
}

/** What went wrong, in SQLite's own words and without any contents. */
export function describeFault(error: unknown): string {
  if (error instanceof RegenteError) return error.message;
  const code = resultCode(error);
  if (code === undefined || !(error instanceof Error)) return String(error);
  const said = "errstr" in error ? String(error.errstr) : error.message;
  return `${said} (SQLite ${code})`;
}

/** The extended result code of an error of node:sqlite; its last byte is the kind. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return Number(error.errcode);
}
