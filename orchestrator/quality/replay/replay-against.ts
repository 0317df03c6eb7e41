import { LRUCache } from "lru-cache";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Recording, ReplayReport } from "#shared/contracts/replay.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { pinDomains } from "../../turn/pin-domain.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { replayRun } from "./replay-run.ts";

/** Recorded tests are many, and most of them of one catalogue: it is learnt once. */
const prepared = new LRUCache<string, Snapshot>({ max: 4 });

function prepare(catalogue: Catalogue): Snapshot {
  const before = prepared.get(catalogue.digest);
  if (before !== undefined) return before;
  const understanding = buildUnderstanding(catalogue);
  understanding.calibrate();
  const snapshot = { catalogue, understanding };
  prepared.set(catalogue.digest, snapshot);
  return snapshot;
}

/**
 * Replay a recording against these manifests.
 * Errors: ContractError for manifests that conflict
 */
export async function replayAgainst(
  { run, steps }: Recording,
  manifests: readonly Manifest[],
): Promise<ReplayReport> {
  const snapshot = prepare(buildCatalogue(manifests));
  const only = run.hearing?.only_domain ?? null;
  const pinned = only === null ? undefined : pinDomains(() => snapshot, prepare)(only);
  return replayRun(run, steps, (await pinned) ?? snapshot);
}
