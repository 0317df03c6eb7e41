import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { domainSecret } from "#shared/domain-secret/domain-secret.ts";
import { freePort } from "../cli/testing/free-port.ts";
import { ownPostgres } from "./cluster/postgres.ts";
import { installRestateServer, restateCluster } from "./cluster/restate-server.ts";

// npm run cluster -- [--nodes 3] [--host restate] [--orchestrators 3] [--port 8080] [--install]
//
// Everything that a cluster has, on loopback and on one machine: Restate (of one node, or --nodes of them), PostgreSQL (as
// DATABASE_URL says, or one of its own that is thrown away), three orchestrators that share them, and the domains. It ends
// with Ctrl+C, and leaves nothing behind. --install only gets Restate's program. --host leases: without Restate.

const { values } = parseArgs({
  options: {
    nodes: { type: "string", default: "1" },
    host: { type: "string", default: "restate" },
    orchestrators: { type: "string", default: "3" },
    port: { type: "string", default: "8080" },
    install: { type: "boolean", default: false },
  },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);
const LONGEST_START_MS = 60_000;

if (values.install) {
  say(installRestateServer());
  process.exit(0);
}

const first = Number(values.port);
const count = Number(values.orchestrators);
const nodes = Number(values.nodes);
const isWhole = (value: number) => Number.isSafeInteger(value) && value > 0;
if (![first, count, nodes].every(isWhole) || !["restate", "leases"].includes(values.host)) {
  say("--nodes, --orchestrators and --port are whole numbers, --host is restate or leases");
  process.exit(2);
}

const stopping = new AbortController();
process.once("SIGINT", () => stopping.abort());
process.once("SIGTERM", () => stopping.abort());
await using ends = new AsyncDisposableStack();

const folder = mkdtempSync(join(tmpdir(), "regente-cluster-"));
ends.defer(() => rmSync(folder, { recursive: true, force: true }));
const data = resolve(process.env["REGENTE_DATA"] || join(folder, "data"));
const databaseUrl = process.env["DATABASE_URL"] || (await startPostgres());
const hosted: Record<string, string> =
  values.host === "restate" ? await startRestate() : { REGENTE_RUN_HOST: "leases" };
const env = {
  ...process.env,
  ...hosted,
  DATABASE_URL: databaseUrl,
  REGENTE_DATA: data,
  REGENTE_DOMAIN_SECRET: domainSecret(process.env["REGENTE_DOMAIN_SECRET"], data),
};
// The first brings the domains; all of them use the same.
await startProcess("orchestrator 1 and the domains", ["cli/regente.ts", "up"], first);
for (let at = 1; at < count; at += 1)
  await startProcess(`orchestrator ${at + 1}`, ["orchestrator/main.ts"], first + at);
say("everything is up; Ctrl+C ends it");
while (!stopping.signal.aborted)
  await pause(1000, undefined, { signal: stopping.signal }).catch(() => undefined);
say("stopping");

async function startPostgres(): Promise<string> {
  const postgres = await ownPostgres();
  ends.defer(() => postgres.remove());
  await postgres.start();
  say("PostgreSQL, of its own: it is thrown away at the end (DATABASE_URL names another)");
  return postgres.url("postgres");
}

async function startRestate(): Promise<Record<string, string>> {
  const cluster = await restateCluster(installRestateServer(), join(folder, "restate"), nodes);
  for (const node of cluster.nodes) ends.defer(() => node.stop());
  await Promise.all(cluster.nodes.map((node) => node.start()));
  for (const [at, { ingress, admin }] of cluster.nodes.entries())
    say(`Restate ${at + 1} of ${nodes}: ${ingress}, its page ${admin}`);
  return {
    REGENTE_RUN_HOST: "restate",
    REGENTE_RESTATE_INGRESS: cluster.nodes.map(({ ingress }) => ingress).join(","),
    REGENTE_RESTATE_ADMIN: cluster.nodes.map(({ admin }) => admin).join(","),
    REGENTE_RESTATE_KEYS: cluster.publicKey,
    REGENTE_RESTATE_PORT: String(await freePort()),
  };
}

async function startProcess(name: string, program: readonly string[], port: number): Promise<void> {
  if (stopping.signal.aborted) return;
  const child = spawn(process.execPath, program, {
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
    // Ctrl+C is for this process, which ends the others in order.
    detached: true,
  });
  ends.defer(() => endProcess(child));
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  while (!(await isReady(url)) && !stopping.signal.aborted) {
    if (child.exitCode !== null || performance.now() - begun > LONGEST_START_MS)
      throw new Error(`${name} does not start`);
    await pause(200);
  }
  say(`${name}: ${url}`);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
