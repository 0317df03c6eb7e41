import type { Pool } from "undici";
import type { ResolveName } from "#shared/safe-fetch/guard-connector.ts";
import type { ManifestSource } from "../../ports/domain-client.ts";
import { exchange, openPool, readJson } from "./exchange.ts";

/** A manifest is cut off beyond it. */
const MAX_BYTES = 4 * 1024 * 1024;
const MOST_VALUES = 500_000;
const TIMEOUT_MS = 2000;
const CONNECTIONS = 2;

export type OpenManifestSource = ManifestSource & { close(): Promise<void> };

/** Manifests over HTTP, by connections apart from those of the calls. */
export function openManifestSource({
  timeoutMs = TIMEOUT_MS,
  resolve,
}: {
  timeoutMs?: number;
  /** The system's way from names to addresses when absent. */
  resolve?: ResolveName;
} = {}): OpenManifestSource {
  const pools = new Map<string, Pool>();
  return {
    async fetchManifest(address, etag) {
      const url = new URL(address);
      const pool = pools.get(url.origin) ?? openPool(url.origin, CONNECTIONS, resolve);
      pools.set(url.origin, pool);
      const headers = ["accept", "application/json", "accept-encoding", "identity"];
      if (etag !== undefined) headers.push("if-none-match", etag);
      const answer = await exchange(pool, {
        domain: address,
        method: "GET",
        path: `${url.pathname}${url.search}`,
        headers,
        maxBytes: MAX_BYTES,
        timeoutMs,
      });
      if (answer.status === 304) return { changed: false };
      const body = readJson(address, answer.body, MOST_VALUES);
      const tag = answer.headers.etag;
      return typeof tag === "string" ? { changed: true, body, etag: tag } : { changed: true, body };
    },
    async close() {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}
