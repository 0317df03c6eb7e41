import { isIP } from "node:net";
import type { EndpointSettings } from "./endpoint-settings.ts";

/** What containers call the machine they run on; no stranger can be found under these names. */
const HOST_MACHINE = [
  "host.docker.internal",
  "gateway.docker.internal",
  "host.containers.internal",
];

/** `[::1]:8080` and `Localhost.` as the name alone. */
export function hostName(host: string): string {
  const name = host.startsWith("[") ? host.slice(1).split("]")[0] : host.split(":")[0];
  return (name ?? "").toLowerCase().replace(/\.$/, "");
}

export const isLoopbackName = (name: string): boolean =>
  name === "localhost" ||
  name.endsWith(".localhost") ||
  name === "::1" ||
  (isIP(name) === 4 && name.startsWith("127."));

/**
 * Which `Host` headers are answered. No one asks callers for a key here, so a web page must not reach us by
 * a name of its own that it lets point to this machine (DNS rebinding). Names that no stranger can own are
 * safe: loopback ones, and, where we listen to the network, addresses and names without a dot.
 */
export function hostCheck({ host, allowedHosts }: EndpointSettings): (header: string) => boolean {
  const known = new Set([...HOST_MACHINE, ...allowedHosts, host].map(hostName));
  const onNetwork = !isLoopbackName(hostName(host.includes(":") ? `[${host}]` : host));
  const isAllowed = (name: string) =>
    isLoopbackName(name) ||
    known.has(name) ||
    (onNetwork && (isIP(name) !== 0 || /^[a-z0-9-]+$/.test(name)));
  // Clients call by one or two names, again and again.
  const seen = new Map<string, boolean>();
  return (header) => {
    const before = seen.get(header);
    if (before !== undefined) return before;
    const allowed = isAllowed(hostName(header));
    if (seen.size < 100) seen.set(header, allowed);
    return allowed;
  };
}

/** What browser clients send: keys, JSON, `x-stainless-*`, `x-session-id`, ... */
const HEADERS = [
  "authorization",
  "content-type",
  "accept",
  "last-event-id",
  "session-id",
  "thread-id",
];

/**
 * Which web pages may read our answers and have us do something: pages of this machine and our own; others when they are
 * configured.
 */
export function corsPolicy({ corsOrigins }: EndpointSettings) {
  const listed = new Set(corsOrigins);
  return {
    /** `host` is the request's own, so that our own pages count. */
    allows(origin: string, host: string | undefined): boolean {
      if (listed.has("*") || listed.has(origin)) return true;
      const url = URL.parse(origin);
      return url !== null && (isLoopbackName(hostName(url.host)) || url.host === host);
    },
    /** For a preflight: what may be sent. `asked` is its `access-control-request-headers`. */
    headers(asked = ""): string {
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
