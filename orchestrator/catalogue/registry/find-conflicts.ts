import type { Manifest } from "#shared/contracts/manifest.ts";
import { type Reason, reason } from "#shared/messages/reason.ts";

/** One name that two domains claim. `owner` comes first in bootstrap order and keeps it. */
export type Conflict = {
  kind: "domain" | "goal" | "capability";
  name: string;
  owner: string;
  /** The domain that came second, and where in its manifest the name stands. */
  claimant: string;
  path: string;
};

/** Which domain owns each name. */
export type Owners = {
  domains: Set<string>;
  goals: Map<string, string>;
  capabilities: Map<string, string>;
};
export const noOwners = (): Owners => ({
  domains: new Set(),
  goals: new Map(),
  capabilities: new Map(),
});

/**
 * Every goal or capability that belongs to two domains, in the order of the manifests.
 * Shape:  a domain that appears twice is one conflict of kind `domain`, not one for each of its names
 * Cost:   one pass over the names
 */
export function findConflicts(manifests: readonly Manifest[]): Conflict[] {
  const owners = noOwners();
  return manifests.flatMap((manifest) => {
    const conflicts = conflictsWith(owners, manifest);
    own(owners, manifest);
    return conflicts;
  });
}

/** The names of one manifest that others own already. */
export function conflictsWith(owners: Owners, manifest: Manifest): Conflict[] {
  const { domain: claimant } = manifest;
  if (owners.domains.has(claimant))
    return [{ kind: "domain", name: claimant, owner: claimant, claimant, path: "domain" }];
  const conflicts: Conflict[] = [];
  for (const [at, { goal: name }] of manifest.goals.entries()) {
    const owner = owners.goals.get(name);
    if (owner !== undefined)
      conflicts.push({ kind: "goal", name, owner, claimant, path: `goals.${at}.goal` });
  }
  for (const [at, { capability: name, provides }] of manifest.capabilities.entries()) {
    const owner = owners.capabilities.get(name);
    const path = `capabilities.${at}.capability`;
    // What stands in for another domain's may bear its name.
    if (owner !== undefined && provides !== `${owner}.${name}`)
      conflicts.push({ kind: "capability", name, owner, claimant, path });
  }
  return conflicts;
}

/** Give a manifest the names that no one owns yet. */
export function own(owners: Owners, { domain, goals, capabilities }: Manifest): void {
  if (owners.domains.has(domain)) return;
  owners.domains.add(domain);
  for (const { goal } of goals) if (!owners.goals.has(goal)) owners.goals.set(goal, domain);
  for (const { capability, provides } of capabilities)
    if (!owners.capabilities.has(capability) && provides?.endsWith(`.${capability}`) !== true)
      owners.capabilities.set(capability, domain);
}

/** A conflict: `capability "get_forecast" already belongs to "weather"` */
export const reasonOf = ({ kind, name, owner }: Conflict): Reason =>
  kind === "domain"
    ? reason("domain_is_there", { name })
    : reason(`${kind}_belongs_to`, { name, owner });
