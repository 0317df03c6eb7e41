import { buildConnector, Pool } from "undici";
import { guardConnector, type ResolveName } from "#shared/safe-fetch/guard-connector.ts";
import { isDomainAddress } from "./domain-address.ts";

/** Connections to one origin. Timers of our own end each exchange, so the pool has none but the one for connecting. */
export const openPool = (origin: string, connections: number, resolve?: ResolveName): Pool =>
  new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: guardConnector(buildConnector, {
      permits: isDomainAddress,
      timeoutMs: 10_000,
      ...(resolve && { resolve }),
    }),
  });
