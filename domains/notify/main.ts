import { startDomain } from "#shared/domain-kit/start-domain.ts";
import { notifyDomain } from "./notify-domain.ts";
import { readSettings } from "./settings.ts";

await startDomain(() => notifyDomain(readSettings(process.env)), { port: 8102 });
