import type { DatabaseSync, StatementSync } from "node:sqlite";
import { RegenteError } from "#shared/contracts/errors.ts";
import type { CompiledText } from "./compile-query.ts";
import type { UnitOutcome } from "./engine.ts";
import type { UnpackedCall } from "./write-queue.ts";

type Unit = readonly UnpackedCall[];

/**
 * Commits many units as one transaction, with one fsync. A unit that cannot be done is undone and
 * reported alone; the others are committed.
 * Errors: node:sqlite's own when the storage fails; then nothing is committed
 * Cost:   two to five us a call, and the fsync
 */
export function createGroupCommit(db: DatabaseSync, texts: readonly CompiledText[]) {
  const prepared = new Map<number, StatementSync>();
  const statement = (text: number): StatementSync => {
    const known = prepared.get(text) ?? db.prepare(texts[text]?.sql ?? "");
    prepared.set(text, known);
    return known;
  };

  const run = (unit: Unit): UnitOutcome => {
    let changes = 0;
    for (const { text, values } of unit) changes = Number(statement(text).run(...values).changes);
    return changes;
  };

  const runApart = (unit: Unit): UnitOutcome => {
    db.exec("savepoint unit");
    try {
      const outcome = run(unit);
      db.exec("release unit");
      return outcome;
    } catch (error) {
      if (isStorageFault(error)) throw error;
      db.exec("rollback to unit; release unit");
      return describeFault(error);
    }
  };

  const transaction = (units: readonly Unit[], runOne: (unit: Unit) => UnitOutcome) => {
    db.exec("begin immediate");
    try {
      const outcomes = units.map(runOne);
      db.exec("commit");
      return outcomes;
    } catch (error) {
      // Some faults (a full disk) have ended the transaction already.
      if (db.isTransaction) db.exec("rollback");
      throw error;
    }
  };

  return (units: readonly Unit[]): UnitOutcome[] => {
    try {
      return transaction(units, run);
    } catch (error) {
      if (isStorageFault(error)) throw error;
      // One of them cannot be done. Which, is found out with savepoints, which all others do without.
      return transaction(units, runApart);
    }
  };
}

/**
 * Result codes that blame the statement and not the storage: it would fail on any disk.
 * Source: sqlite.org/rescode.html: ERROR, TOOBIG, CONSTRAINT, MISMATCH, RANGE
 */
const STATEMENT_CODES = new Set([1, 18, 19, 20, 25]);

/** True when trying the same again may help: the disk is full or failing, or another process holds the file. */
function isStorageFault(error: unknown): boolean {
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
