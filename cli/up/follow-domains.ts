import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { BootstrapEntry, BootstrapFile } from "#shared/contracts/bootstrap.ts";

/** Editors write a file in several steps, and people save several files; this long after the last one it is whole. */
const SETTLE_MS = 80;

/** What a domain is written in; what it writes itself, such as a database, is no change of it. */
const WRITTEN_BY_PEOPLE = new Set([
  ...[".ts", ".mts", ".js", ".mjs", ".py", ".java", ".go"],
  ...[".yaml", ".yml", ".json", ".xml", ".q"],
]);
const NEVER = /(^|[\\/])(node_modules|__pycache__|\.[^\\/]+)([\\/]|$)|\.test\.[a-z]+$/;

type FollowedDomains = {
  /** Watches these from now on, and no others. */
  follow(domains: readonly WatchedDomain[]): void;
  close(): Promise<void>;
};

/** Calls `changed` with a domain's name after one of its files was written; one call at a time. */
export function followDomains(changed: (name: string) => Promise<void>): FollowedDomains {
  /** By the domain, its folder, and the one file in it that counts. */
  const watchers = new Map<string, FSWatcher>();
  const timers = new Map<string, NodeJS.Timeout>();
  let running = Promise.resolve();

  const noticed = (name: string, file: string) => {
    if (NEVER.test(file) || !WRITTEN_BY_PEOPLE.has(extname(file))) return;
    clearTimeout(timers.get(name));
    const later = () => {
      running = running.then(() => changed(name));
    };
    timers.set(name, setTimeout(later, SETTLE_MS));
  };
  /** Folders, and not files or whole trees: an editor puts a new file in the old one's place, and Node loses sight of it. */
  const watchFolder = ({ name, folder, only }: WatchedFolder) => {
    const watcher = watch(folder, (_event, file) => {
      if (file === null || (only !== undefined && file !== only)) return;
      noticed(name, file);
    });
    watcher.on("error", () => watcher.close());
    return watcher;
  };
  return {
    follow(domains) {
      const wanted = new Map(
        domains.flatMap(watchedFolders).map((each) => [Object.values(each).join("\n"), each]),
      );
      // What is watched already stays so: what is written meanwhile would be missed.
      for (const [key, watcher] of watchers)
        if (!wanted.has(key)) {
          watcher.close();
          watchers.delete(key);
        }
      for (const [key, folder] of wanted)
        if (!watchers.has(key)) watchers.set(key, watchFolder(folder));
    },
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      await running;
    },
  };
}

/** A folder that was deleted and made again is another one. */
type WatchedFolder = { name: string; folder: string; born: number; only?: string };

const watchedFolders = ({ name, places }: WatchedDomain): WatchedFolder[] =>
  places.flatMap((place): WatchedFolder[] => {
    const found = statSync(place, { throwIfNoEntry: false });
    if (found === undefined) return [];
    return found.isDirectory()
      ? foldersIn(place).map((folder) => ({ name, folder, born: statSync(folder).birthtimeMs }))
      : [
          {
            name,
            folder: dirname(place),
            born: statSync(dirname(place)).birthtimeMs,
            only: basename(place),
          },
        ];
  });

/** A folder, and those in it that are worth watching. */
const foldersIn = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory() && !NEVER.test(each.name))
    .flatMap(({ name }) => foldersIn(join(folder, name))),
];

/** A domain, and the files and folders that it is made of. */
export type WatchedDomain = { name: string; places: string[] };

/** What each domain of the bootstrap file is made of, as far as it is on this machine. */
export const watchedDomains = ({ domains }: BootstrapFile, folder: string): WatchedDomain[] =>
  domains
    .filter(({ enabled }) => enabled)
    .map((entry) => ({
      name: entry.name,
      places: placesOf(entry).map((place) => resolve(folder, place)),
    }))
    .filter(({ places }) => places.length > 0);

function placesOf({ start, manifest, from }: BootstrapEntry): string[] {
  const made = from === undefined ? [] : [...filesOf(from)];
  return [
    ...(start === undefined ? [] : [dirname(start)]),
    ...(manifest === undefined ? [] : [manifest]),
    ...made,
  ];
}

function filesOf(from: NonNullable<BootstrapEntry["from"]>): string[] {
  if ("data" in from) return [from.data];
  const made = "openapi" in from ? from.openapi : from.tools;
  return from.overlay === undefined ? [made] : [made, from.overlay];
}
