import { startDomain } from "#shared/domain-kit/define-domain.ts";
import { notifyDomain, readSettings } from "./notify-domain.ts";

await startDomain(() => notifyDomain(readSettings(process.env)), { port: 8102 });
