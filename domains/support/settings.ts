import { resolve } from "node:path";
import { z } from "zod";
import {
  address,
  dataFolder,
  type Environment,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import type { EmbedderSettings } from "./knowledge/embedder.ts";

export type SupportSettings = {
  dataFolder: string;
  /** A folder with a folder of Markdown files for each language; undefined: that of an invented shop. */
  knowledgeFolder: string | undefined;
  /** Where texts become points, for a search by meaning; absent: words alone. */
  embedder?: EmbedderSettings | undefined;
};

const variables = z.object({
  REGENTE_DATA: dataFolder("support"),
  SUPPORT_KNOWLEDGE: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  SUPPORT_EMBEDDINGS_URL: address("https:", "http:").optional(),
  SUPPORT_EMBEDDINGS_MODEL: z.string().default("nomic-embed-text"),
  SUPPORT_EMBEDDINGS_KEY: z.string().optional(),
});

export function readSettings(env: Environment): SupportSettings {
  const read = readVariables("support", env, variables);
  const { SUPPORT_EMBEDDINGS_URL: url, SUPPORT_EMBEDDINGS_MODEL: model } = read;
  return {
    dataFolder: read.REGENTE_DATA,
    knowledgeFolder: read.SUPPORT_KNOWLEDGE,
    ...(url !== undefined && { embedder: { url, model, key: read.SUPPORT_EMBEDDINGS_KEY } }),
  };
}
