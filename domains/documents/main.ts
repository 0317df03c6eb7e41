import { startDomain } from "#shared/domain-kit/define-domain.ts";
import { documentsDomain, readSettings } from "./documents-domain.ts";

await startDomain(() => documentsDomain(readSettings(process.env)), { port: 8105 });
