import { setTimeout as sleep } from "node:timers/promises";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import type { Service } from "./services.ts";

const LOOK_EVERY_MS = 25;
const PATIENCE_MS = 10_000;

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
): Promise<string | undefined> {
  const response = await fetch(new URL("/v1/domains/reload", url), {
    method: "POST",
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    signal,
  });
  // Without a right to it, the orchestrator looks by itself within a second.
  if (response.status === 401 || response.status === 403) return undefined;
  const { domains } = domainsResponse.parse(await response.json());
  return domains.find((each) => each.name === name)?.problem ?? undefined;
}
