import { expect } from "vitest";
import type { Json } from "../contracts/json.ts";
import type { Locale } from "../contracts/names.ts";
import type { DomainOutput } from "../contracts/output.ts";
import type { Domain } from "../domain-kit/define-domain.ts";

/** What a call may say of itself; `key` is a new one each time, `ms` how long it has. */
export type CallOptions = {
  locale?: Locale;
  timezone?: string;
  user_id?: string;
  key?: string;
  ms?: number;
};

/** Speaks to a domain as the orchestrator does, without a socket; what it answers is its output, always with 200. */
export const callsTo =
  ({ app, manifest: { domain } }: Pick<Domain, "app" | "manifest">, now: () => number = Date.now) =>
  async (
    capability: string,
    parameters: Record<string, Json> = {},
    {
      locale = "pt-BR",
      timezone = "America/Sao_Paulo",
      user_id = "ana",
      key = crypto.randomUUID(),
      ms = 200_000,
    }: CallOptions = {},
  ): Promise<DomainOutput> => {
    const response = await app.request("/execute", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({
        intent: { domain, capability, parameters, confidence: 1, original_query: "" },
        context: {
          session_id: "s",
          user_id,
          locale,
          timezone,
          run_id: "r",
          step_id: "1",
          attempt: 1,
          deadline_at: now() + ms,
        },
      }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as DomainOutput;
  };
