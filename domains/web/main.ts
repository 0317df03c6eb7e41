import { startDomain } from "#shared/domain-kit/define-domain.ts";
import { readSettings, webDomain } from "./web-domain.ts";

await startDomain(() => webDomain(readSettings(process.env)), { port: 8104 });
