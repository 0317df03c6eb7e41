import { parseExample } from "#shared/contracts/annotated-example.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { type Allowed, mayPursue } from "../planning/rights.ts";

/** The first example of each domain that can be carried out without a model: what a newcomer may try. */
export function examplesOf(allowed: Allowed, locale: Locale): { domain: string; text: string }[] {
  const first = new Map<string, string>();
  for (const goal of allowed.catalogue.goals) {
    const { domain, spec } = goal;
    const said = inLocale(spec.hints.examples ?? {}, locale)?.[0];
    const isPlain = spec.action_type === "deterministic" && spec.fallback === undefined;
    if (said === undefined || !isPlain || first.has(domain) || !mayPursue(goal, allowed)) continue;
    first.set(domain, parseExample(said).text);
  }
  return [...first].map(([domain, text]) => ({ domain, text }));
}
