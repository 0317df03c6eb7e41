import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { RegenteError } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { findManifestFiles } from "#shared/manifest-files/manifest-files.ts";
import type { Reason } from "#shared/messages/reason.ts";
import { writeWhole } from "#shared/private-files/write-whole.ts";

/**
 * Writes a manifest into the files at `path` and has it taken in; where it is not, the files are put back as they were.
 * Shape:  `takeIn` reads the files again, and says whether what is in force then is what was wanted
 * Errors: ContractError where the files cannot say it; Node's own where they cannot be written
 */
export async function saveManifest(
  path: string,
  wanted: Manifest,
  takeIn: () => Promise<boolean>,
): Promise<boolean> {
  const { changedFiles } = await import("#shared/manifest-files/changed-files.ts");
  const { folder } = findManifestFiles(path);
  const changed = changedFiles(path, wanted).map(({ file, text }) => {
    const place = realpathSync(join(folder, file));
    return { place, text, before: readFileSync(place, "utf8"), mode: statSync(place).mode };
  });
  const putBack = async () => {
    for (const { place, before, mode } of changed) await writeWhole(place, before, mode);
  };
  try {
    for (const { place, text, mode } of changed) await writeWhole(place, text, mode);
  } catch (error) {
    await putBack();
    throw error;
  }
  if (await takeIn()) return true;
  await putBack();
  await takeIn();
  return false;
}

/** A manifest is not written into files. MANIFEST_MOVED: since the change of it was begun, it has become another one. */
export class ManifestNotSavedError extends RegenteError {
  override readonly name = "ManifestNotSavedError";
  readonly code: "MANIFEST_NOT_SAVED" | "MANIFEST_MOVED";
  constructor(why: Reason, code: ManifestNotSavedError["code"] = "MANIFEST_NOT_SAVED") {
    super(why);
    this.code = code;
  }
}
