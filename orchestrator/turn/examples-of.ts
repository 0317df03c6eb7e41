import { parseExample } from "#shared/contracts/annotated-example.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { onlyReads } from "../catalogue/capabilities.ts";
import { type Allowed, mayPursue } from "../planning/rights.ts";

/** The first example of each domain that only reads, and needs no model: what a newcomer may try. */
export function examplesOf(allowed: Allowed, locale: Locale): { domain: string; text: string }[] {
  const first = new Map<string, string>();
  for (const goal of allowed.catalogue.goals) {
    const { domain, spec } = goal;
    const said = inLocale(spec.hints.examples ?? {}, locale)?.[0];
    const isPlain = spec.action_type === "deterministic" && spec.fallback === undefined;
    if (said === undefined || !isPlain || !onlyReads(goal, allowed.catalogue)) continue;
    if (first.has(domain) || !mayPursue(goal, allowed)) continue;
    first.set(domain, parseExample(said).text);
  }
  return [...first].map(([domain, text]) => ({ domain, text }));
}
