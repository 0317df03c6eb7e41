import { LRUCache } from "lru-cache";
import { ContractError, parseContract } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import {
  type Recording,
  type ReplayDifference,
  type ReplayReport,
  recording,
} from "#shared/contracts/replay.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Environment } from "../../config/config.ts";
import { pinDomains } from "../../turn/pin-domain.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { replayRun } from "../replay/replay-run.ts";
import { bootstrapFile, findManifests } from "./find-manifests.ts";

/**
 * Replay a recorded run against the manifests that the project's files hold; no service is asked.
 * Shape:  what differs first; null: everything is as it was
 * Errors: ContractError for a recording that breaks its contract, and for a domain without a manifest here
 */
export async function replayRecording(
  text: string,
  env: Environment = process.env,
): Promise<ReplayDifference | null> {
  const recorded = parseContract(recording, JSON.parse(text), "recording");
  const here = await manifestsHere(env);
  const wanted = here.filter(({ domain }) => recorded.domains.includes(domain));
  const missing = recorded.domains.filter((name) => !wanted.some(({ domain }) => domain === name));
  if (missing.length > 0) {
    const faults = missing.map((path) => ({ path, message: "has no manifest file here" }));
    throw new ContractError(`domains of ${bootstrapFile(env)}`, faults);
  }
  return (await replayAgainst(recorded, wanted)).difference;
}

/** The domains whose manifest is among the project's files. */
export const domainsHere = async (env: Environment): Promise<string[]> =>
  (await manifestsHere(env)).map(({ domain }) => domain);

async function manifestsHere(env: Environment): Promise<Manifest[]> {
  const { found } = await findManifests(bootstrapFile(env), env, "files");
  return found.filter(({ from }) => !/^https?:/.test(from)).map(({ manifest }) => manifest);
}

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
async function replayAgainst(
  { run, steps }: Recording,
  manifests: readonly Manifest[],
): Promise<ReplayReport> {
  const snapshot = prepare(buildCatalogue(manifests));
  const only = run.hearing?.only_domain ?? null;
  const pinned = only === null ? undefined : pinDomains(() => snapshot, prepare)(only);
  return replayRun(run, steps, (await pinned) ?? snapshot);
}
