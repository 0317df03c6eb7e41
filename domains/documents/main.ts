import { startDomain } from "#shared/domain-kit/start-domain.ts";
import { documentsDomain } from "./documents-domain.ts";
import { readSettings } from "./settings.ts";

await startDomain(() => documentsDomain(readSettings(process.env)), { port: 8105 });
