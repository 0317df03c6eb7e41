import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "#shared/domain-kit/log.ts";
import { callsTo } from "#shared/testing/call-domain.ts";
import { type MemorySettings, memoryDomain } from "./main.ts";
import type { PageReader } from "./pages/open-page-reader.ts";

export const newDataFolder = () => mkdtempSync(join(tmpdir(), "memory-"));

/** The domain over the embedded titles and a new file, spoken to as the orchestrator does. */
export function startMemory(settings: Partial<MemorySettings> = {}, pages?: PageReader) {
  const domain = memoryDomain(
    {
      databaseUrl: undefined,
      dataFolder: newDataFolder(),
      tmdb: undefined,
      linkHosts: [],
      ...settings,
    },
    { log: silentLog, ...(pages === undefined ? {} : { pages }) },
  );
  return callsTo(domain);
}

export type Memory = ReturnType<typeof startMemory>;
