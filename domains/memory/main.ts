import { startDomain } from "#shared/domain-kit/start-domain.ts";
import { memoryDomain } from "./memory-domain.ts";
import { readSettings } from "./settings.ts";

await startDomain(() => memoryDomain(readSettings(process.env)), { port: 8103 });
