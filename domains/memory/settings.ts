import { join } from "node:path";
import { ContractError, type Fault } from "#shared/contracts/errors.ts";
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

/**
 * The environment's MEMORY_DATABASE_URL, REGENTE_DATA, TMDB_API_KEY, TMDB_API_ROOT and MEMORY_LINK_HOSTS.
 * An empty variable counts as none.
 * Errors: ContractError naming the variable; keys and passwords are never quoted
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): MemorySettings {
  const read = (name: string) => env[name]?.trim() || undefined;
  const databaseUrl = read("MEMORY_DATABASE_URL");
  const key = read("TMDB_API_KEY");
  const apiRoot = read("TMDB_API_ROOT");
  const faults = [
    ...wrongAddress("MEMORY_DATABASE_URL", databaseUrl, ["postgres:", "postgresql:"]),
    ...wrongAddress("TMDB_API_ROOT", apiRoot, ["https:", "http:"]),
  ];
  if (faults.length > 0) throw new ContractError("settings of memory", faults);
  return {
    databaseUrl,
    dataFolder: join(read("REGENTE_DATA") ?? ".regente", "memory"),
    tmdb: key === undefined ? undefined : { key, ...(apiRoot === undefined ? {} : { apiRoot }) },
    linkHosts: (read("MEMORY_LINK_HOSTS") ?? "").split(/[\s,]+/).filter((host) => host !== ""),
  };
}

function wrongAddress(
  path: string,
  value: string | undefined,
  schemes: readonly string[],
): Fault[] {
  if (value === undefined || schemes.includes(URL.parse(value)?.protocol ?? "")) return [];
  return [{ path, message: `must be an address that begins with ${schemes.join("// or ")}//` }];
}
