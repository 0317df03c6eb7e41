import { signal } from "@preact/signals";
import type { ErrorBody } from "#shared/contracts/endpoints.ts";
import { key } from "./settings.ts";

/** What the server would not do, in its own words; `status` 0: it did not answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** True once the server has asked who calls, and no one has said it rightly. */
export const needsKey = signal(false);

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Sent = {
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
};

/**
 * One request with the caller's key.
 * Errors: ApiError, also where the server is away
 */
export async function send(method: Method, path: string, sent: Sent = {}): Promise<Response> {
  const headers: Record<string, string> = { accept: "application/json", ...sent.headers };
  if (key.value !== "") headers["authorization"] = `Bearer ${key.value}`;
  if (sent.body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(path, {
    method,
    headers,
    credentials: "omit",
    cache: "no-store",
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    ...(sent.signal && { signal: sent.signal }),
  }).catch((error: unknown) => {
    if (sent.signal?.aborted === true) throw error;
    throw new ApiError(0, "unreachable", "");
  });
  if (response.ok) return response;
  if (response.status === 401) needsKey.value = true;
  throw await errorIn(response);
}

async function errorIn(response: Response): Promise<ApiError> {
  const said = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined;
  const { code, message } = said?.error ?? {};
  return new ApiError(response.status, code ?? "", message ?? response.statusText);
}

/** The answer is one of our own contracts, which the server holds itself to. */
export async function ask<T>(method: Method, path: string, sent?: Sent): Promise<T> {
  const response = await send(method, path, sent);
  return (await response.json()) as T;
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  ask<T>("GET", path, { signal });

/** `/v1/runs` with what stands behind the `?`; empty values are left out. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const kept = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

/** One event of a stream; `id` is what it can be taken up again from. */
export type StreamEvent = { id: string; data: string };

/** The events of a response as they come. Ends when the stream ends; rejects with ApiError when it is cut. */
export async function* eventsIn(response: Response): AsyncGenerator<StreamEvent> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new ApiError(0, "stream_cut", "");
      });
      if (done) return;
      const parts = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        const event = eventIn(part);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function eventIn(text: string): StreamEvent | undefined {
  const lines = text.split("\n");
  const of = (field: string) =>
    lines.flatMap((line) =>
      line.startsWith(`${field}:`) ? [line.slice(field.length + 1).trimStart()] : [],
    );
  const data = of("data");
  return data.length === 0 ? undefined : { id: of("id")[0] ?? "", data: data.join("\n") };
}
