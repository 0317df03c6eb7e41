import { z } from "zod";
import {
  address,
  dataFolder,
  type Environment,
  hosts,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import type { TmdbSettings } from "./titles/tmdb.ts";

export type MemorySettings = {
  /** PostgreSQL; undefined: a file in `dataFolder`. */
  databaseUrl: string | undefined;
  dataFolder: string;
  /** undefined: only the embedded titles are known. */
  tmdb: TmdbSettings | undefined;
  /** Whose pages may be fetched for their titles: "*" is every public host. Sites of videos always are. */
  linkHosts: readonly string[];
};

const variables = z.object({
  MEMORY_DATABASE_URL: address("postgres:", "postgresql:").optional(),
  REGENTE_DATA: dataFolder("memory"),
  TMDB_API_KEY: z.string().optional(),
  TMDB_API_ROOT: address("https:", "http:").optional(),
  MEMORY_LINK_HOSTS: hosts.default([]),
});

/** Errors: ContractError naming the variable; keys and passwords are never quoted */
export function readSettings(env: Environment): MemorySettings {
  const read = readVariables("memory", env, variables);
  const { TMDB_API_KEY: key, TMDB_API_ROOT: apiRoot } = read;
  return {
    databaseUrl: read.MEMORY_DATABASE_URL,
    dataFolder: read.REGENTE_DATA,
    tmdb: key === undefined ? undefined : { key, ...(apiRoot === undefined ? {} : { apiRoot }) },
    linkHosts: read.MEMORY_LINK_HOSTS,
  };
}
