import type { JsonLog } from "./adapters/log/json-log.ts";
import { nameThisProcess } from "./adapters/process/this-process.ts";
import { systemClock } from "./adapters/time/system-clock.ts";
import type { Tracing } from "./adapters/tracing/tracing.ts";
import type { Config } from "./config.ts";
import { openAccess, rightsNowOf } from "./start/open-access.ts";
import { openCatalogue } from "./start/open-catalogue.ts";
import { openEndpoints } from "./start/open-endpoints.ts";
import { openEngine } from "./start/open-engine.ts";
import { openStores } from "./start/open-stores.ts";
import { graceBy, type Opening } from "./start/opening.ts";
import { turns } from "./start/turns.ts";

/** An orchestrator that listens. */
export type Orchestrator = {
  url: string;
  /** Takes nothing new, finishes what is under way for at most `graceMs`, and ends every part. */
  close(graceMs?: number): Promise<void>;
};

/** What is under way may take so long when the process is told to stop; the rest of ten seconds is for what follows. */
const GRACE_MS = 9000;

/**
 * Put everything together and listen. What was opened before something failed is ended again.
 * Errors: ContractError for a wrong bootstrap file, list of users or file of keys, StoreError when the store cannot be opened,
 *         and Node's own error when the port is taken
 */
export async function startOrchestrator(config: Config, log: JsonLog): Promise<Orchestrator> {
  await using ends = new AsyncDisposableStack();
  const clock = systemClock;
  const grace = graceBy(clock);
  const opening: Opening = { config, log, clock, name: nameThisProcess(), ends, grace };

  const tracing = await openTracing(opening);
  const stores = await openStores(opening);
  const access = openAccess(opening, stores);
  const { registry, review } = await openCatalogue(opening, stores.store);
  const engine = await openEngine(opening, stores, registry, tracing, rightsNowOf(access));
  const parts = { stores, access, registry, review, engine, tracing, turns };
  const url = await openEndpoints(opening, parts);

  const opened = ends.move();
  return {
    url,
    async close(graceMs = GRACE_MS) {
      grace.begin(graceMs);
      await opened.disposeAsync();
    },
  };
}

/** Only who has a collector pays for loading it. */
async function openTracing({ config, ends }: Opening): Promise<Tracing | undefined> {
  if (config.otlpEndpoint === undefined) return undefined;
  const adapter = await import("./adapters/tracing/tracing.ts");
  const tracing = adapter.openTracing(config.otlpEndpoint);
  ends.defer(() => tracing.close());
  return tracing;
}
