import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import type { Standing } from "./announce.ts";

const LOOK_EVERY_MS = 100;

const models = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })).min(1) });

/** What the orchestrator tells of itself to whoever asks, where it does not tell everybody the rest. */
const DEFAULT_MODEL = "regente";

/**
 * Waits until the orchestrator is ready, then until `expected` domains are up or `patienceMs` is over.
 * Where the endpoints check who calls, `apiKey` opens them; without a right to look, nothing is said of the domains.
 * Rejects with the signal's reason when it fires first.
 */
export async function waitUntilStanding(
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
