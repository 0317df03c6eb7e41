import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ContractError, faultAt } from "../contracts/errors.ts";
import { reason } from "../messages/reason.ts";

/** What a manifest's main file is called in its folder. */
const MANIFEST_NAMES = ["manifest.yaml", "manifest.yml", "manifest.json"];
const GOALS_FOLDER = "goals";
const AGENTS_FOLDER = "agents";
const YAML_FILE = /\.ya?ml$/;

/** The files of one manifest. Names are relative to `folder`. */
type ManifestFiles = { folder: string; main: string; goals: readonly string[] };

/**
 * The files that make up the manifest at `path`: a folder with manifest.yaml (or .yml, .json) and one
 * goal in each goals/*.yaml, in the order of their names; or a single file of any other name.
 * Errors: ContractError when there is none
 */
export function findManifestFiles(path: string): ManifestFiles {
  const place = statSync(path, { throwIfNoEntry: false });
  if (place === undefined)
    throw new ContractError(reason("manifest_of", { domain: path }), [
      faultAt("", reason("no_file_or_folder")),
    ]);
  if (place.isDirectory()) {
    const main = MANIFEST_NAMES.find((name) => existsSync(join(path, name)));
    if (main !== undefined) return { folder: path, main, goals: goalFiles(path) };
    throw new ContractError(reason("manifest_in", { folder: path }), [
      faultAt("", reason("no_manifest_here", { names: MANIFEST_NAMES.join(", ") })),
    ]);
  }
  const [folder, main] = [dirname(path), basename(path)];
  // The folder's manifest by its full name is the same manifest.
  return { folder, main, goals: MANIFEST_NAMES.includes(main) ? goalFiles(folder) : [] };
}

/** Changes whenever a file of the manifest is added, removed or written. Errors: as findManifestFiles */
export function fingerprintManifest(path: string): string {
  const { folder, main, goals } = findManifestFiles(path);
  return [main, ...goals, ...agentFiles(folder)]
    .map((file) => {
      const found = statSync(join(folder, file), { bigint: true, throwIfNoEntry: false });
      return `${file} ${found?.ino} ${found?.size} ${found?.mtimeNs} ${found?.ctimeNs}`;
    })
    .join("\n");
}

function goalFiles(folder: string): string[] {
  const place = join(folder, GOALS_FOLDER);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((file) => YAML_FILE.test(file))
    .sort()
    .map((file) => `${GOALS_FOLDER}/${file}`);
}

/** Where agents' own files usually stand. */
function agentFiles(folder: string): string[] {
  const place = join(folder, AGENTS_FOLDER);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .sort()
    .map((file) => `${AGENTS_FOLDER}/${file}`);
}
