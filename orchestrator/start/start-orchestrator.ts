import { RegenteError } from "#shared/contracts/errors.ts";
import { giveBackMemory } from "#shared/idle-memory/give-back-memory.ts";
import { type JsonLog, jsonLog, secretsIn } from "../adapters/log/json-log.ts";
import { nameThisProcess } from "../adapters/process/this-process.ts";
import { systemClock } from "../adapters/time/system-clock.ts";
import type { Tracing } from "../adapters/tracing/tracing.ts";
import { type Config, configWarnings, readConfig } from "../config/config.ts";
import { judgeTurn } from "../quality/promotion/judge-turn.ts";
import { explainBy } from "../quality/rehearsal/explain.ts";
import { doPlannedBy } from "../quality/rehearsal/rehearse.ts";
import { answer } from "../turn/answer.ts";
import { executePlan, resumeRun } from "../turn/execute-plan.ts";
import { scheduleTo } from "../turn/standing/propose.ts";
import { scheduleByWords } from "../turn/standing/schedule-by-words.ts";
import type { Turns } from "../turn/turns.ts";
import { checkGoalsOfKeys } from "./goals-of-keys.ts";
import { openAccess, rightsNowOf } from "./open-access.ts";
import { openCatalogue } from "./open-catalogue.ts";
import { bringerOn, openChannels } from "./open-channels.ts";
import { openChosen } from "./open-chosen.ts";
import { openEndpoints } from "./open-endpoints.ts";
import { openEngine } from "./open-engine.ts";
import { openStores } from "./open-stores.ts";
import { graceBy, type Opening } from "./opening.ts";
import { deleteSession, renameSession, resetSession } from "./sessions.ts";

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
 * Errors: ContractError for a wrong bootstrap file, list of users or file of keys, PackageMissingError for a part that is not
 *         installed, StoreError when the store cannot be opened, and Node's own error when the port is taken
 */
export async function startOrchestrator(config: Config, log: JsonLog): Promise<Orchestrator> {
  await using ends = new AsyncDisposableStack();
  const clock = systemClock;
  const grace = graceBy(clock);
  const chosen = await openChosen(config, log);
  const opening: Opening = { config, log, clock, name: nameThisProcess(), chosen, ends, grace };

  const tracing = await openTracing(opening);
  const stores = await openStores(opening);
  const access = openAccess(opening, stores);
  const catalogue = await openCatalogue(opening, stores.store);
  const { registry, review } = catalogue;
  await checkGoalsOfKeys(opening, registry);
  const rightsNow = rightsNowOf(access, stores, clock);
  const engine = await openEngine(opening, stores, catalogue, tracing, rightsNow);
  const channels = await openChannels(config, access, engine, turns);
  for (const [name, channel] of Object.entries(channels))
    if (channel !== undefined) engine.bringers.set(name, bringerOn(name, channel, stores.store));
  const parts = { stores, access, registry, review, engine, tracing, turns, channels };
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
  const adapter = await import("../adapters/tracing/tracing.ts");
  const tracing = adapter.openTracing(config.otlpEndpoint);
  ends.defer(() => tracing.close());
  return tracing;
}

/** For whoever started this: the settings are wrong, and trying again will not help. */
const REFUSES_SETTINGS = 2;

/** The process: settings, start, and every way to stop. Resolves once it listens. */
export async function serve(): Promise<void> {
  const config = readConfigOrExit();
  const log = jsonLog({
    level: config.logLevel,
    secrets: [...secretsIn(process.env), config.domainSecret],
  });
  for (const warning of configWarnings(process.env)) log.warn({}, warning);

  let orchestrator: Orchestrator | undefined;
  let stopping = false;
  const stop = (why: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ why }, "stopping");
    const closed = orchestrator?.close() ?? Promise.resolve();
    closed.then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, "did not stop well");
        process.exit(1);
      },
    );
  };
  process.once("SIGTERM", () => stop("SIGTERM"));
  process.once("SIGINT", () => stop("SIGINT"));
  // A supervisor that was killed cannot say goodbye; its channel closes.
  process.once("disconnect", () => stop("the supervisor is gone"));

  try {
    orchestrator = await startOrchestrator(config, log);
    log.info({ url: orchestrator.url }, "listening");
    giveBackMemory();
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    const why = taken
      ? `port ${config.port} on ${config.host} is taken: stop what listens there, or set PORT to another one`
      : String((error as Error).message);
    log.fatal({}, `cannot start: ${why}`);
    process.exit(error instanceof RegenteError ? REFUSES_SETTINGS : 1);
  }
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return process.exit(REFUSES_SETTINGS);
  }
}

/** Who does what the endpoints are asked for. */
export const turns: Turns = {
  answer,
  explain: explainBy(answer),
  doPlanned: doPlannedBy(answer),
  executePlan,
  judgeTurn,
  resumeRun,
  resetSession,
  renameSession,
  deleteSession,
  scheduleByWords,
  scheduleTo,
};
