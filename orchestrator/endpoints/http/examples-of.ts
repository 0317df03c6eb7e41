import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import { onlyReads } from "../../catalogue/catalogue.ts";
import { type Allowed, mayPursue } from "../../planning/rights.ts";

export type Example = { domain: string; text: string; effect: "read" | "write" };

/** Of one domain. */
const MOST = 2;

/** It only reads, so that what it knows is there for whoever comes; what else a domain shows, somebody has made before. */
const isOnlyRead = ({ capabilities }: Manifest): boolean =>
  capabilities.every(({ kind, effect }) => kind !== "service" || effect === "read");

/**
 * What a newcomer may try, by the first sentence of each goal: what is read where a domain only reads, at most two of a domain;
 * and what is written and can be undone, one of a domain. What needs a model, a right, or trust in texts from outside is left
 * out.
 */
export function examplesOf(allowed: Allowed, locale: Locale): Example[] {
  const { catalogue } = allowed;
  const found: Example[] = [];
  for (const goal of catalogue.goals) {
    const { domain, spec } = goal;
    const said = inLocale(spec.hints.examples ?? {}, locale)?.[0];
    if (said === undefined || spec.action_type !== "deterministic" || spec.fallback !== undefined)
      continue;
    const capability = catalogue.capability(domain, spec.capability ?? "")?.spec;
    if (capability?.kind !== "service" || !mayPursue(goal, allowed)) continue;
    const manifest = catalogue.manifests.get(domain);
    const isPublic =
      manifest !== undefined &&
      isOnlyRead(manifest) &&
      capability.requires.length === 0 &&
      capability.trust === "trusted";
    const isUndone = capability.effect === "write" && capability.undo !== undefined;
    const effect = isUndone ? "write" : "read";
    if (!isUndone && !(isPublic && onlyReads(goal, catalogue))) continue;
    const own = found.filter((each) => each.domain === domain && each.effect === effect);
    if (own.length < (isUndone ? 1 : MOST))
      found.push({ domain, text: parseExample(said).text, effect });
  }
  return found.sort((a, b) => Number(a.effect === "write") - Number(b.effect === "write"));
}
