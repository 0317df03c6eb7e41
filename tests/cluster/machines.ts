import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../cli/testing/free-port.ts";
import type { RestateCluster } from "../../scripts/cluster/restate-server.ts";

const LONGEST_START_MS = 200_000;
/** Of a log, in an error: the folder that it is in goes with the run. */
const lastOf = (logFile: string): string => readFileSync(logFile, "utf8").slice(-2000);

/** An orchestrator on a machine of its own, as far as the others can see. */
export type Machine = {
  readonly url: string;
  start(): Promise<void>;
  /** As by kill -9; `look` is called when it stands still already, and nothing of it goes on. */
  kill(look?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
  /** From its next start on it is this version. */
  upgrade(): void;
  isUp(): boolean;
};

export type ClusterSettings = {
  folder: string;
  secret: string;
  /** Absent: a file in the folder. */
  databaseUrl?: string;
  domains: readonly { name: string; url: string }[];
  /** Where each machine finds them, by the domain's name, where they do not all go the same way. */
  ways?: readonly Readonly<Record<string, string>>[];
  /** Absent: processes with leases. */
  restate?: RestateCluster;
  count: number;
  /** A folder with the code that is tried. Absent: this one, as it is whenever a machine starts. */
  version?: string;
  /** A checkout of another version, with its packages, that all of them begin with. */
  from?: string;
  /** For a whole request. */
  deadlineMs?: number;
};

/** Orchestrators that share a database, a folder and perhaps Restate. Not started yet. */
export async function machines(settings: ClusterSettings): Promise<Machine[]> {
  const { folder, restate, count } = settings;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const bootstrap = join(folder, "domains.bootstrap.json");
  const wayTo = (name: string) => `WAY_TO_${name.toUpperCase()}`;
  const entries = settings.domains.map(({ name, url }) => ({
    name,
    url: `\${${wayTo(name)}:-${url}}`,
  }));
  writeFileSync(bootstrap, JSON.stringify({ domains: entries }));
  const port = await freePort();
  const env = {
    PATH: process.env["PATH"] ?? "",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
    // What is compiled of a copy is of no use afterwards.
    NODE_COMPILE_CACHE:
      settings.version === undefined
        ? (process.env["NODE_COMPILE_CACHE"] ?? resolve("node_modules", ".cache", "regente-tests"))
        : join(settings.version, ".compile-cache"),
    REGENTE_BOOTSTRAP: bootstrap,
    REGENTE_DATA: folder,
    REGENTE_DOMAIN_SECRET: settings.secret,
    REGENTE_DEADLINE_MS: String(settings.deadlineMs ?? 10_000),
    ...(settings.databaseUrl !== undefined && {
      DATABASE_URL: settings.databaseUrl,
      REGENTE_RUN_HOST: restate === undefined ? "leases" : "restate",
    }),
    ...(restate && {
      REGENTE_RESTATE_INGRESS: restate.nodes.map(({ ingress }) => ingress).join(","),
      REGENTE_RESTATE_ADMIN: restate.nodes.map(({ admin }) => admin).join(","),
      REGENTE_RESTATE_KEYS: restate.publicKey,
      REGENTE_RESTATE_PORT: String(port),
    }),
  };
  const { version = resolve("."), from = version } = settings;
  const made: Machine[] = [];
  for (let at = 0; at < count; at += 1) {
    const all: Record<string, string> = { ...env };
    for (const [name, url] of Object.entries(settings.ways?.[at] ?? {})) all[wayTo(name)] = url;
    made.push(machine(await freePort(), all, join(folder, `log-${at + 1}`), { version, from }));
  }
  return made;
}

function machine(
  port: number,
  env: Record<string, string>,
  logFile: string,
  versions: { version: string; from: string },
): Machine {
  const url = `http://127.0.0.1:${port}`;
  const isRoot = process.getuid?.() === 0;
  let version = versions.from;
  let child: ChildProcess | undefined;
  const isUp = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  /** What makes the namespace keeps a signal to itself. */
  const signal = (name: NodeJS.Signals) => {
    const inner = isRoot && child?.pid !== undefined ? childrenOf(child.pid) : [];
    if (inner.length === 0) child?.kill(name);
    for (const pid of inner) process.kill(pid, name);
  };
  const end = async (name: NodeJS.Signals) => {
    if (child?.pid === undefined || !isUp()) return;
    const ended = once(child, "exit");
    if (name === "SIGKILL") child.kill(name);
    else signal(name);
    await ended;
  };
  process.once("exit", () => child?.kill("SIGKILL"));
  const command = (): [string, string[]] => {
    const main = join(version, "orchestrator/main.ts");
    // In a namespace of pids of its own no one can look whether a process is there: as on another machine.
    return isRoot
      ? ["unshare", ["--pid", "--fork", "--kill-child", process.execPath, main]]
      : [process.execPath, [main]];
  };
  return {
    url,
    isUp,
    upgrade() {
      version = versions.version;
    },
    async start() {
      const log = openSync(logFile, "a");
      child = spawn(...command(), {
        cwd: version,
        env: { ...env, PORT: String(port) },
        stdio: ["ignore", log, log],
      });
      const begun = performance.now();
      while (!(await isReady(url))) {
        if (!isUp()) throw new Error(`the orchestrator ended: ${lastOf(logFile)}`);
        if (performance.now() - begun > LONGEST_START_MS)
          throw new Error(`it does not become ready: ${lastOf(logFile)}`);
        await pause(50);
      }
    },
    async kill(look) {
      if (look !== undefined && isUp()) {
        signal("SIGSTOP");
        await look();
      }
      await end("SIGKILL");
    },
    stop: () => end("SIGTERM"),
  };
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`, { signal: AbortSignal.timeout(2000) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
