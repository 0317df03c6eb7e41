import { randomBytes } from "node:crypto";
import {
  chmodSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { RegenteError } from "#shared/contracts/errors.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import { findManifestFiles } from "#shared/manifest-files/manifest-files.ts";
import type { Reason } from "#shared/messages/reason.ts";

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
    return { place, text, before: readFileSync(place, "utf8") };
  });
  const putBack = () => {
    for (const { place, before } of changed) replace(place, before);
  };
  try {
    for (const { place, text } of changed) replace(place, text);
  } catch (error) {
    putBack();
    throw error;
  }
  if (await takeIn()) return true;
  putBack();
  await takeIn();
  return false;
}

/** As a whole: whoever reads meanwhile sees the one text or the other. */
function replace(place: string, text: string): void {
  const draft = `${place}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
  chmodSync(draft, statSync(place).mode);
  renameSync(draft, place);
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
