import { Pool } from "undici";
import { faultsOf } from "#shared/contracts/errors.ts";
import { domainOutput } from "#shared/contracts/output.ts";
import type { Clock, MakeId } from "../../ports/clock.ts";
import { DomainCallError } from "../../ports/domain-call-error.ts";
import type {
  DomainCall,
  DomainClient,
  FetchedManifest,
  ManifestSource,
} from "../../ports/domain-client.ts";
import { exchange } from "./exchange.ts";
import { readJson } from "./read-json.ts";
import { serviceToken, signingKey } from "./service-token.ts";

/** An answer is cut off beyond it. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
/** Calls of one domain that are on the wire at once; further ones wait their turn. */
const CONNECTIONS = 64;
/** Calls of one domain, on the wire and waiting; further ones are refused as `busy`. */
const MAX_OPEN_CALLS = 1024;
const MANIFEST_TIMEOUT_MS = 2000;

export type DomainClientDeps = {
  /** Where a domain may be called: the URL of its bootstrap entry, which is the only address there is. */
  baseUrlOf(domain: string): string | undefined;
  /** Signs the calls. Absent: they carry no token. */
  secret?: string;
  clock: Clock;
  makeId: MakeId;
  manifestTimeoutMs?: number;
  maxOpenCalls?: number;
};

export type OpenDomainClient = DomainClient & ManifestSource & { close(): Promise<void> };

/** One domain's connections, apart from every other's, so that a slow one slows nobody else. */
type Line = { baseUrl: string; pool: Pool; path: string; open: number };

/** The wire to the domains: kept-alive connections, a cap on everything, and no trust in what comes back. */
export function openDomainClient(deps: DomainClientDeps): OpenDomainClient {
  const key = deps.secret === undefined ? undefined : signingKey(deps.secret);
  const maxOpenCalls = deps.maxOpenCalls ?? MAX_OPEN_CALLS;
  const lines = new Map<string, Line>();
  const manifestPools = new Map<string, Pool>();

  /** The domain's line, made anew when the bootstrap file moved it. */
  const lineTo = (domain: string): Line => {
    const baseUrl = deps.baseUrlOf(domain);
    const known = lines.get(domain);
    if (known !== undefined && known.baseUrl === baseUrl) return known;
    if (known !== undefined) {
      lines.delete(domain);
      // Calls under way finish on the old connections.
      known.pool.close().catch(() => undefined);
    }
    if (baseUrl === undefined)
      throw new DomainCallError(domain, "unreachable", "has no url in the bootstrap file", false);
    const url = new URL(baseUrl);
    const path = `${url.pathname.replace(/\/+$/, "")}/execute`;
    const line = { baseUrl, pool: openPool(url.origin, CONNECTIONS), path, open: 0 };
    lines.set(domain, line);
    return line;
  };

  const headersOf = (call: DomainCall, leftMs: number): string[] => {
    const { intent, context } = call.request;
    const headers = [
      "content-type",
      "application/json",
      "accept",
      "application/json",
      "accept-encoding",
      "identity",
      "idempotency-key",
      call.idempotencyKey,
      "x-deadline-ms",
      String(Math.floor(leftMs)),
    ];
    if (call.traceparent !== undefined) headers.push("traceparent", call.traceparent);
    if (key !== undefined) {
      const { run_id, step_id, user_id: sub } = context;
      const { capability } = intent;
      const claims = { aud: call.domain, sub, run_id, step_id, capability };
      const token = serviceToken(key, claims, deps.clock.now(), deps.makeId("call"));
      headers.push("authorization", `Bearer ${token}`);
    }
    return headers;
  };

  return {
    async call(call) {
      const { domain, signal } = call;
      const line = lineTo(domain);
      const leftMs = Math.min(call.timeoutMs, call.request.context.deadline_at - deps.clock.now());
      if (leftMs <= 0)
        throw new DomainCallError(domain, "timeout", "no time was left for it", false);
      if (line.open >= maxOpenCalls)
        throw new DomainCallError(domain, "busy", `has ${line.open} calls open already`, false);
      line.open += 1;
      try {
        const answer = await exchange(line.pool, {
          domain,
          method: "POST",
          path: line.path,
          headers: headersOf(call, leftMs),
          body: JSON.stringify(call.request),
          maxBytes: MAX_ANSWER_BYTES,
          timeoutMs: leftMs,
          signal,
        });
        const { status } = answer;
        if (status !== 200)
          throw new DomainCallError(domain, "http_status", `answered HTTP ${status}`, true, {
            status,
          });
        const output = domainOutput.safeParse(readJson(domain, answer.body));
        if (output.success) return output.data;
        const [first] = faultsOf(output.error);
        const detail = `broke its contract: ${first?.path || "the answer"}: ${first?.message ?? "is wrong"}`;
        throw new DomainCallError(domain, "contract", detail, true, { cause: output.error });
      } finally {
        line.open -= 1;
      }
    },

    async fetchManifest(address, etag): Promise<FetchedManifest> {
      const url = new URL(address);
      const pool = manifestPools.get(url.origin) ?? openPool(url.origin, 2);
      manifestPools.set(url.origin, pool);
      const headers = ["accept", "application/json", "accept-encoding", "identity"];
      if (etag !== undefined) headers.push("if-none-match", etag);
      const answer = await exchange(pool, {
        domain: address,
        method: "GET",
        path: `${url.pathname}${url.search}`,
        headers,
        maxBytes: MAX_MANIFEST_BYTES,
        timeoutMs: deps.manifestTimeoutMs ?? MANIFEST_TIMEOUT_MS,
      });
      if (answer.status === 304) return { changed: false };
      const body = readJson(address, answer.body);
      const tag = answer.headers.etag;
      return typeof tag === "string" ? { changed: true, body, etag: tag } : { changed: true, body };
    },

    async close() {
      const pools = [...manifestPools.values(), ...[...lines.values()].map(({ pool }) => pool)];
      lines.clear();
      manifestPools.clear();
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
}

/** Timers of our own end each exchange, so the pool has none but the one for connecting. */
const openPool = (origin: string, connections: number): Pool =>
  new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: 10_000 },
  });
