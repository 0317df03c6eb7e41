import type { Manifest } from "#shared/contracts/manifest.ts";
import { conflictsWith, describeConflict, noOwners, own } from "./find-conflicts.ts";

/** What there is of one domain: its newest manifest, and the one that is in force. */
export type Standing = {
  name: string;
  candidate: Manifest | undefined;
  inForce: Manifest | undefined;
};

export type Admission = {
  manifests: Manifest[];
  /** Domain -> why its candidate is not among them. */
  refusals: Map<string, string>;
};

const MAX_SENTENCES = 5;

/**
 * Who is in the next catalogue. In bootstrap order, each domain comes in with its candidate, or else
 * stays with what is in force, unless an earlier one owns a name of it; manifests are taken whole.
 * Shape:  `unusable` holds manifests that are refused for another reason, with that reason
 */
export function admitManifests(
  standings: readonly Standing[],
  unusable: { get(manifest: Manifest): string | undefined },
): Admission {
  const owners = noOwners();
  const manifests: Manifest[] = [];
  const refusals = new Map<string, string>();
  const objection = (manifest: Manifest): string | undefined => {
    const reason = unusable.get(manifest);
    if (reason !== undefined) return reason;
    const conflicts = conflictsWith(owners, manifest).map(describeConflict);
    if (conflicts.length === 0) return undefined;
    const more = conflicts.length - MAX_SENTENCES;
    return `${conflicts.slice(0, MAX_SENTENCES).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
  };
  for (const { name, candidate, inForce } of standings)
    for (const manifest of new Set([candidate, inForce])) {
      if (manifest === undefined) continue;
      const reason = objection(manifest);
      if (reason === undefined) {
        own(owners, manifest);
        manifests.push(manifest);
        break;
      }
      const sentence = `manifest of ${name} ${manifest.version} is refused: ${reason}`;
      if (!refusals.has(name)) refusals.set(name, sentence);
    }
  return { manifests, refusals };
}
