import { join } from "node:path";
import { type Domain, type DomainOptions, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { fileReceipts } from "#shared/domain-kit/file-receipts.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { makeLog } from "#shared/domain-kit/log.ts";
import { countMemories, deleteAllMemories } from "./capabilities/delete-all-memories.ts";
import { deleteMemory } from "./capabilities/delete-items.ts";
import type { MemoryDeps } from "./capabilities/deps.ts";
import { enrichTitle, enrichVideo } from "./capabilities/enrich.ts";
import { restoreMemories } from "./capabilities/restore-memories.ts";
import { saveLink, saveVideo } from "./capabilities/save-address.ts";
import { saveNote } from "./capabilities/save-note.ts";
import { saveTitle } from "./capabilities/save-title.ts";
import { listAll, searchItems } from "./capabilities/search-items.ts";
import { openPageReader } from "./pages/open-page-reader.ts";
import type { PageReader } from "./pages/page-info.ts";
import type { MemorySettings } from "./settings.ts";
import { openPostgresStore } from "./store/postgres-store.ts";
import { openSqliteStore } from "./store/sqlite-store.ts";
import { embeddedTitles } from "./titles/embedded-titles.ts";
import { openTitles } from "./titles/look-up.ts";
import { tmdbTitles } from "./titles/tmdb.ts";

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
  const receipts = fileReceipts(join(dataFolder, "receipts.db"));
  return defineDomain(
    loadManifest(new URL(".", import.meta.url)),
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
      receipts: {
        ...receipts,
        close() {
          receipts.close();
          void store.close();
        },
      },
    },
  );
}
