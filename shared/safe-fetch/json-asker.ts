import type { Agent, request } from "undici";
import { readJson } from "./read-body.ts";

type Question = {
  method?: "GET" | "POST";
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
};

const MAX_ANSWER_BYTES = 1024 * 1024;

/**
 * Asks servers that the settings name, and that answer with JSON, each question within `timeoutMs`. Nothing is retried, and
 * only who asks pays for loading undici.
 * Shape:  a status other than 200 has no body
 * Errors: rejects where there is no answer, or one that is too long or no JSON
 */
export function jsonAsker(timeoutMs: number) {
  let loading: Promise<{ agent: Agent; send: typeof request }> | undefined;
  const load = async () => {
    const undici = await import("undici");
    return { agent: new undici.Agent({ connect: { timeout: timeoutMs } }), send: undici.request };
  };
  return async (
    url: string,
    { method = "GET", headers, body = "", signal }: Question,
  ): Promise<{ status: number; body?: unknown }> => {
    const late = AbortSignal.timeout(timeoutMs);
    loading ??= load();
    const { agent, send } = await loading;
    const answer = await send(url, {
      dispatcher: agent,
      method,
      headers,
      body: body === "" ? null : body,
      signal: AbortSignal.any([signal, late]),
    });
    const { statusCode: status } = answer;
    if (status === 200) return { status, body: await readJson(answer.body, MAX_ANSWER_BYTES) };
    await answer.body.dump();
    return { status };
  };
}
