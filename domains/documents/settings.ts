import { z } from "zod";
import { dataFolder, type Environment, readVariables } from "#shared/domain-kit/variables.ts";

const DEFAULT_DAYS = 30;
const MOST_DAYS = 3650;

export type DocumentsSettings = {
  dataFolder: string;
  /** How long a document is kept, days. */
  keepDays: number;
};

const days = z
  .string()
  .transform((said) => (/^\d+$/.test(said) ? Number(said) : 0))
  .refine((count) => count >= 1 && count <= MOST_DAYS, {
    error: `must be a number of days from 1 to ${MOST_DAYS}`,
  });
const variables = z.object({
  REGENTE_DATA: dataFolder("documents"),
  DOCUMENTS_KEEP_DAYS: days.default(DEFAULT_DAYS),
});

/** Errors: ContractError naming the variable */
export function readSettings(env: Environment): DocumentsSettings {
  const read = readVariables("documents", env, variables);
  return { dataFolder: read.REGENTE_DATA, keepDays: read.DOCUMENTS_KEEP_DAYS };
}
