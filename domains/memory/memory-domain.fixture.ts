import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { memoryDomain } from "./memory-domain.ts";
import type { PageReader } from "./pages/page-info.ts";
import type { MemorySettings } from "./settings.ts";

export const newDataFolder = () => mkdtempSync(join(tmpdir(), "memory-"));

type More = { locale?: Locale; user_id?: string; key?: string; ms?: number };

/** The domain over the embedded titles and a new file, spoken to as the orchestrator does. */
export function startMemory(settings: Partial<MemorySettings> = {}, pages?: PageReader) {
  const { app } = memoryDomain(
    {
      databaseUrl: undefined,
      dataFolder: newDataFolder(),
      tmdb: undefined,
      linkHosts: [],
      ...settings,
    },
    { log: silentLog, ...(pages === undefined ? {} : { pages }) },
  );
  return async function call(
    capability: string,
    parameters: Record<string, Json> = {},
    { locale = "pt-BR", user_id = "ana", key = crypto.randomUUID(), ms = 20_000 }: More = {},
  ): Promise<DomainOutput> {
    const response = await app.request("/execute", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({
        intent: { domain: "memory", capability, parameters, confidence: 1, original_query: "" },
        context: {
          session_id: "s",
          user_id,
          locale,
          timezone: "America/Sao_Paulo",
          run_id: "r",
          step_id: "1",
          attempt: 1,
          deadline_at: Date.now() + ms,
        },
      }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as DomainOutput;
  };
}

export type Memory = ReturnType<typeof startMemory>;
