import { type Catalogue, catalogueOfOne } from "../catalogue/catalogue.ts";
import type { Snapshot } from "./turn-deps.ts";

/**
 * Snapshots that hear one domain's goals only. Each is made when it is first asked for, and kept until the
 * catalogue is replaced. undefined: there is no such domain, or it has no goals.
 * Cost: what `prepare` costs for that many goals, once for each catalogue
 */
export function pinDomains(
  current: () => Snapshot,
  prepare: (catalogue: Catalogue) => Snapshot | Promise<Snapshot>,
): (domain: string) => Promise<Snapshot> | undefined {
  let made = new Map<string, Promise<Snapshot>>();
  let from: Catalogue | undefined;
  return (domain) => {
    const { catalogue } = current();
    if (catalogue !== from) {
      made = new Map();
      from = catalogue;
    }
    const known = made.get(domain);
    if (known !== undefined) return known;
    const one = catalogueOfOne(catalogue, domain);
    if (one === undefined) return undefined;
    const snapshot = Promise.resolve(one).then(prepare);
    made.set(domain, snapshot);
    return snapshot;
  };
}
