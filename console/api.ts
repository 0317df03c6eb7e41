import { signal } from "@preact/signals";
import type { ErrorBody } from "#shared/contracts/endpoints.ts";
import { key, locale } from "./settings.ts";

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

export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError(0, "failed", String(error));

/** True once the server has asked who calls, and no one has said it rightly. */
export const needsKey = signal(false);

type Method = "GET" | "POST" | "PATCH" | "DELETE";
type Sent = { body?: unknown; signal?: AbortSignal | undefined; headers?: Record<string, string> };

/**
 * One request with the caller's key.
 * Errors: ApiError, also where the server is down
 */
export async function send(method: Method, path: string, sent: Sent = {}): Promise<Response> {
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-language": locale.value,
    ...sent.headers,
  };
  if (key.value !== "") headers["authorization"] = `Bearer ${key.value}`;
  if (sent.body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(path, {
    ...{ method, headers, credentials: "omit", cache: "no-store", signal: sent.signal ?? null },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  }).catch((error: unknown) => {
    if (sent.signal?.aborted === true) throw error;
    throw new ApiError(0, "unreachable", "");
  });
  if (response.ok) return response;
  if (response.status === 401) needsKey.value = true;
  const said = (await response.json().catch(() => undefined)) as Partial<ErrorBody> | undefined;
  const { code, message } = said?.error ?? {};
  throw new ApiError(response.status, code ?? "", message ?? response.statusText);
}

/** The answer is one of our own contracts, which the server holds itself to. */
export async function ask<T>(method: Method, path: string, sent?: Sent): Promise<T> {
  const response = await send(method, path, sent);
  return (await response.json()) as T;
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> =>
  ask<T>("GET", path, { signal });
export const post = <T>(path: string, body: unknown = {}): Promise<T> =>
  ask<T>("POST", path, { body });

export const patch = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>("PATCH", path, { body });

/** A path in which what stands for a name is encoded: at`/v1/runs/${id}/events` */
export const at = (parts: TemplateStringsArray, ...names: readonly string[]): string =>
  String.raw({ raw: parts }, ...names.map(encodeURIComponent));

export type Query = Readonly<Record<string, string | undefined>>;

/** `/v1/runs` with what stands behind the `?`; empty values are left out. */
export function withQuery(path: string, query: Query): string {
  const kept = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5000;
const isAway = ({ status }: ApiError) => status === 0 || status === 503;

/**
 * Attempts something until it gives true, with growing pauses, for as long as `mayComeBack` says that another try
 * helps; `failed` is told of each failure.
 */
export async function keepTrying(
  leaving: AbortSignal | undefined,
  attempt: () => Promise<boolean>,
  failed: (error: ApiError) => void,
  mayComeBack: (error: ApiError) => boolean = isAway,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  while (!leaving?.aborted) {
    const begunAt = Date.now();
    try {
      if (await attempt()) return;
    } catch (thrown) {
      if (leaving?.aborted) return;
      const error = asApiError(thrown);
      failed(error);
      if (!mayComeBack(error)) return;
    }
    // What went well for a while begins with a short pause again.
    if (Date.now() - begunAt > LONGEST_WAIT_MS) waitMs = FIRST_WAIT_MS;
    await new Promise((wake) => setTimeout(wake, waitMs));
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** The events of a response as they come, each with what it can be taken up again from. Errors: ApiError when it is cut */
export async function* eventsIn<T>(response: Response): AsyncGenerator<{ id: string; event: T }> {
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
        const data = fieldIn(part, "data");
        if (data !== undefined)
          yield { id: fieldIn(part, "id") ?? "", event: JSON.parse(data) as T };
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

function fieldIn(text: string, field: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.startsWith(`${field}:`));
  const values = lines.map((line) => line.slice(field.length + 1).trimStart());
  return values.length === 0 ? undefined : values.join("\n");
}
