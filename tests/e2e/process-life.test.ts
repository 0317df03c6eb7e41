import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { openStore } from "../../orchestrator/adapters/store/open-store.ts";
import { systemClock } from "../../orchestrator/adapters/time/system-clock.ts";
import { readConfig } from "../../orchestrator/config/config.ts";
import {
  type Orchestrator,
  startOrchestrator,
} from "../../orchestrator/start/start-orchestrator.ts";

const params_schema = { type: "object" as const };

/** A bell that rings when the test lets it, and a watchman who watches until he is told to stop. */
function tower() {
  const arrived = Promise.withResolvers<void>();
  const mayRing = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const rung: string[] = [];
  const domain = defineDomain(
    {
      manifest_version: "1",
      domain: "tower",
      version: "1.0.0",
      description: { en: "A tower" },
      goals: [],
      capabilities: [
        { capability: "ring", effect: "write", repeat: "keyed", params_schema, timeout_ms: 20_000 },
        { capability: "watch", effect: "read", params_schema, timeout_ms: 20_000 },
      ],
    },
    {
      async ring() {
        arrived.resolve();
        await mayRing.promise;
        rung.push("ding");
        return success({ result: null, explanation: "Ding." });
      },
      async watch(_params, { signal }) {
        arrived.resolve();
        await once(signal, "abort");
        stopped.resolve();
        return success({ result: null, explanation: "Seen." });
      },
    },
    { log: silentLog },
  );
  return {
    domain,
    arrived: arrived.promise,
    ring: mayRing.resolve,
    stopped: stopped.promise,
    rung,
  };
}

const closing: (() => Promise<unknown>)[] = [];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "regente-life-"));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function start(
  domains: readonly { name: string; url: string }[],
  port = 0,
): Promise<Orchestrator> {
  const bootstrap = join(folder, "domains.bootstrap.json");
  await writeFile(bootstrap, JSON.stringify({ domains }));
  const orchestrator = await startOrchestrator(
    readConfig({ PORT: String(port), REGENTE_DATA: folder, REGENTE_BOOTSTRAP: bootstrap }),
    pino({ level: "silent" }),
  );
  closing.push(() => orchestrator.close(0));
  return orchestrator;
}
async function startTower() {
  const { domain, ...seen } = tower();
  const served = await domain.serve({ port: 0 });
  closing.push(() => served.close());
  const orchestrator = await start([{ name: "tower", url: served.url }]);
  while (!(await fetch(`${orchestrator.url}/ready`)).ok)
    await new Promise((next) => setTimeout(next, 10));
  return { ...seen, orchestrator };
}
const carryOut = (url: string, capability: string, signal?: AbortSignal) =>
  fetch(`${url}/v1/domains/tower/capabilities/${capability}/execute`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ parameters: {} }),
    ...(signal && { signal }),
  });

it("while it is starting every endpoint says so, and when to come again", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  closing.push(async () => silent.close());
  const { port } = silent.address() as AddressInfo;
  const { url } = await start([{ name: "tower", url: `http://127.0.0.1:${port}` }]);
  // At once: the domain is waited for no longer than two seconds.
  const [response, health, ready] = await Promise.all([
    fetch(`${url}/v1/turns`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ input_text: "ring the bell" }),
    }),
    fetch(`${url}/health`),
    fetch(`${url}/ready`),
  ]);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(await response.json()).toMatchObject({ error: { code: "starting" } });
  expect([health.status, ready.status]).toEqual([200, 503]);
});

it("a start that fails ends what it had opened, and gives its lease back", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  closing.push(async () => other.close());
  const { port } = other.address() as AddressInfo;
  await expect(start([], port)).rejects.toThrow("EADDRINUSE");
  const store = await openStore({ dataDir: folder, clock: systemClock });
  closing.push(() => store.close());
  const leases = { channel: "orchestrator", kind: "process" };
  expect(await store.channels.open(leases, systemClock.now())).toEqual([]);
});

describe("a client that goes away", () => {
  it("stops what only reads", async () => {
    const { orchestrator, arrived, stopped } = await startTower();
    const leaving = new AbortController();
    const left = carryOut(orchestrator.url, "watch", leaving.signal).catch(() => "left");
    await arrived;
    leaving.abort();
    expect(await left).toBe("left");
    await stopped;
  });

  it("does not stop an effect: it ends, and is written down", async () => {
    const { orchestrator, arrived, ring, rung } = await startTower();
    const leaving = new AbortController();
    const left = carryOut(orchestrator.url, "ring", leaving.signal).catch(() => "left");
    await arrived;
    leaving.abort();
    await left;
    ring();
    let status = "running";
    while (status === "running") {
      const { runs } = (await (await fetch(`${orchestrator.url}/v1/runs`)).json()) as {
        runs: { status: string }[];
      };
      status = runs[0]?.status ?? "";
    }
    expect([status, rung]).toEqual(["success", ["ding"]]);
  });
});

it("a process that is told to stop begins nothing new, and ends what is under way", async () => {
  const { orchestrator, arrived, ring, rung } = await startTower();
  const answer = carryOut(orchestrator.url, "ring");
  await arrived;
  const closed = orchestrator.close(10_000);
  // No one gets in any more, whether the endpoint is still there or not.
  const refused = await carryOut(orchestrator.url, "ring").then(
    ({ status }) => status,
    () => 503,
  );
  expect(refused).toBe(503);
  ring();
  expect(await (await answer).json()).toMatchObject({ status: "success" });
  await closed;
  expect(rung).toEqual(["ding"]);
});
