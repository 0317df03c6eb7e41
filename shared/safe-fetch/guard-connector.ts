import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from "node:dns";
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from "node:net";
import type { buildConnector } from "undici";

/** The system's way from a name to its addresses; tests bring their own. */
export type ResolveName = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** A name or an address that leads where nothing may be fetched. */
export class ForbiddenAddressError extends Error {
  override readonly name = "ForbiddenAddressError";
  readonly code = "FORBIDDEN_ADDRESS";
  constructor(host: string) {
    super(`${host} is not an address that may be fetched from`);
  }
}

type ConnectionRules = {
  permits(address: string): boolean;
  timeoutMs: number;
  resolve?: ResolveName;
};

/**
 * Makes connections only to addresses that `permits` lets pass. The address that was checked is the one
 * that is connected to, so a name that changes its mind in between gains nothing; a name with one
 * forbidden address is refused altogether.
 */
export function guardConnector(
  build: typeof buildConnector,
  { permits, timeoutMs, resolve = systemLookup }: ConnectionRules,
): buildConnector.connector {
  const lookup: LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, "", 0);
      const [first] = found;
      if (first === undefined || !found.every(({ address }) => permits(address)))
        return done(new ForbiddenAddressError(host), "", 0);
      return options.all === true ? done(null, found) : done(null, first.address, first.family);
    });
  };
  const connect = build({ lookup, timeout: timeoutMs } as buildConnector.BuildOptions);
  return (options, done) => {
    // An address in the URL is never looked up.
    const literal = options.hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) !== 0 && !permits(literal)) done(new ForbiddenAddressError(literal), null);
    else connect(options, done);
  };
}

/** Every IPv4 range that is not the public internet (IANA special-purpose registry, and multicast). */
const NOT_PUBLIC_V4: readonly [address: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
/** The only IPv6 range that is given out; mapped, loopback, link-local and private ones lie outside it. */
const PUBLIC_V6: readonly [address: string, prefix: number] = ["2000::", 3];
/** Inside it: protocol use with Teredo, documentation, and 6to4, which hides an IPv4 address. */
const NOT_PUBLIC_V6: readonly [address: string, prefix: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const refusedV4 = new BlockList();
for (const [address, prefix] of NOT_PUBLIC_V4) refusedV4.addSubnet(address, prefix, "ipv4");
const givenOutV6 = new BlockList();
givenOutV6.addSubnet(...PUBLIC_V6, "ipv6");
const refusedV6 = new BlockList();
for (const [address, prefix] of NOT_PUBLIC_V6) refusedV6.addSubnet(address, prefix, "ipv6");

/** True for an address of the public internet: not this machine, its networks, or a cloud's metadata. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedV4.check(address, "ipv4");
  return isIPv6(address) && givenOutV6.check(address, "ipv6") && !refusedV6.check(address, "ipv6");
}

/** True for this machine's own addresses. */
export const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || (isIPv4(address) && address.startsWith("127."));
