import type { Manifest } from "#shared/contracts/manifest.ts";
import type { Recording, ReplayReport } from "#shared/contracts/replay.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { pinDomains } from "../../turn/pin-domain.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { replayRun } from "./replay-run.ts";

const prepare = (catalogue: Catalogue): Snapshot => {
  const understanding = buildUnderstanding(catalogue);
  understanding.calibrate();
  return { catalogue, understanding };
};

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
