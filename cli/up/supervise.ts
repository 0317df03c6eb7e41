import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import { hasCode, whyOf } from "#shared/contracts/errors.ts";
import { domainSecret } from "#shared/domain-secret/domain-secret.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { dataFolderIn, type ExitCode, exitCodes, type Terminal, type Words } from "../terminal.ts";
import { lockFolder } from "./folder-lock.ts";
import { keepServices, type ServicesOptions } from "./keep-services.ts";
import type { Report, Standing } from "./report.ts";
import type { Review } from "./review-change.ts";
import {
  domainServices,
  orchestratorService,
  placeOf,
  type Service,
  takenPorts,
  watchedDomains,
} from "./services.ts";

/**
 * The variables with which a process of ours takes less memory, beside what the operator has set, which counts.
 *
 * - No debugger on SIGUSR1, which other programs take for "open your log again": whoever is on the machine could use it.
 * - A young generation of at most 3 x 16 MB, where Node lets it grow to 96: an orchestrator with 256 clients took 300 to
 *   430 MB at its most, and takes 230, for the same processor time.
 * - Two arenas, where the C library makes one for each thread and gives little of them back (10 MB).
 */
export function frugalNode(env: Readonly<Record<string, string | undefined>>): {
  NODE_OPTIONS: string;
  MALLOC_ARENA_MAX: string;
} {
  const given = env["NODE_OPTIONS"] ?? "";
  return {
    // Of an option that is given twice, Node takes the last.
    NODE_OPTIONS: `--disable-sigusr1 --max-semi-space-size=16 ${given}`.trimEnd(),
    MALLOC_ARENA_MAX: env["MALLOC_ARENA_MAX"] || "2",
  };
}

export type Supervision = {
  orchestratorFile: string;
  env: Terminal["env"];
  words: Words;
  report: Report;
  /** Called once, when everything stands. */
  announce: (standing: Standing) => void;
  /** Fires when it is time to stop. */
  signal: AbortSignal;
  /** Present: domains are followed while one works on them; makes what tells of a change. */
  openReview?: ((bootstrapFile: string, dataFolder: string) => Review) | undefined;
} & Pick<ServicesOptions, "backoff">;

/**
 * Starts the orchestrator and every domain of the bootstrap file, each as its own process, keeps them
 * running, and stops them in order.
 * Resolves to the exit code: 0 told to stop, 1 the orchestrator cannot keep running, 2 it could not begin
 */
export async function supervise(options: Supervision): Promise<ExitCode> {
  const { env, report } = options;
  const { say, locale } = options.words;
  const bootstrapFile = resolve(env["REGENTE_BOOTSTRAP"] || "domains.bootstrap.json");
  const dataFolder = dataFolderIn(env);
  const refuse = (why: string): ExitCode => {
    report.say("error", why);
    return exitCodes.cannot;
  };

  const readFile = () => parseBootstrap(readFileSync(bootstrapFile, "utf8"), env, bootstrapFile);

  let readDomains: () => Service[];
  let orchestrator: Service;
  let domains: Service[];
  try {
    const secret = domainSecret(env["REGENTE_DOMAIN_SECRET"], dataFolder);
    const shared = {
      REGENTE_DATA: dataFolder,
      // Reading their own modules is most of a start, and a third of the memory.
      NODE_COMPILE_CACHE: env["NODE_COMPILE_CACHE"] || join(dataFolder, "compile-cache"),
      ...frugalNode(env),
    };
    orchestrator = orchestratorService(
      options.orchestratorFile,
      bootstrapFile,
      env,
      shared,
      secret,
    );
    readDomains = () => domainServices(readFile(), dirname(bootstrapFile), env, shared, secret);
    domains = readDomains();
  } catch (error) {
    const isMissing = hasCode(error, "ENOENT");
    if (isMissing)
      return refuse(
        say("up.cannot_begin", { why: say("up.no_bootstrap", { file: bootstrapFile }) }),
      );
    return refuse(say("up.cannot_begin", { why: whyIn(locale, whyOf(error)) }));
  }

  const url = urlOf(orchestrator);
  const lock = lockFolder(dataFolder, { pid: process.pid, url });
  if (!lock.held)
    return refuse(
      lock.by === undefined
        ? say("up.already_running_somewhere", { folder: dataFolder })
        : say("up.already_running", { ...lock.by, folder: dataFolder }),
    );
  try {
    const taken = await takenPorts([orchestrator, ...domains]);
    for (const service of taken)
      refuse(
        service === orchestrator
          ? say("up.port_taken", { place: placeOf(service) })
          : say("up.domain_port_taken", { name: service.name, place: placeOf(service) }),
      );
    if (taken.length > 0) return exitCodes.cannot;
    const watching = options.openReview && {
      review: options.openReview(bootstrapFile, dataFolder),
      domains: () => watchedDomains(readFile(), dirname(bootstrapFile)),
    };
    return await keepServices({
      ...options,
      watching,
      url,
      bootstrapFile,
      orchestrator,
      readDomains,
    });
  } finally {
    lock.release();
  }
}

/** Where a client on this machine reaches it. */
function urlOf(service: Service): string {
  const everywhere = service.host === "0.0.0.0" || service.host === "::";
  return `http://${placeOf(everywhere ? { ...service, host: "127.0.0.1" } : service)}`;
}
