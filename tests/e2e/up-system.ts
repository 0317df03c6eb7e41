import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import { freePort } from "../../cli/testing/free-port.ts";
import { BUILT_TERMINAL } from "../../cli/testing/run-environment.ts";
import { builtOnce } from "./build-once.ts";
import { learnTogether } from "./learn-together.ts";
import { speaking, startProcess, stopProcess, until } from "./system.ts";

const shipped = z.strictObject({
  domains: z.array(
    z.looseObject({
      name: z.string(),
      url: z.string().optional(),
      start: z.string().optional(),
      manifest: z.string().optional(),
      env: z.array(z.string()).optional(),
    }),
  ),
});
const MOVED_CLOCK = pathToFileURL(resolve("tests/standing/moved-clock.mjs")).href;
const SETTLED: ReadonlySet<string> = new Set(["up", "manifest_only"]);

/**
 * What `npm start` starts: `regente up`, which starts and keeps the orchestrator and every shipped domain; on ports and
 * in a folder of its own, with sample data. `at`: the time that the services see, until another one is set (moved-clock.mjs).
 */
export async function startUp(env: Record<string, string> = {}, { at }: { at?: string } = {}) {
  const parent = await mkdtemp(join(tmpdir(), "regente-up-"));
  const folder = join(parent, "data");
  await mkdir(folder);
  const clock = join(parent, "clock");
  const bootstrap = join(parent, "domains.bootstrap.json");
  const listed = shipped.parse(JSON.parse(readFileSync("domains.bootstrap.json", "utf8"))).domains;
  const domains = await Promise.all(
    listed.map(async ({ url, start, manifest, env: own = [], ...entry }) => ({
      ...entry,
      ...(manifest !== undefined && { manifest: resolve(manifest) }),
      // The build of this run of the tests, where it has made one.
      ...(start !== undefined && { start: resolve(builtOnce(start)) }),
      ...(url !== undefined && {
        url: `http://127.0.0.1:${await freePort()}`,
        env: [...own, "MOVED_CLOCK"],
      }),
    })),
  );
  writeFileSync(bootstrap, JSON.stringify({ domains }));
  await learnTogether(
    listed.map(({ name }) => name),
    folder,
  );
  const setClock = (now: string) => writeFileSync(clock, String(Date.parse(now) - Date.now()));
  if (at !== undefined) setClock(at);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = {
    ...{ PORT: String(port), REGENTE_BOOTSTRAP: bootstrap, REGENTE_DATA: folder },
    ...{ FINANCE_PROVIDER: "sample", LANG: "pt_BR.UTF-8" },
    ...(at !== undefined && {
      NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${MOVED_CLOCK}`.trim(),
      MOVED_CLOCK: clock,
    }),
    ...env,
  };
  const terminal = process.env[BUILT_TERMINAL] ?? "cli/regente.ts";
  const running = startProcess(terminal, own, ["up"]);
  const areUp = async () => {
    const { domains } = domainsResponse.parse(await (await fetch(`${url}/v1/domains`)).json());
    return domains.length === listed.length && domains.every(({ state }) => SETTLED.has(state));
  };
  const isReady = () => until("everything is up", areUp, running.output);
  await isReady();
  return {
    ...{ url, folder },
    ...speaking(url),
    output: running.output,
    /** The services see this time from now on. */
    setClock,
    /** The orchestrator and every domain are gone at once, and are started again. */
    killServices: async () => {
      const services = execFileSync("pgrep", ["-P", String(running.child.pid)], {
        encoding: "utf8",
      });
      for (const pid of services.trim().split("\n")) process.kill(Number(pid), "SIGKILL");
      await isReady();
    },
    close: async () => {
      await stopProcess(running);
      await rm(parent, { recursive: true, force: true });
    },
  };
}
export type UpSystem = Awaited<ReturnType<typeof startUp>>;
