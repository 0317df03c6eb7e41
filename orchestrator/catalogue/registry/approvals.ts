import type { Manifest } from "#shared/contracts/manifest.ts";
import type { ApprovedManifests } from "../../ports/approved-manifests.ts";
import type { Log } from "../../ports/log.ts";
import { manifestDigest } from "./build-catalogue.ts";
import { changedPromises } from "./changed-promises.ts";

/** A manifest that waits for the operator's word. */
export type Held = { version: string; digest: string; changes: string[] };

/**
 * Domains that others run are taken at their word once, when they are first seen. A manifest that changes what the last
 * one promised waits until the operator says yes to that very manifest; what may change freely is a short list
 * (changed-promises.ts).
 */
export type Approvals = {
  /** Why a manifest has to wait; undefined: it need not. */
  objectionTo(manifest: Manifest): string | undefined;
  /**
   * What was taken of the domain, where this manifest says the same. Two that say the same may still differ in the order
   * of their keys, which decides between equals: the order that was taken counts.
   */
  asTaken(manifest: Manifest): Manifest;
  /** What was in force of a domain when the process before this one ended. */
  lastTaken(domain: string): Manifest | undefined;
  /** It came into force: the next one is compared with it. */
  taken(manifest: Manifest): void;
  /** The operator let go of the domain: one of that name is a new one. Rejects when that cannot be kept. */
  forget(domain: string): Promise<void>;
  heldOf(domain: string): Held | undefined;
  /** The manifest that waits, as its domain shows it. */
  heldManifest(domain: string): Manifest | undefined;
  /** False: nothing of that digest waits. */
  approve(domain: string, digest: string): boolean;
};

const MOST_TOLD = 5;
/** Of one manifest, in a list of domains. */
const MOST_KEPT = 100;

export function openApprovals(kept: ApprovedManifests, log: Log): Approvals {
  const waiting = new Map<string, Held & { manifest: Manifest }>();
  /** Digests that the operator said yes to. */
  const approved = new Set<string>();

  return {
    asTaken(manifest) {
      const before = kept.find(manifest.domain);
      return before !== undefined && manifestDigest(before) === manifestDigest(manifest)
        ? before
        : manifest;
    },
    objectionTo(manifest) {
      const { domain, version } = manifest;
      waiting.delete(domain);
      const before = kept.find(domain);
      if (before === undefined || before === manifest) return undefined;
      const changes = changedPromises(before, manifest);
      if (changes.length === 0) return undefined;
      const seen = manifestDigest(manifest);
      if (approved.has(seen)) return undefined;
      const unkept = changes.length - MOST_KEPT;
      const most = changes.slice(0, MOST_KEPT);
      const shown = unkept > 0 ? [...most, `and ${unkept} more changes`] : most;
      waiting.set(domain, { version, digest: seen, changes: shown, manifest });
      const told = changes.slice(0, MOST_TOLD).join("; ");
      const more = changes.length - MOST_TOLD;
      return `it waits for approval: ${told}${more > 0 ? `; and ${more} more` : ""}; \`regente domains approve ${domain}\` takes it`;
    },
    lastTaken: (domain) => kept.find(domain),
    taken(manifest) {
      const { domain } = manifest;
      if (kept.find(domain) === manifest) return;
      kept.keep(manifest).catch((err: unknown) => {
        log.error({ err, domain }, "what a domain promises could not be kept for the next start");
      });
    },
    forget(domain) {
      waiting.delete(domain);
      return kept.forget(domain);
    },
    heldOf(domain) {
      const held = waiting.get(domain);
      if (held === undefined) return undefined;
      const { manifest: _, ...told } = held;
      return told;
    },
    heldManifest: (domain) => waiting.get(domain)?.manifest,
    approve(domain, seen) {
      const held = waiting.get(domain);
      if (held?.digest !== seen) return false;
      approved.add(seen);
      log.info({ domain, digest: seen, changes: held.changes }, "a manifest was approved");
      return true;
    },
  };
}
