import { digestOf } from "#shared/contracts/digest.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { ApprovedManifests } from "../../ports/approved-manifests.ts";
import type { Log } from "../../ports/log.ts";
import { changedPromises } from "./changed-promises.ts";

/** A manifest that waits for the operator's word. */
export type Held = { version: string; digest: string; changes: string[] };

/**
 * Domains that others run are taken at their word once, when they are first seen. A manifest that asks for more trust
 * than the last one waits until the operator says yes to that very manifest.
 */
export type Approvals = {
  /** Why a manifest has to wait; undefined: it need not. */
  objectionTo(manifest: Manifest): string | undefined;
  /** What was in force of a domain when the process before this one ended. */
  lastTaken(domain: string): Manifest | undefined;
  /** It came into force: the next one is compared with it. */
  taken(manifest: Manifest): void;
  /** The operator let go of the domain: one of that name is a new one. Rejects when that cannot be kept. */
  forget(domain: string): Promise<void>;
  heldOf(domain: string): Held | undefined;
  /** False: nothing of that digest waits. */
  approve(domain: string, digest: string): boolean;
};

const MOST_TOLD = 5;

export function openApprovals(kept: ApprovedManifests, log: Log): Approvals {
  const waiting = new Map<string, Held>();
  /** Digests that the operator said yes to. */
  const approved = new Set<string>();

  return {
    objectionTo(manifest) {
      const { domain, version } = manifest;
      waiting.delete(domain);
      const before = kept.find(domain);
      if (before === undefined || before === manifest) return undefined;
      const changes = changedPromises(before, manifest);
      if (changes.length === 0) return undefined;
      const digest = digestOf(manifest);
      if (approved.has(digest)) return undefined;
      waiting.set(domain, { version, digest, changes });
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
    heldOf: (domain) => waiting.get(domain),
    approve(domain, digest) {
      const held = waiting.get(domain);
      if (held?.digest !== digest) return false;
      approved.add(digest);
      log.info({ domain, digest, changes: held.changes }, "a manifest was approved");
      return true;
    },
  };
}
