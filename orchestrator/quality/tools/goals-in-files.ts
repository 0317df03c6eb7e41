import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { knownGoals } from "../../catalogue/registry/known-goals.ts";
import type { Environment } from "../../config/config.ts";
import { bootstrapFile, findManifests } from "./find-manifests.ts";

/**
 * The goals by their domains, as the next start would have them; undefined where there is no bootstrap file.
 * Errors: ContractError for a file that is wrong
 */
export async function goalsInFiles(
  env: Environment,
): Promise<Awaited<ReturnType<typeof knownGoals>> | undefined> {
  const bootstrap = bootstrapFile(env);
  if (!existsSync(bootstrap)) return undefined;
  const { found } = await findManifests(bootstrap, env, "files");
  const registered = resolve(env["REGENTE_DATA"] || ".regente", "registered-domains.json");
  const manifests = found.map(({ manifest }) => manifest);
  return knownGoals(manifests, { bootstrap, registered }, env);
}
