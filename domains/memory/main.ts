import { startDomain } from "#shared/domain-kit/define-domain.ts";
import { memoryDomain, readSettings } from "./memory-domain.ts";

await startDomain(() => memoryDomain(readSettings(process.env)), { port: 8103 });
