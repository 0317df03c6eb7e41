import { resolve } from "node:path";
import { z } from "zod";
import { dataFolder, type Environment, readVariables } from "#shared/domain-kit/variables.ts";

export type SupportSettings = {
  dataFolder: string;
  /** A folder with a folder of Markdown files for each language; undefined: that of an invented shop. */
  knowledgeFolder: string | undefined;
};

const variables = z.object({
  REGENTE_DATA: dataFolder("support"),
  SUPPORT_KNOWLEDGE: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
});

export function readSettings(env: Environment): SupportSettings {
  const read = readVariables("support", env, variables);
  return { dataFolder: read.REGENTE_DATA, knowledgeFolder: read.SUPPORT_KNOWLEDGE };
}
