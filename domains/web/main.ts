import { startDomain } from "#shared/domain-kit/start-domain.ts";
import { readSettings } from "./settings.ts";
import { webDomain } from "./web-domain.ts";

await startDomain(() => webDomain(readSettings(process.env)), { port: 8104 });
