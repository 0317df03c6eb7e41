import type { Effect } from "#shared/contracts/capability.ts";
import { visibleText } from "#shared/plain-text/visible-text.ts";
import { claimsDelivery, claimsEffect } from "./claims-effect.ts";

/** What is wrong with an answer that says more than its tools have done; undefined: nothing. */
export function falseClaim(message: string, did: readonly Effect[]): string | undefined {
  // As people will read it: signs that nobody sees would part the words.
  const text = visibleText(message);
  if (claimsEffect(text) && did.length === 0)
    return "nothing was done: no tool of yours has answered that it was";
  if (
    claimsDelivery(text) &&
    !did.some((effect) => effect === "external" || effect === "destructive")
  )
    return "nothing was sent, published or paid: no tool of yours has answered that it was";
  return undefined;
}
