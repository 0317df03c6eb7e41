import { RegenteError } from "#shared/contracts/errors.ts";
import { giveBackMemory } from "#shared/idle-memory/give-back-memory.ts";
import { jsonLog } from "./adapters/log/json-log.ts";
import { secretsIn } from "./adapters/log/secrets-in.ts";
import { type Config, configWarnings, readConfig } from "./config.ts";
import { type Orchestrator, startOrchestrator } from "./start.ts";

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
