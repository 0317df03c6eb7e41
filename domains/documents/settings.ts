import { join } from "node:path";
import { ContractError } from "#shared/contracts/errors.ts";

const DEFAULT_DAYS = 30;
const MOST_DAYS = 3650;

export type DocumentsSettings = {
  dataFolder: string;
  /** How long a document is kept, days. */
  keepDays: number;
};

/**
 * The environment's REGENTE_DATA and DOCUMENTS_KEEP_DAYS. An empty variable counts as none.
 * Errors: ContractError naming the variable
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): DocumentsSettings {
  const read = (name: string) => env[name]?.trim() || undefined;
  const said = read("DOCUMENTS_KEEP_DAYS") ?? String(DEFAULT_DAYS);
  const keepDays = /^\d+$/.test(said) ? Number(said) : 0;
  if (keepDays < 1 || keepDays > MOST_DAYS)
    throw new ContractError("settings of documents", [
      { path: "DOCUMENTS_KEEP_DAYS", message: `must be a number of days from 1 to ${MOST_DAYS}` },
    ]);
  return { dataFolder: join(read("REGENTE_DATA") ?? ".regente", "documents"), keepDays };
}
