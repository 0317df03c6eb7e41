import { hostName, isLoopbackName } from "./allowed-hosts.ts";
import type { EndpointSettings } from "./endpoint-settings.ts";

/** What browser clients send: keys, JSON, `x-stainless-*`, `x-session-id`, ... */
const HEADERS = [
  "authorization",
  "content-type",
  "accept",
  "last-event-id",
  "session-id",
  "thread-id",
];

/** Which web pages may read our answers and have us do something. */
export type Cors = {
  /** `host` is the request's own, so that our own pages count. */
  allows(origin: string, host: string | undefined): boolean;
  /** For a preflight: what may be sent. `asked` is its `access-control-request-headers`. */
  headers(asked: string | undefined): string;
};

/** Pages of this machine and our own may; others when they are configured. */
export function corsPolicy({ corsOrigins }: EndpointSettings): Cors {
  const listed = new Set(corsOrigins);
  return {
    allows(origin, host) {
      if (listed.has("*") || listed.has(origin)) return true;
      const url = URL.parse(origin);
      return url !== null && (isLoopbackName(hostName(url.host)) || url.host === host);
    },
    headers(asked = "") {
      const custom = asked
        .toLowerCase()
        .split(",")
        .map((name) => name.trim())
        .filter((name) => /^x-[a-z0-9-]{1,64}$/.test(name));
      return [...HEADERS, ...custom].join(", ");
    },
  };
}

export const EXPOSED_HEADERS = "x-request-id, retry-after, x-should-retry, idempotent-replayed";
