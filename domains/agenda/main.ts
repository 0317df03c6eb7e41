import { startDomain } from "#shared/domain-kit/define-domain.ts";
import { agendaDomain } from "./agenda-domain.ts";
import { readSettings } from "./settings.ts";

await startDomain(() => agendaDomain(readSettings(process.env)), { port: 8107 });
