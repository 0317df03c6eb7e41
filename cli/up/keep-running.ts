import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause, setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import { reasonSchema } from "#shared/contracts/errors.ts";
import { jsonIn } from "#shared/contracts/json.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";
import { type Backoff, backoffMs } from "#shared/patience/backoff.ts";
import { builtFile } from "./built-file.ts";
import { placeOf, type Service } from "./services.ts";

export type Restarts = Backoff & {
  /** A process that lived this long was well; its next crash counts as the first. */
  wellAfterMs: number;
  /** Crashes in a row before it is given up. */
  crashes: number;
};

const BACKOFF: Restarts = { firstMs: 250, mostMs: 10_000, wellAfterMs: 5_000, crashes: 6 };

/** The exit code of a service that says its settings are wrong: starting it again cannot help. */
const REFUSES_SETTINGS = 2;

/** How long the last lines of one that has ended are waited for. */
const LAST_LINES_MS = 1000;

/** What starts a file that is not for this Node, by its ending. */
const PROGRAMS: Readonly<Record<string, string>> = { ".py": "python3", ".java": "java" };

function programFor(file: string): [program: string, file: string] {
  const program = PROGRAMS[extname(file)];
  return program === undefined ? [process.execPath, builtFile(file)] : [program, file];
}

/** What happens to a service, for whoever tells people. */
export type ServiceEvents = {
  line(service: Service, text: string): void;
  /** `retryMs` undefined: it is given up. */
  crashed(service: Service, how: Reason | string, retryMs: number | undefined): void;
};

export type Supervised = {
  readonly service: Service;
  /** Resolves once it is given up; never when it is stopped. */
  readonly gaveUp: Promise<void>;
  /** SIGTERM, and SIGKILL for what is still there after `graceMs`. */
  stop(graceMs: number): Promise<void>;
};

/**
 * Starts a service as its own process, relays its output line by line, and starts it again when it
 * ends by itself. The process is in a group of its own, so that Ctrl+C reaches the supervisor alone
 * and it can stop things in order; its IPC channel tells it when the supervisor is gone.
 */
export function keepRunning(
  service: Service,
  events: ServiceEvents,
  backoff = BACKOFF,
): Supervised {
  const { promise: gaveUp, resolve: giveUp } = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  let retry: NodeJS.Timeout | undefined;
  let crashes = 0;
  let stopping = false;

  const start = () => {
    const startedAt = performance.now();
    const [program, file] = programFor(service.file);
    const started = spawn(program, [file], {
      env: service.env,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: true,
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      if (stream !== null)
        createInterface({ input: stream }).on("line", (text) => events.line(service, text));
    let failure: Error | undefined;
    started.once("error", (error) => {
      failure = error;
    });
    // "close", not "exit": its last lines come before the word that it is gone.
    started.once("close", (code, signal) => {
      child = undefined;
      if (stopping) return;
      crashes = performance.now() - startedAt >= backoff.wellAfterMs ? 1 : crashes + 1;
      const how =
        failure?.message ??
        (signal === null ? reason("exit_code", { code: String(code) }) : signal);
      if (code === REFUSES_SETTINGS || crashes >= backoff.crashes) {
        events.crashed(service, how, undefined);
        giveUp();
        return;
      }
      const delayMs = backoffMs(crashes, backoff);
      events.crashed(service, how, delayMs);
      retry = setTimeout(start, delayMs);
    });
  };
  start();

  return {
    service,
    gaveUp,
    async stop(graceMs) {
      stopping = true;
      clearTimeout(retry);
      const last = child;
      if (last === undefined || last.exitCode !== null || last.signalCode !== null) return;
      const exited = once(last, "exit");
      const closed = once(last, "close");
      last.kill("SIGTERM");
      const impatience = setTimeout(() => last.kill("SIGKILL"), graceMs);
      await exited;
      clearTimeout(impatience);
      // Its last lines may still be on their way; a process of its own that holds them open is not waited for.
      const waiting = new AbortController();
      const { signal } = waiting;
      await Promise.race([
        closed,
        pause(LAST_LINES_MS, undefined, { signal }).catch(() => undefined),
      ]);
      waiting.abort();
    },
  };
}

const LOOK_EVERY_MS = 25;
const PATIENCE_MS = 10_000;

const run = promisify(execFile);

/**
 * What keeps a service from starting with its files as they are now; undefined: nothing, or it cannot say. A process of its
 * own says it: documents of others are large, and the one that runs keeps its port meanwhile.
 */
export async function faultOfStart(
  { file, env, check }: Service,
  signal: AbortSignal,
): Promise<Reason | string | undefined> {
  if (check === undefined) return undefined;
  try {
    await run(process.execPath, [builtFile(file), check], { env, signal, timeout: PATIENCE_MS });
    return undefined;
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    return jsonIn(saidReason, said) ?? (said || String(error));
  }
}

/** What a check says as a value; else it ended in another way. */
const saidReason = z.union([reasonSchema, z.string()]);

/** Waits until a service that was started answers; false: it does not. */
export async function isThere(service: Service, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until && !signal.aborted) {
    try {
      if ((await fetch(`http://${placeOf(service)}/health`, { signal })).ok) return true;
    } catch {
      // Not yet.
    }
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}

/** Has the orchestrator read every manifest now. Resolves to what keeps this domain's from being in force, if anything does. */
export async function reloadDomain(
  url: string,
  name: string,
  apiKey: string | undefined,
  signal: AbortSignal,
): Promise<Reason | string | undefined> {
  const response = await fetch(new URL("/v1/domains/reload", url), {
    method: "POST",
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    signal,
  });
  // Without a right to it, the orchestrator looks by itself within a second.
  if (response.status === 401 || response.status === 403) return undefined;
  const { domains } = domainsResponse.parse(await response.json());
  const found = domains.find((each) => each.name === name);
  return found?.problem_reason ?? found?.problem ?? undefined;
}
