import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { route } from "#shared/contracts/routing.ts";
import { loadManifest } from "#shared/manifest-files/load-manifest.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import type { Environment } from "../../config/config.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { surprises } from "../diff/diff-routing.ts";
import { compareManifests } from "../review/compare-manifests.ts";
import { withManifest } from "../review/read-candidate.ts";
import {
  bootstrapFile,
  type FoundManifest,
  type FoundManifests,
  findManifests,
  sourceOf,
} from "./find-manifests.ts";
import { keptResults } from "./kept-results.ts";
import { readRecorded } from "./recorded.ts";
import type { DiffResult } from "./results.ts";

/** Where sentences lead, by their texts. */
const routes = z.record(z.string(), route);

/**
 * What a candidate changes for every known sentence. The candidate is a manifest, a folder with one, or
 * another bootstrap file; it is compared with what is running, or with the files of `base`. `built` is the folder of what
 * was learnt when the project was built.
 * Errors: ContractError for a file that is wrong, StoreError when what was recorded cannot be read
 */
export async function diffCandidate(
  candidate: string,
  base: string | undefined,
  env: Environment,
  built?: string,
): Promise<DiffResult> {
  const known = await findManifests(
    base === undefined ? bootstrapFile(env) : resolve(base),
    env,
    base === undefined ? "services" : "files",
  );
  const after = await candidateOf(candidate, known, env);
  const { said, from } = await readRecorded(env);
  const [old, now] = [known.found.map(manifestOf), after.found.map(manifestOf)];
  const kept = keptResults(env, built);
  const digests = [old, now].map((manifests) => buildCatalogue(manifests).digest);
  const learnt = await Promise.all(digests.map((digest) => kept.training(digest)));
  const more: Training[] = [];
  // The side that is there stays the same for one change after another.
  const of = ["routes", digests[0]];
  const heard = digests[0] === digests[1] ? undefined : await kept.evaluations.read(of);
  const led = new Map(Object.entries(routes.safeParse(heard?.result).data ?? {}));
  const count = led.size;
  const knownOf = learnt.filter((each) => each !== undefined);
  const diff = compareManifests(old, now, said, knownOf, (each) => more.push(each), led);
  if (led.size > count)
    await kept.evaluations.write(of, new Date().toISOString(), Object.fromEntries(led));
  for (const each of more) await kept.keepTraining(each);
  return {
    before: known.found.map(sourceOf),
    after: after.found.map(sourceOf),
    missing: [...known.missing, ...after.missing],
    recorded_from: from,
    surprises: surprises(diff).length,
    diff,
  };
}

const manifestOf = ({ manifest }: FoundManifest): Manifest => manifest;

async function candidateOf(
  path: string,
  known: FoundManifests,
  env: Environment,
): Promise<FoundManifests> {
  if (await isBootstrap(path)) return findManifests(resolve(path), env, "files");
  const manifest = loadManifest(path);
  const all = withManifest(known.found.map(manifestOf), manifest);
  return {
    found: all.map(
      (each) =>
        known.found.find((one) => one.manifest === each) ?? { manifest: each, from: resolve(path) },
    ),
    missing: [],
  };
}

/** A JSON file with a list of domains; everything else is taken for a manifest. */
async function isBootstrap(path: string): Promise<boolean> {
  if (!path.endsWith(".json")) return false;
  const text = await readFile(path, "utf8").catch(() => "");
  return /^\s*(\[|\{\s*("\$schema"\s*:[^,]*,\s*)?"domains"\s*:)/.test(text);
}
