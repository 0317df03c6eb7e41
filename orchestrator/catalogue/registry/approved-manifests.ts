import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseContract } from "#shared/contracts/errors.ts";
import { jsonFault } from "#shared/contracts/json.ts";
import { type Manifest, manifestSchema } from "#shared/contracts/manifest.ts";
import { oneAfterAnother } from "#shared/patience/one-after-another.ts";
import { writeWhole } from "#shared/private-files/write-whole.ts";
import type { Log } from "../../ports/log.ts";

export type ApprovedManifests = Awaited<ReturnType<typeof openApprovedManifests>>;

/**
 * What domains that others run promised when it was last taken, so that a change of it is noticed after a restart too: one
 * file for each domain in a folder that is made on first use. A file that cannot be read is logged, and its domain
 * counts as never seen.
 * Errors: Node's own when the folder cannot be made or listed
 */
export async function openApprovedManifests(folder: string, log: Log) {
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
    /** undefined: a domain that was never seen. */
    find: (domain: string) => known.get(domain),
    /** `find` gives it from now on; it outlives the process once this resolves. Rejects when it cannot be written. */
    keep(manifest: Manifest): Promise<void> {
      known.set(manifest.domain, manifest);
      return inTurn(() => writeWhole(fileOf(manifest.domain), JSON.stringify(manifest)));
    },
    /** As if the domain had never been seen. Rejects when that cannot be written. */
    forget(domain: string): Promise<void> {
      known.delete(domain);
      return inTurn(() => rm(fileOf(domain), { force: true }));
    },
  };
}
