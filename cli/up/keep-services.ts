import { once } from "node:events";
import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import { whyOf } from "#shared/contracts/errors.ts";
import { whyIn } from "#shared/messages/messages.ts";
import type { Reason } from "#shared/messages/reason.ts";
import { type ExitCode, exitCodes, type Terminal, type Words } from "../terminal.ts";
import {
  faultOfStart,
  isThere,
  keepRunning,
  type Restarts,
  reloadDomain,
  type ServiceEvents,
  type Supervised,
} from "./keep-running.ts";
import type { Report, Standing } from "./report.ts";
import type { Review } from "./review-change.ts";
import {
  followDomains,
  placeOf,
  type Service,
  takenPorts,
  type WatchedDomain,
} from "./services.ts";

const LOOK_EVERY_MS = 100;

const models = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })).min(1) });

/** What the orchestrator tells of itself to whoever asks, where it does not tell everybody the rest. */
const DEFAULT_MODEL = "regente";

/**
 * Waits until the orchestrator is ready, then until `expected` domains are up or `patienceMs` is over.
 * Where the endpoints check who calls, `apiKey` opens them; without a right to look, nothing is said of the domains.
 * Rejects with the signal's reason when it fires first.
 */
async function waitUntilStanding(
  url: string,
  expected: readonly string[],
  patienceMs: number,
  signal: AbortSignal,
  apiKey?: string,
): Promise<Standing> {
  const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  let isLocked = false;
  const get = async <T extends z.ZodType>(
    path: string,
    schema: T,
  ): Promise<z.output<T> | undefined> => {
    try {
      const response = await fetch(new URL(path, url), { headers, signal });
      isLocked ||= response.status === 401 || response.status === 403;
      return response.ok ? schema.parse(await response.json()) : undefined;
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  };
  let patience: number | undefined;
  for (;;) {
    if ((await get("/ready", z.unknown())) !== undefined) {
      patience ??= performance.now() + patienceMs;
      const model = (await get("/v1/models", models))?.data[0]?.id;
      const domains = (await get("/v1/domains", domainsResponse))?.domains;
      if (isLocked) return { url, model: model ?? DEFAULT_MODEL, domains };
      if (model !== undefined && domains !== undefined) {
        const all = domains.every(
          ({ name, state }) =>
            (state !== "down" && state !== "joining") || !expected.includes(name),
        );
        if (all || performance.now() > patience) return { url, model, domains };
      }
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** Editors write a file in several steps; this long after the last one it is whole. */
const SETTLE_MS = 50;

/**
 * Calls `changed` after the file was written, one call at a time. Where the system cannot watch
 * files, it never calls.
 */
function followFile(file: string, changed: () => Promise<void>): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  // The folder, because an editor may put a new file in the old one's place.
  const watcher = watch(dirname(file), (_event, name) => {
    if (name !== basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(changed);
    }, SETTLE_MS);
  });
  watcher.on("error", () => watcher.close());
  return {
    async close() {
      clearTimeout(timer);
      watcher.close();
      await running;
    },
  };
}

/** Longer than a service takes to finish what is under way. */
const GRACE_MS = 15_000;
/** How long the announcement waits for domains that are still starting. */
const PATIENCE_MS = 5_000;

export type ServicesOptions = {
  url: string;
  bootstrapFile: string;
  orchestrator: Service;
  /** For the key that opens the endpoints where they check who calls. */
  env: Terminal["env"];
  /** Reads the bootstrap file again; throws when it is wrong. */
  readDomains: () => Service[];
  words: Words;
  report: Report;
  announce: (standing: Standing) => void;
  signal: AbortSignal;
  backoff?: Restarts;
  /** Present: a domain whose files change is started again, and what that means is told. */
  watching?: { domains: () => WatchedDomain[]; review: Review } | undefined;
};

/** Runs the orchestrator and its domains, follows the bootstrap file, and stops them in order. */
export async function keepServices(options: ServicesOptions): Promise<ExitCode> {
  const { orchestrator, readDomains, words, report, signal, backoff } = options;
  const { say, locale } = words;
  const told = (why: Reason | string) => whyIn(locale, why);
  const seconds = (ms: number) =>
    `${(ms / 1000).toLocaleString(locale, { maximumFractionDigits: 2 })} s`;
  const events: ServiceEvents = {
    line: ({ name }, text) => report.relay(name, text),
    crashed: ({ name }, how, retryMs) =>
      retryMs === undefined
        ? report.say(
            "error",
            say(options.watching === undefined ? "up.gave_up" : "up.gave_up_until_fixed", {
              name,
              how: told(how),
            }),
          )
        : report.say("warn", say("up.crashed", { name, how: told(how), time: seconds(retryMs) })),
  };
  const kept = new Map<string, Supervised>();
  const start = (service: Service): Supervised => {
    const started = keepRunning(service, events, backoff);
    kept.set(service.name, started);
    return started;
  };

  /** What the file says now becomes what runs; the untouched ones are left alone. */
  const follow = async () => {
    let wanted: Map<string, Service>;
    try {
      wanted = new Map(readDomains().map((service) => [service.name, service]));
    } catch (error) {
      report.say("warn", say("up.file_refused", { why: told(whyOf(error)) }));
      return;
    }
    const left = [...kept.values()].filter(
      ({ service }) => JSON.stringify(service) !== JSON.stringify(wanted.get(service.name)),
    );
    for (const { service } of left) {
      report.say("info", say("up.leaving", { name: service.name }));
      kept.delete(service.name);
    }
    await Promise.all(left.map((one) => one.stop(GRACE_MS)));
    const joining = [...wanted.values()].filter(({ name }) => !kept.has(name));
    const taken = await takenPorts(joining);
    for (const service of joining) {
      if (signal.aborted) return;
      if (taken.includes(service)) {
        const { name } = service;
        report.say("error", say("up.domain_port_taken", { name, place: placeOf(service) }));
        continue;
      }
      report.say("info", say("up.started", { name: service.name }));
      start(service);
    }
  };

  /** A domain with what its files say now; one whose manifest is wrong goes on as it was. */
  const renew = async (name: string) => {
    const began = performance.now();
    const service = readDomains().find((each) => each.name === name);
    const fault =
      (await options.watching?.review.faultOf(name).catch(whyOf)) ??
      (service && (await faultOfStart(service, signal)));
    if (signal.aborted) return;
    if (fault !== undefined)
      return report.say("error", say("up.change_refused", { name, why: told(fault) }));
    if (service !== undefined) {
      await kept.get(name)?.stop(GRACE_MS);
      if (signal.aborted) return;
      const { gaveUp } = start(service);
      const isBack = await Promise.race([isThere(service, signal), gaveUp.then(() => false)]);
      if (!isBack) return report.say("warn", say("up.not_back", { name }));
    }
    const problem = await reloadDomain(options.url, name, options.env["REGENTE_API_KEY"], signal);
    if (problem !== undefined)
      return report.say("error", say("up.change_refused", { name, why: told(problem) }));
    report.say(
      "info",
      say("up.in_force", { name, time: seconds(Math.round(performance.now() - began)) }),
    );
    options.watching?.review.tell(name).catch((error: unknown) => {
      report.say("warn", told(whyOf(error)));
    });
  };
  const renewed = async (name: string) => {
    await renew(name).catch((error: unknown) => report.say("error", told(whyOf(error))));
    // With it, folders may have come or gone.
    if (options.watching !== undefined && !signal.aborted)
      followed?.follow(options.watching.domains());
  };
  const followed = options.watching && followDomains(renewed);
  const watchAll = async () => {
    if (options.watching === undefined || signal.aborted) return;
    followed?.follow(options.watching.domains());
    await options.watching.review.remember();
    report.say("info", say("up.watches"));
  };

  const domains = readDomains();
  const names = domains.map(({ name }) => name);
  report.say("info", say("up.starting", { names: [...names, orchestrator.name].join(", ") }));
  for (const service of domains) start(service);
  const core = keepRunning(orchestrator, events, backoff);

  const looking = new AbortController();
  const look = AbortSignal.any([signal, looking.signal]);
  const apiKey = options.env["REGENTE_API_KEY"] || undefined;
  waitUntilStanding(options.url, names, PATIENCE_MS, look, apiKey).then(
    async (standing) => {
      options.announce(standing);
      await watchAll().catch((error: unknown) => report.say("warn", told(whyOf(error))));
    },
    () => undefined,
  );
  const file = followFile(options.bootstrapFile, async () => {
    await follow();
    if (options.watching !== undefined) followed?.follow(options.watching.domains());
  });

  const stopped = signal.aborted ? Promise.resolve() : once(signal, "abort");
  const exitCode = await Promise.race([
    stopped.then((): ExitCode => exitCodes.done),
    core.gaveUp.then((): ExitCode => exitCodes.failed),
  ]);
  looking.abort();
  options.watching?.review.close();
  report.say("info", say("up.stopping"));
  // The orchestrator first: what it has under way still needs its domains.
  await Promise.all([file.close(), followed?.close(), core.stop(GRACE_MS)]);
  await Promise.all([...kept.values()].map((one) => one.stop(GRACE_MS)));
  report.say("info", say("up.stopped"));
  return exitCode;
}
