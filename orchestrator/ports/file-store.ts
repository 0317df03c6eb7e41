import type { FileLink } from "#shared/contracts/output.ts";

export type StoredFile = { name: string; media_type: string; bytes: Uint8Array };

/** Files that steps made, behind links that nobody can guess and that expire. */
export interface FileStore {
  /** The link is a path on our own door: `/v1/files/<id>`. */
  put(user_id: string, file: StoredFile): Promise<FileLink>;
  /** undefined for an unknown or expired id. */
  find(id: string): Promise<StoredFile | undefined>;
}
