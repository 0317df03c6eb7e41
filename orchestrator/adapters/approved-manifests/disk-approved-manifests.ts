import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseContract } from "#shared/contracts/errors.ts";
import { jsonFault } from "#shared/contracts/json.ts";
import { type Manifest, manifestSchema } from "#shared/contracts/manifest.ts";
import { oneAfterAnother } from "#shared/patience/one-after-another.ts";
import { writeWhole } from "#shared/private-files/write-whole.ts";
import type { ApprovedManifests } from "../../ports/approved-manifests.ts";
import type { Log } from "../../ports/log.ts";

/**
 * One file for each domain in a folder that is made on first use. A file that cannot be read is logged, and its domain
 * counts as never seen.
 * Errors: Node's own when the folder cannot be made or listed
 */
export async function diskApprovedManifests(folder: string, log: Log): Promise<ApprovedManifests> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const read = async (file: string): Promise<[string, Manifest][]> => {
    try {
      const value: unknown = JSON.parse(await readFile(join(folder, file), "utf8"));
      const fault = jsonFault(value);
      if (fault !== undefined) throw new Error(fault);
      const manifest = parseContract(manifestSchema, value, file);
      return [[manifest.domain, manifest]];
    } catch (err) {
      log.error({ err, file }, "what a domain promised cannot be read; it counts as never seen");
      return [];
    }
  };
  const known = new Map((await Promise.all(files.map(read))).flat());
  // One write after the other, so that the newest is the last.
  const inTurn = oneAfterAnother();
  // Names of domains are names of files: letters, digits, - and _.
  const fileOf = (domain: string) => join(folder, `${domain}.json`);
  return {
    find: (domain) => known.get(domain),
    keep(manifest) {
      known.set(manifest.domain, manifest);
      return inTurn(() => writeWhole(fileOf(manifest.domain), JSON.stringify(manifest)));
    },
    forget(domain) {
      known.delete(domain);
      return inTurn(() => rm(fileOf(domain), { force: true }));
    },
  };
}
