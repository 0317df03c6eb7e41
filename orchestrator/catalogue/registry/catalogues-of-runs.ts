import { LRUCache } from "lru-cache";
import { z } from "zod";
import { asJson } from "#shared/contracts/json.ts";
import { manifestSchema } from "#shared/contracts/manifest.ts";
import type { TaskRun } from "#shared/contracts/run.ts";
import { type AnswerCache, EVERYBODY } from "../../ports/answer-cache.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { type Catalogue, domainsReached } from "../catalogue.ts";
import { buildCatalogue } from "./build-catalogue.ts";

/** Longer than any question waits, and than receipts count: milliseconds. */
const KEPT_MS = 48 * 60 * 60 * 1000;
/** Read back from the store and held in memory. */
const HELD = 5;

export type CataloguesOfRunsDeps = {
  current(): Catalogue;
  /** One that was in force in this process. */
  inMemory(digest: string): Catalogue | undefined;
  /** Whether a domain answers in this version, or is a manifest alone. */
  speaks(domain: string, version: string | undefined): boolean;
  cache: Pick<AnswerCache, "find" | "put">;
  clock: Pick<Clock, "now">;
  log: Log;
};

/** What runs go on with, also in another process than the one that began them. */
export function cataloguesOfRuns(deps: CataloguesOfRunsDeps) {
  const { current, inMemory, speaks, cache, clock, log } = deps;
  const place = { owner: EVERYBODY, kind: "catalogue" };
  const held = new LRUCache<string, Catalogue>({ max: HELD });
  const expires = new Map<string, number>();

  const readBack = async (digest: string): Promise<Catalogue | undefined> => {
    const known = held.get(digest);
    if (known !== undefined) return known;
    const kept = await cache.find({ ...place, key: digest }, clock.now());
    const read = z.array(manifestSchema).safeParse(kept);
    if (!read.success) return undefined;
    const catalogue = buildCatalogue(read.data);
    if (catalogue.digest !== digest) {
      // Another version of this program may read a manifest in another way.
      log.warn(
        { digest },
        "kept manifests are not those that they were; their runs go on under today's",
      );
      return undefined;
    }
    held.set(digest, catalogue);
    return catalogue;
  };

  return {
    /** A run of this digest is under way or waits: its manifests outlive this process. Cost: one write a day */
    keep(digest: string): void {
      const now = clock.now();
      if ((expires.get(digest) ?? 0) - now > KEPT_MS / 2) return;
      const catalogue = inMemory(digest) ?? held.get(digest);
      if (catalogue === undefined) return;
      const expires_at = now + KEPT_MS;
      expires.set(digest, expires_at);
      const answer = asJson([...catalogue.manifests.values()]);
      cache.put({ ...place, key: digest, answer, expires_at });
    },
    /**
     * The catalogue that a run began with, as long as each domain that it reaches answers in that version; else today's.
     * Errors: StoreError
     */
    async catalogueOf({
      catalogue_digest: digest,
      plan,
    }: Pick<TaskRun, "catalogue_digest" | "plan">): Promise<Catalogue> {
      const today = current();
      if (digest === today.digest) return today;
      const begun = inMemory(digest) ?? (await readBack(digest));
      const answersYet = (domain: string) => speaks(domain, begun?.manifests.get(domain)?.version);
      return begun !== undefined && domainsReached(plan, begun).every(answersYet) ? begun : today;
    },
  };
}
