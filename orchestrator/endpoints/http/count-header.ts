import type { IncomingMessage } from "node:http";

/**
 * How often a header was sent: of most that come twice Node keeps the first and forgets the other.
 * Cost: a look at each name's length, by which most are told apart
 */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name)
      found += 1;
  return found;
}
