import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const DEBIAN = "/usr/lib/postgresql";

/** A server of PostgreSQL of one's own: it listens on a socket in a folder of its own, and is thrown away at the end. */
export type OwnPostgres = {
  /** Of a database; `postgres` is there from the beginning. */
  url(database: string): string;
  start(): Promise<void>;
  /** As by kill -9: it recovers at the next start. */
  stop(): Promise<void>;
  remove(): Promise<void>;
};

/** Where Debian puts it; undefined: it is not installed. */
function programs(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const [newest] = readdirSync(DEBIAN).toSorted((one, other) => Number(other) - Number(one));
  return newest && join(DEBIAN, newest, "bin");
}

/** Errors: Error when PostgreSQL is not installed, or does not start */
export async function ownPostgres(): Promise<OwnPostgres> {
  const bin = programs();
  if (bin === undefined)
    throw new Error(
      "PostgreSQL is not installed here (apt-get install postgresql), and DATABASE_URL is not set",
    );
  const home = mkdtempSync(join(tmpdir(), "regente-postgres-"));
  const data = join(home, "data");
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await run("chown", ["postgres", home]);
  const as = (program: string, args: readonly string[]) =>
    isRoot
      ? run("runuser", ["-u", "postgres", "--", join(bin, program), ...args], { cwd: home })
      : run(join(bin, program), args, { cwd: home });
  const made = ["-D", data, "-U", "regente", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust"];
  await as("initdb", [...made, "--no-sync"]);
  const options = `-c listen_addresses='' -c unix_socket_directories='${home}' -c max_connections=300`;
  const log = join(home, "log");
  return {
    url: (database) => `postgres://regente@localhost/${database}?host=${home}`,
    async start() {
      await as("pg_ctl", ["-D", data, "-l", log, "-w", "-o", options, "start"]).catch(() => {
        throw new Error(`PostgreSQL does not start: ${readFileSync(log, "utf8").slice(-1000)}`);
      });
    },
    stop: async () => void (await as("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"])),
    async remove() {
      await as("pg_ctl", ["-D", data, "-m", "immediate", "stop"]).catch(() => undefined);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
