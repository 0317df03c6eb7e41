import { startDomain } from "#shared/domain-kit/start-domain.ts";
import { readSettings } from "./settings.ts";
import { supportDomain } from "./support-domain.ts";

await startDomain(() => supportDomain(readSettings(process.env)), { port: 8106 });
