import type { Agent, request } from "undici";
import {
  ForbiddenAddressError,
  guardConnector,
  isLoopbackAddress,
  isPublicAddress,
} from "./guard-connector.ts";
import {
  dropBody,
  type Fetched,
  type FetchFault,
  type FetchRequest,
  readBody,
  type SafeFetch,
} from "./read-body.ts";
import { allowedHosts } from "./web-address.ts";

const MAX_REDIRECTS = 3;
const CONNECT_MS = 5_000;
const MAX_URL_CHARS = 2_000;

export type FetchRules = {
  /** Whom the operator allows to be asked: "vimeo.com" with its subdomains, "*" for every public host. */
  hosts: readonly string[];
  /** `loopback` is for tests: this machine and nothing else, on any port. `public` when absent. */
  network?: "public" | "loopback";
};

/**
 * A GET that cannot be turned against the inside network: http and https on their own ports, hosts on
 * the operator's list, addresses of the public internet only (checked when connecting), all of it again
 * after each of at most three redirects. Sends no cookies and no logins, and asks for no compression.
 * Errors: none; what went wrong is in the answer
 * Cost:   loads undici with the first request; a connection of its own for each
 */
export function makeSafeFetch({ hosts, network = "public" }: FetchRules): SafeFetch {
  const isAllowed = allowedHosts(hosts);
  const permits = network === "public" ? isPublicAddress : isLoopbackAddress;
  const rules = { permits, timeoutMs: CONNECT_MS };
  let loading: Promise<{ agent: Agent; send: typeof request }> | undefined;
  const load = async () => {
    const undici = await import("undici");
    const connect = guardConnector(undici.buildConnector, rules);
    return { agent: new undici.Agent({ connect, pipelining: 0 }), send: undici.request };
  };

  function readUrl(text: string): { url: URL } | { fault: FetchFault } {
    const url = text.length <= MAX_URL_CHARS ? URL.parse(text) : null;
    const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
    const hasLogin = url?.username !== "" || url.password !== "";
    // Another port is another service; the parser leaves out the scheme's own.
    const isOwnPort = network === "loopback" || url?.port === "";
    if (url === null || !isWeb || hasLogin || !isOwnPort) return { fault: "BAD_URL" };
    return isAllowed(url.hostname) ? { url } : { fault: "HOST_NOT_ALLOWED" };
  }

  async function follow(asked: FetchRequest, signal: AbortSignal): Promise<Fetched> {
    loading ??= load();
    const { agent, send } = await loading;
    let next = asked.url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const read = readUrl(next);
      if ("fault" in read) return { ok: false, fault: read.fault };
      const { statusCode, headers, body } = await send(read.url, {
        dispatcher: agent,
        signal,
        headers: {
          accept: asked.accept.join(", "),
          "accept-encoding": "identity",
          "user-agent": "regente",
        },
      });
      const location = headers["location"];
      if (statusCode >= 300 && statusCode < 400 && typeof location === "string") {
        dropBody(body);
        next = URL.parse(location, read.url.href)?.href ?? "";
        continue;
      }
      return readBody({ url: read.url.href, statusCode, headers, body }, asked);
    }
    return { ok: false, fault: "TOO_MANY_REDIRECTS" };
  }

  return async (asked) => {
    const late = AbortSignal.timeout(asked.timeoutMs);
    const signal = asked.signal === undefined ? late : AbortSignal.any([late, asked.signal]);
    try {
      return await follow(asked, signal);
    } catch (error) {
      if (isForbidden(error)) return { ok: false, fault: "FORBIDDEN_ADDRESS" };
      return { ok: false, fault: signal.aborted ? "TIMEOUT" : "UNREACHABLE" };
    }
  };
}

const isForbidden = (error: unknown): boolean =>
  error instanceof ForbiddenAddressError ||
  (error instanceof Error && error.cause instanceof ForbiddenAddressError);
