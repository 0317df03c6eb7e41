import { randomBytes } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { chmod, rename, rm, writeFile } from "node:fs/promises";

/**
 * Puts this content in a file's place as a whole: whoever reads meanwhile finds what was there before, or all of it. The
 * file is its owner's alone, unless its mode is said.
 * Errors: Node's own; the file is as it was then
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  const draft = draftOf(file);
  try {
    await writeFile(draft, content, { mode: 0o600, flag: "wx" });
    if (mode !== 0o600) await chmod(draft, mode);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

type Written = {
  /** As of a new file: less what the process takes from its files. */
  mode?: number;
  /** On the disk before it takes the place, also where the power goes. */
  flush?: boolean;
};

/** The same for who cannot wait. */
export function writeWholeSync(
  file: string,
  content: string | Uint8Array,
  { mode = 0o600, flush = false }: Written = {},
): void {
  const draft = draftOf(file);
  try {
    writeFileSync(draft, content, { mode, flag: "wx", flush });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

const draftOf = (file: string): string =>
  `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
