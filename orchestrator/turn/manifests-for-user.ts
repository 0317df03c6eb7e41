import type { Manifest } from "#shared/contracts/manifest.ts";
import { needsModel } from "../catalogue/catalogue.ts";
import { manifestsFor } from "../planning/rights.ts";
import type { Turn } from "./turn.ts";

/** What the user may be told of: what works now. */
export type UserManifests = { now: Manifest[] };

/**
 * The manifests with the goals that the user may pursue and that work here. Without a model, a domain of which less than
 * half works is not told of at all.
 */
export function manifestsForUser({ snapshot, mayUse, deps }: Turn): UserManifests {
  const { catalogue } = snapshot;
  const told: UserManifests = { now: [] };
  for (const manifest of manifestsFor({ catalogue, mayUse })) {
    const { goals, domain } = manifest;
    const lacking =
      deps.model === undefined
        ? goals.filter((spec) => needsModel({ domain, spec }, catalogue))
        : [];
    const works = goals.filter((spec) => !lacking.includes(spec));
    const hasMost = works.length * 2 >= goals.length;
    if (hasMost) told.now.push({ ...manifest, goals: works });
  }
  return told;
}
