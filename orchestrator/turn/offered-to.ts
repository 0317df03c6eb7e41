import type { Alternative } from "#shared/contracts/intent.ts";
import { type Allowed, mayPursue } from "../planning/rights.ts";
import type { Understood } from "../understanding/understanding.ts";

/** What was heard, offering only goals that the user may pursue. What was asked for stays: it is refused in words. */
export function offeredTo(allowed: Allowed, heard: Understood): Understood {
  if (allowed.mayUse === undefined) return heard;
  const isOpen = ({ domain, goal }: Alternative): boolean => {
    const found = allowed.catalogue.goal(domain, goal);
    return found !== undefined && mayPursue(found, allowed);
  };
  const { intent, candidates } = heard;
  const alternatives = intent.alternatives.filter(isOpen);
  return {
    ...heard,
    intent: { ...intent, alternatives },
    candidates: candidates.filter(isOpen),
  };
}
