import type { Manifest } from "#shared/contracts/manifest.ts";

/** One name that two domains claim. `owner` comes first in bootstrap order and keeps it. */
export type Conflict = {
  kind: "domain" | "goal" | "capability";
  name: string;
  owner: string;
  /** The domain that came second, and where in its manifest the name stands. */
  claimant: string;
  path: string;
};

/**
 * Every goal or capability that belongs to two domains, in the order of the manifests.
 * Shape:  a domain that appears twice is one conflict of kind `domain`, not one for each of its names
 * Cost:   one pass over the names
 */
export function findConflicts(manifests: readonly Manifest[]): Conflict[] {
  const conflicts: Conflict[] = [];
  const domains = new Set<string>();
  const owners = { goal: new Map<string, string>(), capability: new Map<string, string>() };
  const claim = (kind: "goal" | "capability", name: string, claimant: string, path: string) => {
    const owner = owners[kind].get(name);
    if (owner === undefined) owners[kind].set(name, claimant);
    else conflicts.push({ kind, name, owner, claimant, path });
  };
  for (const { domain, goals, capabilities } of manifests) {
    if (domains.has(domain)) {
      conflicts.push({
        kind: "domain",
        name: domain,
        owner: domain,
        claimant: domain,
        path: "domain",
      });
      continue;
    }
    domains.add(domain);
    for (const [at, { goal }] of goals.entries()) claim("goal", goal, domain, `goals.${at}.goal`);
    for (const [at, { capability }] of capabilities.entries())
      claim("capability", capability, domain, `capabilities.${at}.capability`);
  }
  return conflicts;
}

/** One conflict as a sentence: `capability "get_forecast" already belongs to "weather"` */
export const describeConflict = ({ kind, name, owner }: Conflict): string =>
  kind === "domain"
    ? `domain "${name}" is there already`
    : `${kind} "${name}" already belongs to "${owner}"`;
