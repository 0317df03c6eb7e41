import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import type { Logger } from "pino";
import { openDomainClient } from "./adapters/domain-client/domain-client.ts";
import { memoryRunEvents } from "./adapters/events/memory-run-events.ts";
import { diskFiles } from "./adapters/files/disk-files.ts";
import { openStore } from "./adapters/store/open-store.ts";
import { randomId, sleep, systemClock } from "./adapters/time/system-clock.ts";
import type { Config } from "./config.ts";
import { makeInOrder } from "./conversation/in-order.ts";
import { makeApp } from "./entry/app.ts";
import { buildUnderstanding } from "./intent/understand.ts";
import { openRegistry } from "./registry/registry.ts";
import type { Desk } from "./turn/desk.ts";

/** An orchestrator that listens. */
export type Orchestrator = {
  url: string;
  /** Takes nothing new, finishes what is under way for at most `graceMs`, and lets go. */
  close(graceMs?: number): Promise<void>;
};

const GRACE_MS = 10_000;

/**
 * Put everything together and listen.
 * Errors: ContractError for a wrong bootstrap file, StoreError when the store cannot be opened,
 *         and Node's own error when the port is taken
 */
export async function startOrchestrator(config: Config, log: Logger): Promise<Orchestrator> {
  const clock = systemClock;
  const makeId = randomId;
  let urlOf: (domain: string) => string | undefined = () => undefined;
  const client = openDomainClient({
    baseUrlOf: (domain) => urlOf(domain),
    secret: config.domainSecret,
    clock,
    makeId,
  });
  const [store, files, registry] = await Promise.all([
    openStore({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, clock, log }),
    diskFiles(join(config.dataDir, "files"), clock),
    openRegistry({
      bootstrap: config.bootstrap,
      env: process.env,
      source: client,
      log,
      prepare: (catalogue) => ({ catalogue, understanding: buildUnderstanding(catalogue) }),
    }),
  ]);
  urlOf = registry.urlOf;
  const desk: Desk = {
    current: registry.current,
    pinned: registry.pinned,
    client,
    store,
    events: memoryRunEvents(clock),
    files,
    clock,
    makeId,
    random: Math.random,
    sleep,
    inOrder: makeInOrder(),
    log,
    deadlineMs: config.deadlineMs,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const app = makeApp({ desk, domains: registry, isReady: registry.isReady });
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(config.port, config.host, () => listening());
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : config.port;
  return {
    url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`,
    async close(graceMs = GRACE_MS) {
      const drained = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const late = setTimeout(() => server.closeAllConnections(), graceMs);
      await drained;
      clearTimeout(late);
      await registry.close();
      await client.close();
      await store.close();
    },
  };
}
