import type { Catalogue } from "../catalogue.ts";

/** A catalogue, and what was made of it before it came into force. */
export type KeptSnapshot<S> = { catalogue: Catalogue; snapshot: S };

export type Snapshots<S> = {
  /** Keeps it as the newest, and forgets the oldest one beyond the limit. */
  keep(kept: KeptSnapshot<S>): void;
  find(digest: string): KeptSnapshot<S> | undefined;
};

/** The last `limit` snapshots, for runs that began with one of them. In memory only. */
export function keepSnapshots<S>(limit: number): Snapshots<S> {
  const byDigest = new Map<string, KeptSnapshot<S>>();
  return {
    keep(kept) {
      const { digest } = kept.catalogue;
      byDigest.delete(digest);
      byDigest.set(digest, kept);
      const [oldest] = byDigest.keys();
      if (byDigest.size > limit && oldest !== undefined) byDigest.delete(oldest);
    },
    find: (digest) => byDigest.get(digest),
  };
}
