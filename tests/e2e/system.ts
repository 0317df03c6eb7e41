import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { domainsResponse, explainResponse, turnResponse } from "#shared/contracts/endpoints.ts";
import { domainKey } from "#shared/domain-secret/domain-secret.ts";
import { freePort } from "../../cli/testing/free-port.ts";
import { builtOnce, startEnvironment } from "./build-once.ts";
import { learnTogether } from "./learn-together.ts";

/** A started process of the system under test; its output is kept for failure messages. */
export type Running = { child: ChildProcess; output: () => string };

/** Start a file of the project under this Node. */
export function startProcess(
  file: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): Running {
  const child = spawn(process.execPath, [resolve(file), ...args], {
    env: {
      PATH: process.env["PATH"] ?? "",
      LOG_LEVEL: "warn",
      // Seconds of a processor for each catalogue; the tests of the review ask for it.
      REGENTE_LINT: "off",
      ...startEnvironment(file),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return { child, output: () => output };
}

export async function stopProcess(
  { child }: Running,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** Longer than anything takes on a machine that does much else; within the limit of a test. */
const PATIENCE_MS = 200_000;

/** Ask again until `check` holds; the only waiting that tests do. */
export async function until(
  what: string,
  check: () => Promise<boolean>,
  output = () => "",
): Promise<void> {
  const giveUp = Date.now() + PATIENCE_MS;
  while (Date.now() < giveUp) {
    if (await check().catch(() => false)) return;
    await new Promise((wake) => setTimeout(wake, 25));
  }
  throw new Error(`gave up waiting until ${what}\n${output()}`);
}

/** What is said to a started system. */
export function speaking(url: string) {
  const post = async (path: string, body: unknown): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    post,
    /** One message of a session that is looked at later as well, with its whole trace; of one user, unless it says whose. */
    turn: async (input_text: string, session_id: string, user_id?: string) => {
      const body = { input_text, session_id, user_id, follows_ticks: true };
      return turnResponse.parse((await post("/v1/turns", body)).body);
    },
    explain: async (input_text: string, session_id: string) => {
      const body = { input_text, session_id, follows_ticks: true };
      return explainResponse.parse((await post("/v1/explain", body)).body);
    },
  };
}

/**
 * The whole system on loopback, each part its own process: the shipped domains, any further ones a test
 * adds, and the orchestrator over a bootstrap file of its own in a folder that goes with it. `learnsAnew`: it finds
 * nothing that another system has learnt of the same catalogue.
 */
export async function startSystem({ learnsAnew = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "regente-e2e-"));
  const secret = "e2e-secret-that-is-long-enough-0123456789";
  const processes = new Map<string, Running>();
  /** By name; "" while its port is being looked for. */
  const entries = new Map<string, string>();
  const manifests: { name: string; manifest: string }[] = [];
  const bootstrap = join(folder, "domains.bootstrap.json");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // Domains are started side by side; a write that could be overtaken would leave half of two files.
  const writeBootstrap = () => {
    const services = [...entries].map(([name, url]) => ({ name, url })).filter(({ url }) => url);
    writeFileSync(bootstrap, JSON.stringify({ domains: [...services, ...manifests] }));
  };

  /** In the order in which they were asked for: a catalogue in another order is another one, and is learnt again. */
  const addEntry = async (name: string): Promise<string> => {
    const known = entries.get(name);
    if (known !== undefined) return known;
    entries.set(name, "");
    const place = `http://127.0.0.1:${await freePort()}`;
    entries.set(name, place);
    writeBootstrap();
    return place;
  };
  const stop = async (name: string, signal?: NodeJS.Signals) => {
    const running = processes.get(name);
    if (running !== undefined) await stopProcess(running, signal);
    processes.delete(name);
  };
  const startDomain = async (
    name: string,
    file = `domains/${name}/main.ts`,
    env: Record<string, string> = {},
  ) => {
    const place = await addEntry(name);
    const { port: domainPort } = new URL(place);
    await stop(name);
    const running = startProcess(builtOnce(file), {
      REGENTE_DATA: folder,
      REGENTE_DOMAIN_KEY: domainKey(secret, name),
      PORT: domainPort,
      FINANCE_PROVIDER: "sample",
      ...env,
    });
    processes.set(name, running);
    await until(`${name} answers`, async () => (await fetch(`${place}/health`)).ok, running.output);
  };
  /** A domain that the test starts by itself, at a port that is free now. */
  const addService = async (name: string) => {
    const { port } = new URL(await addEntry(name));
    return { PORT: port, REGENTE_DOMAIN_KEY: domainKey(secret, name) };
  };
  /** A domain that is a manifest and no service; a shipped one unless it is said where. */
  const addManifest = (name: string, manifest = resolve(`domains/${name}/manifest.yaml`)) => {
    manifests.push({ name, manifest });
    writeBootstrap();
  };
  /** In the place of the one that runs, if one does. */
  const startOrchestrator = async (
    env: Record<string, string> = {},
    file = "orchestrator/main.ts",
  ) => {
    await stop("orchestrator");
    const names = [...entries.keys(), ...manifests.map(({ name }) => name)];
    if (!learnsAnew) await learnTogether(names, folder);
    const running = startProcess(builtOnce(file), {
      REGENTE_DATA: folder,
      REGENTE_DOMAIN_SECRET: secret,
      PORT: String(port),
      REGENTE_BOOTSTRAP: bootstrap,
      ...env,
    });
    processes.set("orchestrator", running);
    await until(
      "the orchestrator is ready",
      async () => (await fetch(`${url}/ready`)).ok && (await areInForce()),
      running.output,
    );
  };
  /** It waits two seconds for its domains; on a machine that does much else some come later. */
  const areInForce = async (): Promise<boolean> => {
    const response = await fetch(`${url}/v1/domains`);
    // Only who is known may ask.
    if (response.status === 401) return true;
    const { domains } = domainsResponse.parse(await response.json());
    return domains.every(({ name, state }) => state === "up" || !processes.has(name));
  };
  return {
    url,
    folder,
    ...speaking(url),
    startDomain,
    addService,
    addManifest,
    startOrchestrator,
    stop,
    pid: (name: string) => processes.get(name)?.child.pid,
    output: (name: string) => processes.get(name)?.output() ?? "",
    close: async () => {
      await Promise.all([...processes.keys()].map((name) => stop(name)));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type System = Awaited<ReturnType<typeof startSystem>>;
