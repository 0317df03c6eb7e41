import { join } from "node:path";
import { z } from "zod";
import {
  type Domain,
  type DomainOptions,
  defineDomain,
  startDomain,
} from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { makeLog } from "#shared/domain-kit/log.ts";
import { fileReceipts } from "#shared/domain-kit/receipts.ts";
import {
  address,
  dataFolder,
  type Environment,
  hosts,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import {
  countMemories,
  deleteAllMemories,
  deleteMemory,
  restoreMemories,
} from "./capabilities/delete-memory.ts";
import type { MemoryDeps } from "./capabilities/deps.ts";
import {
  enrichTitle,
  enrichVideo,
  saveLink,
  saveNote,
  saveTitle,
  saveVideo,
} from "./capabilities/save-title.ts";
import { listAll, searchItems } from "./capabilities/search-items.ts";
import { openPageReader, type PageReader } from "./pages/open-page-reader.ts";
import { openPostgresStore } from "./store/postgres-store.ts";
import { openSqliteStore } from "./store/sqlite-store.ts";
import { embeddedTitles } from "./titles/embedded-titles.ts";
import { openTitles, type TmdbSettings, tmdbTitles } from "./titles/titles.ts";

type Options = Omit<DomainOptions, "receipts"> & { pages?: PageReader };

/** The memory service; what it keeps lies in `dataFolder`, or in PostgreSQL. */
export function memoryDomain(settings: MemorySettings, options: Options = {}): Domain {
  const { databaseUrl, dataFolder, tmdb, linkHosts } = settings;
  const { pages = openPageReader(linkHosts), ...kit } = options;
  const log = kit.log ?? makeLog("memory");
  const store =
    databaseUrl === undefined
      ? openSqliteStore(join(dataFolder, "memory.db"))
      : openPostgresStore(databaseUrl, (error) => log.warn({ error }, "a connection was lost"));
  const deps: MemoryDeps = {
    store,
    pages,
    titles: openTitles(embeddedTitles(), tmdb && tmdbTitles(tmdb)),
    now: () => (kit.clock ?? Date).now(),
  };
  return defineDomain(
    loadManifest(new URL("./", import.meta.url)),
    {
      save_note: saveNote(deps),
      save_movie: saveTitle(deps, "movie"),
      save_tv_show: saveTitle(deps, "tv_show"),
      save_video: saveVideo(deps),
      save_link: saveLink(deps),
      enrich_movie: enrichTitle(deps, "movie"),
      enrich_tv_show: enrichTitle(deps, "tv_show"),
      enrich_video: enrichVideo(deps),
      search_items: searchItems(deps),
      list_all: listAll(deps),
      delete_memory: deleteMemory(deps),
      count_memories: countMemories(deps),
      delete_all_memories: deleteAllMemories(deps),
      restore_memories: restoreMemories(deps),
    },
    {
      ...kit,
      log,
      receipts: fileReceipts(join(dataFolder, "receipts.db")),
      close: () => void store.close(),
    },
  );
}

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

if (import.meta.main)
  await startDomain(() => memoryDomain(readSettings(process.env)), { port: 8103 });
