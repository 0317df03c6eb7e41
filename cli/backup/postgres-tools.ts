import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { hasCode, whyOf } from "#shared/contracts/errors.ts";
import { reason } from "#shared/messages/reason.ts";
import { BackupError } from "./backup-note.ts";

/** The most of a tool's complaint that is shown. */
const MOST_CHARS = 500;

/**
 * Runs one of PostgreSQL's own tools on a database. Its address goes by the environment: a command line can be read by
 * every user of the machine.
 * Errors: BackupError with what the tool said, or that it is not installed
 */
async function run(tool: string, args: readonly string[], databaseUrl: string): Promise<void> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl });
  const child = spawn(tool, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...process.env,
      ...{ PGHOST: host, PGPORT: String(port), PGUSER: user ?? "", PGDATABASE: database ?? "" },
      ...(password !== null && password !== undefined && { PGPASSWORD: String(password) }),
    },
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(0, MOST_CHARS);
  });
  const [code] = (await once(child, "close").catch((error: unknown) => {
    const isMissing = hasCode(error, "ENOENT");
    throw new BackupError(isMissing ? reason("tool_not_installed", { tool }) : String(error));
  })) as [number | null];
  if (code !== 0)
    throw new BackupError(
      reason("at", { path: tool, why: said.trim() || reason("exit_code", { code: String(code) }) }),
    );
}

/** One moment of the database, however much is written meanwhile. */
export const dumpPostgres = (databaseUrl: string, file: string): Promise<void> =>
  run(
    "pg_dump",
    ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`],
    databaseUrl,
  );

/** The database as it was; all of it or, when something fails, nothing. */
export const restorePostgres = (databaseUrl: string, file: string): Promise<void> =>
  run(
    "pg_restore",
    [
      ...["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"],
      ...["--exit-on-error", `--dbname=${nameOf(databaseUrl)}`, file],
    ],
    databaseUrl,
  );

const nameOf = (databaseUrl: string): string =>
  new pg.Client({ connectionString: databaseUrl }).database ?? "";

/** How often, and milliseconds between: what ends leaves its connection there for a moment. */
const LOOKS = 20;
const LOOK_MS = 250;

/** True while an orchestrator stays connected. Errors: BackupError when the database does not answer */
export async function isPostgresInUse(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 30_000 });
  try {
    await client.connect();
    for (let look = 1; ; look++) {
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where application_name = 'regente' and datname = current_database() limit 1",
      );
      if (rows.length === 0) return false;
      if (look === LOOKS) return true;
      await setTimeout(LOOK_MS);
    }
  } catch (error) {
    throw new BackupError(reason("at", { path: "PostgreSQL", why: whyOf(error) }));
  } finally {
    await client.end().catch(() => undefined);
  }
}
