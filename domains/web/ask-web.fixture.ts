import type { Json } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { callsTo } from "#shared/testing/call-domain.ts";
import { type WebSettings, webDomain } from "./main.ts";

/** The domain over this machine only, spoken to as the orchestrator does. */
export function startWeb(settings: Partial<WebSettings> = {}) {
  const domain = webDomain(
    { tavily: undefined, hosts: ["*"], ...settings },
    { log: silentLog, network: "loopback" },
  );
  const call = callsTo(domain);
  return (capability: string, parameters: Record<string, Json>, locale: Locale = "pt-BR") =>
    call(capability, parameters, { locale });
}
