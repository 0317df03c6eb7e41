import type { Manifest } from "#shared/contracts/manifest.ts";
import { capabilitiesOfGoal } from "../catalogue/capabilities.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
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

/** True for a goal that nothing but a model can plan or carry out. */
function needsModel(goal: Parameters<typeof capabilitiesOfGoal>[0], catalogue: Catalogue): boolean {
  const { plan, capability } = goal.spec;
  if (plan !== undefined && capability === undefined) return true;
  const found = capabilitiesOfGoal(goal, catalogue);
  return (
    found.length > 0 &&
    found.every(({ spec }) => spec.kind === "reasoning" || spec.kind === "agent")
  );
}
