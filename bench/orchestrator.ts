import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { request } from "undici";
import { freePort } from "../cli/testing/free-port.ts";
import { builtFile } from "../cli/up/built-file.ts";
import { frugalNode } from "../cli/up/supervise.ts";
import { SECRET } from "./floor.ts";
import { stop } from "./processes.ts";

const COMPILE_CACHE = join(tmpdir(), "regente-bench-compile-cache");

export type Domains = readonly { name: string; url: string }[];
/** The same, or domains that are no service. */
type Entries = readonly { name: string; url?: string; manifest?: string }[];

export const SOURCE = fileURLToPath(new URL("../orchestrator/main.ts", import.meta.url));

/**
 * Start the orchestrator over these domains, in a folder of its own, and wait until all are up. `own`: its settings;
 * `file`: what is started in the place of what was built.
 */
export async function startOrchestrator(
  domains: Entries,
  own: Readonly<Record<string, string>> = {},
  file = builtFile(SOURCE),
) {
  const folder = mkdtempSync(join(tmpdir(), "regente-bench-"));
  const bootstrap = join(folder, "domains.bootstrap.json");
  writeFileSync(bootstrap, JSON.stringify({ domains }));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [file], {
    env: {
      PATH: process.env["PATH"],
      // As the supervisor does it: what one start compiled, the next one reads.
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      // Options of Node that the measurement was started with, such as --cpu-prof, are for the orchestrator too.
      ...frugalNode(process.env),
      PORT: String(port),
      LOG_LEVEL: "warn",
      REGENTE_BOOTSTRAP: bootstrap,
      REGENTE_DATA: folder,
      REGENTE_DOMAIN_SECRET: SECRET,
      ...own,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const cleanUp = () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  // Also when a measurement fails.
  process.once("exit", cleanUp);
  const isReady = async () => {
    const { statusCode, body } = await request(`${url}/ready`);
    const text = await body.text();
    const up = text.split(/"state":"(?:up|manifest_only)"/).length - 1;
    return statusCode === 200 && up === domains.length;
  };
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`the orchestrator ended with ${child.exitCode}`);
    if (performance.now() - startedAt > 20_000) throw new Error("the orchestrator is not ready");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    url,
    child,
    folder,
    readyMs: performance.now() - startedAt,
    async stop() {
      await stop(child);
      process.off("exit", cleanUp);
      cleanUp();
    },
  };
}
