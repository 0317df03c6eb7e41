import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { z } from "zod";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import { reasonSchema } from "#shared/contracts/reason-schema.ts";
import type { Reason } from "#shared/messages/reason.ts";
import { builtFile } from "./built-file.ts";
import type { Service } from "./services.ts";

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
    return reasonIn(said) ?? (said || String(error));
  }
}

/** What a check says as a value; undefined: it ended in another way. */
function reasonIn(said: string): Reason | string | undefined {
  try {
    return z.union([reasonSchema, z.string()]).parse(JSON.parse(said));
  } catch {
    return undefined;
  }
}

/** Waits until a service that was started answers; false: it does not. */
export async function isThere({ host, port }: Service, signal: AbortSignal): Promise<boolean> {
  const place = host.includes(":") ? `[${host}]` : host;
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until && !signal.aborted) {
    try {
      if ((await fetch(`http://${place}:${port}/health`, { signal })).ok) return true;
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
