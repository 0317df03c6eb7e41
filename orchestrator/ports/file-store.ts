import type { FileLink } from "#shared/contracts/output.ts";
import type { Owner } from "./owner.ts";

export type StoredFile = { name: string; media_type: string; bytes: Uint8Array };

/** Where the links of stored files lead on our own endpoints; an id follows. */
export const OUR_FILES = "/v1/files/";

/** Files that steps made, behind links that no one can guess and that expire. */
export interface FileStore {
  /** The link is `OUR_FILES` and an id. */
  put(user_id: string, file: StoredFile): Promise<FileLink>;
  /**
   * undefined for an id that is unknown, expired or another user's; no one can tell which. "anyone" is for who
   * has shown a signature, or where no one checks who calls.
   */
  find(owner: Owner | "anybody", id: string): Promise<StoredFile | undefined>;
  /** Deletes all files of a user. */
  forget(owner: Owner): Promise<void>;
  /** Deletes what has expired. */
  sweep(): Promise<void>;
  /**
   * The same link as its owner's browser can open it, which says of no one who it is: `?signature=...`. Always the
   * same for the same file; links to elsewhere stay as they are.
   */
  signed(link: FileLink): FileLink;
  /** True for the signature that `signed` gives to this id. */
  isSigned(id: string, signature: string): boolean;
}
