import { notifyDomain } from "./notify-domain.ts";
import { readSettings } from "./settings.ts";

await notifyDomain(readSettings(process.env)).serve({ port: 8102 });
