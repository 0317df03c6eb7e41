import { startDomain } from "#shared/domain-kit/define-domain.ts";
import { readSettings, supportDomain } from "./support-domain.ts";

await startDomain(() => supportDomain(readSettings(process.env)), { port: 8106 });
