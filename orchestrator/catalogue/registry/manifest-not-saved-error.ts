import { RegenteError } from "#shared/contracts/errors.ts";
import type { Reason } from "#shared/messages/reason.ts";

/** A manifest is not written into files. MANIFEST_MOVED: since the change of it was begun, it has become another one. */
export class ManifestNotSavedError extends RegenteError {
  override readonly name = "ManifestNotSavedError";
  readonly code: "MANIFEST_NOT_SAVED" | "MANIFEST_MOVED";
  constructor(why: Reason, code: ManifestNotSavedError["code"] = "MANIFEST_NOT_SAVED") {
    super(why);
    this.code = code;
  }
}
