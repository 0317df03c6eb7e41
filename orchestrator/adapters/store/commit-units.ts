import pg from "pg";
import type { UnitOutcome } from "./engine.ts";

type Unit = readonly pg.QueryConfig[];

/**
 * Classes of SQLSTATE that blame the statement and not the storage: bad data, a broken constraint,
 * access or syntax, a limit of the server.
 * Source: postgresql.org/docs/current/errcodes-appendix.html
 */
const STATEMENT_CLASSES: readonly string[] = ["22", "23", "42", "54"];
/** Another process's transaction was in the way; the same again will do. */
const ROLLBACK_CLASS = "40";
const MAX_TRIES = 3;

/**
 * Commits many units as one transaction, sent in one go. A unit that cannot be done is undone and
 * reported alone; the others are committed.
 * Errors: pg's own when the storage or the connection fails
 * Cost:   one round trip and one commit; a round trip more for each unit when one cannot be done
 */
export async function commitUnits(
  client: pg.ClientBase,
  units: readonly Unit[],
): Promise<UnitOutcome[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await commitTogether(client, units);
    } catch (error) {
      const fault = classOf(error);
      if (STATEMENT_CLASSES.includes(fault)) return commitApart(client, units);
      if (fault !== ROLLBACK_CLASS || tries === MAX_TRIES) throw error;
    }
  }
}

async function commitTogether(client: pg.ClientBase, units: readonly Unit[]) {
  // A statement that fails makes the server refuse the rest, and roll back where it says commit.
  const [, outcomes] = await allDone([
    client.query("begin"),
    allDone(units.map((unit) => runUnit(client, unit))),
    client.query("commit"),
  ]);
  return outcomes;
}

/** One of them cannot be done: savepoints find out which. */
async function commitApart(client: pg.ClientBase, units: readonly Unit[]) {
  const outcomes: UnitOutcome[] = [];
  await client.query("begin");
  for (const unit of units) {
    try {
      const [, outcome] = await allDone([
        client.query("savepoint unit"),
        runUnit(client, unit),
        client.query("release savepoint unit"),
      ]);
      outcomes.push(outcome);
    } catch (error) {
      if (!STATEMENT_CLASSES.includes(classOf(error))) throw error;
      await client.query("rollback to savepoint unit");
      outcomes.push(`PostgreSQL ${String(Object(error).code)}`);
    }
  }
  await client.query("commit");
  return outcomes;
}

async function runUnit(client: pg.ClientBase, unit: Unit): Promise<UnitOutcome> {
  const results = await allDone(unit.map((query) => client.query(query)));
  return results.at(-1)?.rowCount ?? 0;
}

/** Like Promise.all, but ends when every one of them has, and with the first failure in their order. */
async function allDone<T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

const classOf = (error: unknown): string =>
  error instanceof pg.DatabaseError ? (error.code ?? "").slice(0, 2) : "";
