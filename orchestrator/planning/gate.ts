import { type Effect, effects as fromWeakest } from "#shared/contracts/capability.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";

export type Gate = {
  passed: boolean;
  /** undefined: the domain is exempt by its manifest, and nothing is changed. */
  threshold: number | undefined;
  /** The strongest thing that would be done. */
  effect: Effect;
};

/** May a request that was understood with this confidence do something of these effects in this domain? */
export function passes(
  catalogue: Catalogue,
  domain: string,
  confidence: number,
  effects: readonly Effect[],
): Gate {
  const threshold = catalogue.gateOf(domain, effects);
  const effect = fromWeakest.findLast((each) => effects.includes(each)) ?? "read";
  return { passed: threshold === undefined || confidence >= threshold, threshold, effect };
}
