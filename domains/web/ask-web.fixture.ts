import { expect } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import type { WebSettings } from "./settings.ts";
import { webDomain } from "./web-domain.ts";

/** The domain over this machine only, spoken to as the orchestrator does. */
export function startWeb(settings: Partial<WebSettings> = {}) {
  const { app } = webDomain(
    { tavily: undefined, hosts: ["*"], ...settings },
    { log: silentLog, network: "loopback" },
  );
  return async function call(
    capability: string,
    parameters: Record<string, Json>,
    locale: Locale = "pt-BR",
  ): Promise<DomainOutput> {
    const response = await app.request("/execute", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        intent: { domain: "web", capability, parameters, confidence: 1, original_query: "" },
        context: {
          session_id: "s",
          user_id: "ana",
          locale,
          timezone: "America/Sao_Paulo",
          run_id: "r",
          step_id: "1",
          attempt: 1,
          deadline_at: Date.now() + 20_000,
        },
      }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as DomainOutput;
  };
}
