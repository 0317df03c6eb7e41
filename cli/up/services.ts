import { once } from "node:events";
import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { createServer } from "node:net";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { BootstrapEntry, BootstrapFile } from "#shared/contracts/bootstrap.ts";
import { hasCode } from "#shared/contracts/errors.ts";
import { domainKey } from "#shared/domain-secret/domain-secret.ts";
import { MADE_FROM, ONLY_CHECK } from "#shared/made-domains/settings.ts";

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
    const folders: { folder: string; only?: string }[] = found.isDirectory()
      ? foldersIn(place).map((folder) => ({ folder }))
      : [{ folder: dirname(place), only: basename(place) }];
    return folders.map((each) => ({ name, ...each, born: statSync(each.folder).birthtimeMs }));
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

type Environment = Readonly<Record<string, string | undefined>>;

/** One process that the supervisor starts and keeps running. */
export type Service = {
  /** A domain's name, or "orchestrator". */
  name: string;
  file: string;
  host: string;
  port: number;
  env: Record<string, string>;
  /** The argument with which it only says whether it could be started with its files as they are. */
  check?: string;
};

/**
 * What every process may see: where it is, how it speaks, how it reaches the network, how it logs and where its spans go.
 * The collector's key (OTEL_EXPORTER_OTLP_HEADERS) is only for those whose entry names it.
 */
const COMMON_VARIABLES = [
  ...["PATH", "HOME", "USER", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LANG", "LANGUAGE", "TZ"],
  ...["LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LC_TIME", "LC_NUMERIC", "LC_MONETARY"],
  ...["NODE_ENV", "NODE_EXTRA_CA_CERTS", "NODE_USE_ENV_PROXY"],
  ...["NODE_DISABLE_COMPILE_CACHE"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "LOG_LEVEL", "OTEL_EXPORTER_OTLP_ENDPOINT"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
];

/** A file to start, not a module to import: the domain that is made from a document. */
const MADE_DOMAIN = join(import.meta.dirname, "..", "..", "shared", "made-domains", "main.ts");

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** The variables that are common to a domain and the orchestrator, made by the supervisor. */
type Shared = {
  REGENTE_DATA: string;
  /** Where Node keeps what it compiled, so that the next start need not. */
  NODE_COMPILE_CACHE: string;
  NODE_OPTIONS: string;
  MALLOC_ARENA_MAX: string;
};

/**
 * The domains to start here: enabled, with a start file, and listening on this machine. One whose
 * url leads elsewhere runs elsewhere. Each sees only the variables that its entry names, and a key
 * made from `secret` that no other one has.
 */
export function domainServices(
  { domains }: BootstrapFile,
  folder: string,
  env: Environment,
  shared: Shared,
  secret: string,
): Service[] {
  return domains.flatMap((entry) => {
    const { name, url, start, from, enabled } = entry;
    const place = url === undefined ? undefined : new URL(url);
    const file = from === undefined ? start && resolve(folder, start) : MADE_DOMAIN;
    if (!enabled || file === undefined || place === undefined || !LOOPBACK.has(place.hostname))
      return [];
    const host = place.hostname.replace(/^\[|\]$/g, "");
    const port = Number(place.port || (place.protocol === "https:" ? 443 : 80));
    const REGENTE_DOMAIN_KEY = domainKey(secret, name);
    const own = { ...shared, REGENTE_DOMAIN_KEY, HOST: host, PORT: String(port) };
    const made = from && { [MADE_FROM]: JSON.stringify({ name, folder, from }) };
    const seen = seenBy(entry, env, { ...own, ...made });
    return [{ name, file, host, port, env: seen, ...(made && { check: ONLY_CHECK }) }];
  });
}

function seenBy(
  entry: BootstrapEntry,
  env: Environment,
  own: Record<string, string>,
): Record<string, string> {
  const named = [...COMMON_VARIABLES, ...entry.env].flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(named), ...own };
}

/**
 * The orchestrator sees the whole environment: its own settings, and those of its models and channels.
 * Errors: RangeError for a PORT that is none
 */
export function orchestratorService(
  file: string,
  bootstrapFile: string,
  env: Environment,
  shared: Shared,
  secret: string,
): Service {
  const host = env["HOST"] || "127.0.0.1";
  const port = Number(env["PORT"] || "8080");
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new RangeError(`PORT must be a number from 1 to 65535, not "${env["PORT"]}"`);
  const given = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    name: "orchestrator",
    file,
    host,
    port,
    env: {
      ...Object.fromEntries(given),
      ...shared,
      REGENTE_DOMAIN_SECRET: secret,
      REGENTE_BOOTSTRAP: bootstrapFile,
      HOST: host,
      PORT: String(port),
    },
  };
}

/** Where it listens, as an address has it. */
export const placeOf = ({ host, port }: Pick<Service, "host" | "port">): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** The services whose port something else listens on already. */
export async function takenPorts(services: readonly Service[]): Promise<Service[]> {
  const free = await Promise.all(services.map(({ host, port }) => isFree(host, port)));
  return services.filter((_service, at) => free[at] === false);
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer().listen({ host, port, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    return !hasCode(error, "EADDRINUSE");
  }
  server.close();
  await once(server, "close");
  return true;
}
