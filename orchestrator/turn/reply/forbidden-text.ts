import { sayIn } from "#shared/messages/say.ts";
import { capabilityIn } from "../../catalogue/described-in.ts";
import { missingScopes } from "../../planning/rights.ts";
import type { Turn } from "../turn.ts";

/** What the user may not do, in words, and the scopes that would let them. */
export function forbiddenText(
  { snapshot: { catalogue }, locale, lacks }: Pick<Turn, "snapshot" | "locale" | "lacks">,
  capabilities: readonly { domain: string; capability: string }[],
): { answer: string; scopes: string[] } {
  const what = new Set(capabilities.map((each) => capabilityIn(each, catalogue, locale)));
  const scopes = missingScopes(capabilities, catalogue, lacks);
  const named = scopes.length === 0 ? "" : ` (${scopes.join(", ")})`;
  const say = sayIn("replies", locale);
  return { answer: say("forbidden", { what: [...what].join("; "), scopes: named }), scopes };
}
