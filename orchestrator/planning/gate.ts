import { type Effect, effects as fromWeakest } from "#shared/contracts/capability.ts";
import type { Doubt } from "#shared/contracts/intent.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { stoppingDoubts } from "./doubts.ts";

export type Gate = {
  passed: boolean;
  /** undefined: the domain is exempt by its manifest, and nothing is changed. */
  threshold: number | undefined;
  /** The strongest thing that would be done. */
  effect: Effect;
  /** The doubts that this effect does not go with; absent: none. */
  doubts?: Doubt[];
};

/** May so certain a step, of which nothing is in doubt, be sent? */
export function isSureOf(
  catalogue: Catalogue,
  domain: string,
  confidence: number,
  effect: Effect,
): boolean {
  const threshold = catalogue.gateOf(domain, [effect]);
  return threshold === undefined || confidence >= threshold;
}

/** May a request that was understood so do something of these effects in this domain? */
export function passes(
  catalogue: Catalogue,
  domain: string,
  confidence: number,
  effects: readonly Effect[],
  doubts: readonly Doubt[] = [],
  followed: readonly Effect[] = [],
): Gate {
  const threshold = catalogue.gateOf(domain, [...effects, ...followed]);
  const effect =
    fromWeakest.findLast((each) => effects.includes(each) || followed.includes(each)) ?? "read";
  const stopping = stoppingDoubts(doubts, {
    effects,
    followed,
    isExempt: threshold === undefined,
  });
  const isSure = threshold === undefined || confidence >= threshold;
  const passed = isSure && stopping.length === 0;
  return { passed, threshold, effect, ...(stopping.length > 0 && { doubts: stopping }) };
}
