import { BlockList, isIPv4, isIPv6 } from "node:net";
import { buildConnector, Pool } from "undici";
import { guardConnector, type ResolveName } from "#shared/safe-fetch/guard-connector.ts";

/** Where no domain can be, whatever a name resolves to: networks, and addresses that clouds answer secrets at. */
const NEVER: readonly [address: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["169.254.0.0", 16],
  ["192.0.0.192", 32],
  ["100.100.100.200", 32],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const NEVER_V6: readonly [address: string, prefix: number][] = [
  ["::", 128],
  ["fe80::", 10],
  ["fd00:ec2::254", 128],
  ["ff00::", 8],
  ["64:ff9b::a9fe:0", 112],
  ["2002:a9fe::", 32],
];

const refused = new BlockList();
for (const [address, prefix] of NEVER) refused.addSubnet(address, prefix, "ipv4");
for (const [address, prefix] of NEVER_V6) refused.addSubnet(address, prefix, "ipv6");

/**
 * May a domain be called at this address? Domains live on this machine, in its networks or on the internet, but never at
 * a link-local, multicast or metadata address. An IPv4 address inside an IPv6 one counts as itself.
 */
export const isDomainAddress = (address: string): boolean =>
  (isIPv4(address) && !refused.check(address, "ipv4")) ||
  (isIPv6(address) && !refused.check(address, "ipv6"));

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
