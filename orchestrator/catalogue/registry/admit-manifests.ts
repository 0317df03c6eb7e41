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

/** Why a manifest cannot stand beside others, naming the one that is in its way; undefined: it can. */
export type ClashOf = (manifest: Manifest, others: readonly Manifest[]) => string | undefined;

const MAX_SENTENCES = 5;

/**
 * Who is in the next catalogue. In bootstrap order, each domain comes in with its candidate, or else
 * stays with what is in force, unless an earlier one owns a name of it; manifests are taken whole. A clash
 * also speaks for what is in force of later ones: whoever is new does not drive out who is there.
 * Shape:  `unusable` holds manifests that are refused for another reason, with that reason
 */
export function admitManifests(
  standings: readonly Standing[],
  unusable: { get(manifest: Manifest): string | undefined },
  clashOf: ClashOf = () => undefined,
): Admission {
  const owners = noOwners();
  const manifests: Manifest[] = [];
  const refusals = new Map<string, string>();
  const objection = (manifest: Manifest, later: readonly Standing[]): string | undefined => {
    const reason = unusable.get(manifest);
    if (reason !== undefined) return reason;
    const conflicts = conflictsWith(owners, manifest).map(describeConflict);
    if (conflicts.length === 0) {
      const standing = later.flatMap(({ inForce }) => inForce ?? []);
      return clashOf(manifest, [...manifests, ...standing]);
    }
    const more = conflicts.length - MAX_SENTENCES;
    return `${conflicts.slice(0, MAX_SENTENCES).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
  };
  for (const [at, { name, candidate, inForce }] of standings.entries())
    for (const manifest of new Set([candidate, inForce])) {
      if (manifest === undefined) continue;
      const later = manifest === inForce ? [] : standings.slice(at + 1);
      const reason = objection(manifest, later);
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
