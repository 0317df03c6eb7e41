import { hash } from "node:crypto";

/**
 * The digest of a front end's system instruction, as `regente keys trust` registers it; undefined for none. Numbers
 * count as one: many front ends put the date and the time there.
 */
export function instructionDigest(text: string): string | undefined {
  const plain = text.replace(/\d+/g, "#").replace(/\s+/g, " ").trim();
  return plain === "" ? undefined : hash("sha256", plain);
}
