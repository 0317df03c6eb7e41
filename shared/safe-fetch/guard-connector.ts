import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
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

export type ConnectionRules = {
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
