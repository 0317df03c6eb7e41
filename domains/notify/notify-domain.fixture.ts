import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Json } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { notifyDomain } from "./notify-domain.ts";
import type { NotifySettings } from "./settings.ts";

export const newDataFolder = () => mkdtempSync(join(tmpdir(), "notify-"));

type More = { locale?: Locale; user_id?: string; ms?: number; key?: string; sentence?: string };

/** The domain, spoken to as the orchestrator does. Its pauses take no time; `pauses` has them in ms. */
export function startNotify(settings: NotifySettings) {
  const pauses: number[] = [];
  const { app } = notifyDomain(settings, {
    log: silentLog,
    wait: async (ms) => void pauses.push(ms),
  });
  async function call(
    capability: string,
    parameters: Record<string, Json>,
    {
      locale = "pt-BR",
      user_id = "ana",
      ms = 20_000,
      key = crypto.randomUUID(),
      sentence = "",
    }: More = {},
  ): Promise<DomainOutput> {
    const response = await app.request("/execute", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({
        intent: {
          domain: "notify",
          capability,
          parameters,
          confidence: 1,
          original_query: sentence,
        },
        context: {
          session_id: "s",
          user_id,
          locale,
          timezone: "America/Sao_Paulo",
          run_id: "r",
          step_id: "2",
          attempt: 1,
          deadline_at: Date.now() + ms,
        },
      }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as DomainOutput;
  }
  return {
    pauses,
    send: (
      message: string,
      more: More & { chat_id?: string | number; as_it_is?: boolean } = {},
    ) => {
      const { chat_id, as_it_is, ...rest } = more;
      const to = chat_id === undefined ? {} : { chat_id };
      const how = as_it_is === undefined ? {} : { as_it_is };
      return call("send_telegram_message", { message, ...to, ...how }, rest);
    },
    list: (more: More & { limit?: number } = {}) => {
      const { limit, ...rest } = more;
      return call("list_outbox", limit === undefined ? {} : { limit }, rest);
    },
  };
}
