/** What a room is for, where its files may import from, and `tests`: what its `.test.ts`, `.contract.ts` and `.fixture.ts` files may import beside that. */
export type Room = { idea: string; imports: readonly string[]; tests?: readonly string[] };

const CONTRACTS = "shared/contracts";
/** What the system says; every room may say why it refuses something. */
const MESSAGES = "shared/messages";
const MANIFEST_FILES = "shared/manifest-files";
const DOMAIN_SECRET = "shared/domain-secret";
const PRIVATE_FILES = "shared/private-files";
const API_KEYS = "shared/api-keys";
const AUDIT_LOG = "shared/audit-log";
const SAFE_FETCH = "shared/safe-fetch";
/** What may stand in a log: for the orchestrator's and the domains' alike. */
const LOG = "shared/log";
const TELEGRAM_TEXT = "shared/telegram-text";
const PLAIN_TEXT = "shared/plain-text";
const WORKER_THREAD = "shared/worker-thread";
const PATIENCE = "shared/patience";
const TRACING = "shared/tracing";
const IDLE_MEMORY = "shared/idle-memory";
const RANDOM = "shared/random";
const LANGUAGE = "shared/language";
const CALENDAR = "shared/calendar";
const TIME = "shared/language/time";
const RECOGNISERS = "shared/recognisers";
const KIT = "shared/domain-kit";
/** The checks of a domain over the wire, for tests and for the terminal. */
const CONFORMANCE = "shared/conformance";
const TESTING = "shared/testing";
/** What the package for authors elsewhere gives. */
const PACKAGE = "shared/domain-package";
const MADE_DOMAINS = "shared/made-domains";
/** A domain to begin with; `regente new-domain` copies it under another name. */
const SCAFFOLD = "shared/scaffold";
const CORE = "orchestrator";
const PORTS = `${CORE}/ports`;
const CATALOGUE = `${CORE}/catalogue`;
const READING = `${CORE}/language`;
const UNDERSTANDING = `${CORE}/understanding`;
const PLANNING = `${CORE}/planning`;
const ENGINE = `${CORE}/engine`;
/** The only part of it that looks at the words of an answer. */
const GROUNDING = `${ENGINE}/grounding`;
const TURN = `${CORE}/turn`;
const STANDING = `${CORE}/standing`;
const QUALITY = `${CORE}/quality`;
const REHEARSAL = `${QUALITY}/rehearsal`;
const ENDPOINTS = `${CORE}/endpoints`;
const ADAPTERS = `${CORE}/adapters`;
const CONFIG = `${CORE}/config`;
/** What a terminal runs without a server, one function each; the only part of the core that `cli` may import. */
const TOOLS = `${QUALITY}/tools`;

/**
 * The wings of the core, from what everything stands on to what people reach: a wing sees those before it that it
 * names, and none after it. Inside a wing, rooms (its folders) use each other one way.
 */
const wings = new Map<string, Room>([
  [
    PORTS,
    {
      idea: "interfaces to the outside, and their errors",
      imports: [CONTRACTS, MESSAGES, AUDIT_LOG],
      tests: [TESTING, CATALOGUE],
    },
  ],
  [
    CATALOGUE,
    {
      idea: "all active manifests, and how they change",
      imports: [
        ...[CONTRACTS, MESSAGES, PORTS, PLAIN_TEXT, PATIENCE, MANIFEST_FILES, CALENDAR],
        PRIVATE_FILES,
      ],
      tests: [TESTING, KIT],
    },
  ],
  [
    READING,
    {
      idea: "the meaning of a text's words, independent of the catalogue",
      imports: [CONTRACTS, MESSAGES, PLAIN_TEXT, LANGUAGE, CALENDAR, TIME, RECOGNISERS],
      tests: ["*"],
    },
  ],
  [
    UNDERSTANDING,
    {
      idea: "finds the goals in a sentence, and their values",
      imports: [
        ...[CONTRACTS, MESSAGES, PORTS, PLAIN_TEXT, LANGUAGE, CALENDAR, TIME, RECOGNISERS],
        ...[CATALOGUE, READING, RANDOM],
      ],
      tests: [TESTING, ADAPTERS],
    },
  ],
  [
    PLANNING,
    {
      idea: "turns goals into a valid plan",
      imports: [CONTRACTS, MESSAGES, PORTS, PLAIN_TEXT, CATALOGUE],
      tests: [TESTING, ADAPTERS],
    },
  ],
  // Before the wing that it stands in.
  [
    GROUNDING,
    {
      idea: "finds evidence for an agent's answer in its tools' answers",
      imports: [CONTRACTS, PLAIN_TEXT, LANGUAGE, CALENDAR],
    },
  ],
  [
    ENGINE,
    {
      idea: "runs plans, independent of conversations",
      imports: [CONTRACTS, MESSAGES, PORTS, PLAIN_TEXT, PATIENCE, CATALOGUE, PLANNING, GROUNDING],
      tests: ["*"],
    },
  ],
  [
    STANDING,
    {
      idea: "schedules: due occurrences, watches, and their messages",
      imports: [CONTRACTS, MESSAGES, PORTS, CALENDAR, CATALOGUE],
      tests: ["*"],
    },
  ],
  [
    TURN,
    {
      idea: "one message of a conversation",
      imports: [
        ...[CONTRACTS, MESSAGES, PORTS, PLAIN_TEXT, LANGUAGE, CALENDAR, TIME],
        ...[READING, CATALOGUE, UNDERSTANDING, PLANNING, ENGINE, STANDING],
      ],
      tests: ["*"],
    },
  ],
  [
    REHEARSAL,
    {
      idea: "previews a message, and does exactly what was shown",
      imports: [CONTRACTS, PORTS, CATALOGUE, PLANNING, ENGINE, STANDING, TURN],
      tests: ["*"],
    },
  ],
  [
    TOOLS,
    {
      idea: "functions that the terminal runs without a server",
      imports: [
        ...[CONTRACTS, MESSAGES, PORTS, PLAIN_TEXT, PATIENCE, CALENDAR],
        ...[LOG, MANIFEST_FILES, CONFIG, ADAPTERS],
        ...[READING, CATALOGUE, UNDERSTANDING, PLANNING, ENGINE],
        ...[TURN, REHEARSAL, QUALITY],
      ],
      tests: ["*"],
    },
  ],
  [
    QUALITY,
    {
      idea: "evaluation, lint, diff, promotion and replay",
      imports: [
        ...[CONTRACTS, MESSAGES, PORTS, PLAIN_TEXT, PATIENCE, LOG, MANIFEST_FILES, RANDOM],
        ...[READING, CATALOGUE, UNDERSTANDING, PLANNING, ENGINE, TURN],
      ],
      tests: ["*"],
    },
  ],
  [
    ENDPOINTS,
    {
      idea: "HTTP, OpenAI, MCP, A2A, channels, and authentication",
      imports: [
        ...[CONTRACTS, MESSAGES, PORTS, API_KEYS, TELEGRAM_TEXT, PATIENCE, CALENDAR],
        ...[CATALOGUE, PLANNING, ENGINE, STANDING, TURN, QUALITY],
      ],
      tests: ["*"],
    },
  ],
  [
    ADAPTERS,
    {
      idea: "implementations of the ports",
      imports: [
        ...[PLAIN_TEXT, CONTRACTS, MESSAGES, PORTS],
        ...[LOG, PATIENCE, SAFE_FETCH, AUDIT_LOG, PRIVATE_FILES, TRACING],
      ],
      tests: [TESTING, KIT, CATALOGUE],
    },
  ],
]);

/** Who may import whom. This table is the architecture; docs/architecture.md draws it. */
const table = new Map<string, Room>([
  [MESSAGES, { idea: "the system's messages, as values and in each language", imports: [] }],
  [
    CONTRACTS,
    { idea: "all payloads as strict zod schemas", imports: [MESSAGES], tests: [TESTING] },
  ],
  [
    MANIFEST_FILES,
    {
      idea: "reads manifests from YAML and JSON; errors name file and line",
      imports: [CONTRACTS, MESSAGES, PLAIN_TEXT],
      tests: [TESTING],
    },
  ],
  [
    DOMAIN_SECRET,
    {
      idea: "the orchestrator's secret and each domain's key",
      imports: [PRIVATE_FILES],
      tests: [TESTING],
    },
  ],
  [
    API_KEYS,
    {
      idea: "API keys, the file of their digests, and scopes",
      imports: [CONTRACTS, MESSAGES, PRIVATE_FILES],
      tests: [TESTING],
    },
  ],
  [
    AUDIT_LOG,
    {
      idea: "records of effects, chained by digest, and their verification",
      imports: [CONTRACTS],
      tests: [TESTING],
    },
  ],
  [SAFE_FETCH, { idea: "safe fetching of external pages", imports: [CONTRACTS], tests: [TESTING] }],
  [PRIVATE_FILES, { idea: "storage that only its owner can read", imports: [CONTRACTS, MESSAGES] }],
  [TELEGRAM_TEXT, { idea: "Telegram's text format", imports: [], tests: [TESTING] }],
  [LOG, { idea: "log output and its filters", imports: [], tests: [TESTING] }],
  [
    KIT,
    {
      idea: "runs a domain from a manifest and handlers",
      imports: [
        ...[CONTRACTS, MESSAGES, MANIFEST_FILES, DOMAIN_SECRET, PRIVATE_FILES, LOG, PATIENCE],
        ...[CALENDAR, RECOGNISERS, IDLE_MEMORY, TRACING],
      ],
      tests: [TESTING, CONFORMANCE],
    },
  ],
  [PLAIN_TEXT, { idea: "compares texts, removes invisible characters", imports: [PRIVATE_FILES] }],
  [WORKER_THREAD, { idea: "runs work in its own thread, with a time limit", imports: [PATIENCE] }],
  [TRACING, { idea: "spans on their way to a collector", imports: [PATIENCE], tests: [TESTING] }],
  [IDLE_MEMORY, { idea: "releases memory after startup", imports: [] }],
  [RANDOM, { idea: "random numbers that a seed reproduces", imports: [] }],
  // Before the room that it stands in.
  [TIME, { idea: "reads times in texts", imports: [CONTRACTS, PLAIN_TEXT, CALENDAR] }],
  [LANGUAGE, { idea: "the words of natural languages, from `language/`", imports: [CONTRACTS] }],
  [
    CALENDAR,
    {
      idea: "days, periods and names of months; days of a recurrence, holidays, time zones",
      imports: [CONTRACTS, MESSAGES, LANGUAGE],
    },
  ],
  [
    RECOGNISERS,
    {
      idea: "reads periods and currencies, for core and domain kit",
      imports: [CONTRACTS, PLAIN_TEXT, LANGUAGE, CALENDAR, TIME],
    },
  ],
  [PATIENCE, { idea: "waiting, retries and circuit breakers", imports: [] }],
  [
    CONFORMANCE,
    { idea: "the checks of `check-domain`", imports: [CONTRACTS, MESSAGES], tests: [TESTING, KIT] },
  ],
  [
    TESTING,
    {
      idea: "checks for any domain, fakes for external services",
      imports: [CONTRACTS, MESSAGES, KIT, CONFORMANCE, PLAIN_TEXT],
    },
  ],
  [
    SCAFFOLD,
    {
      idea: "the domain that `new-domain` copies",
      imports: [PACKAGE],
      tests: [TESTING, CONFORMANCE, KIT],
    },
  ],
  [
    MADE_DOMAINS,
    {
      idea: "makes domains from OpenAPI documents, MCP tools or SQL statements",
      imports: [
        ...[CONTRACTS, MESSAGES, MANIFEST_FILES, KIT, PLAIN_TEXT, PATIENCE],
        ...[LANGUAGE, SAFE_FETCH],
      ],
      tests: [TESTING, CONFORMANCE],
    },
  ],
  [
    PACKAGE,
    {
      idea: "the public API of `@regente/domain`",
      imports: [CONTRACTS, KIT, CALENDAR, PLAIN_TEXT, CONFORMANCE],
    },
  ],
  ...wings,
  [
    CONFIG,
    {
      idea: "settings from the environment",
      imports: [CONTRACTS, MESSAGES, DOMAIN_SECRET, API_KEYS, PORTS, ENDPOINTS],
      tests: [TESTING],
    },
  ],
  [`${CORE}/start`, { idea: "opens and closes all parts", imports: ["*"] }],
  [`${CORE}/main.ts`, { idea: "the process", imports: ["*"] }],
  [
    "cli",
    {
      idea: "the terminal; uses HTTP and the quality tools",
      imports: [
        ...[CONTRACTS, MESSAGES, DOMAIN_SECRET, PRIVATE_FILES],
        ...[API_KEYS, AUDIT_LOG, CONFORMANCE, PATIENCE, SAFE_FETCH],
        ...[TOOLS, MADE_DOMAINS, IDLE_MEMORY],
      ],
      tests: [TESTING, KIT],
    },
  ],
  ["console", { idea: "the page at `/`", imports: [CONTRACTS, PLAIN_TEXT], tests: ["*"] }],
  ["bench", { idea: "performance compared with a hand-written baseline", imports: ["*"] }],
  ["tests", { idea: "the whole system: architecture, crashes, bad input", imports: ["*"] }],
  [
    "scripts",
    {
      idea: "builds, generated pages, a cluster on one machine",
      imports: [
        ...[CONTRACTS, MESSAGES, MANIFEST_FILES, CONFORMANCE, DOMAIN_SECRET, MADE_DOMAINS],
        PRIVATE_FILES,
        ...["cli", TOOLS],
      ],
      tests: [TESTING],
    },
  ],
]);

const domain: Room = {
  idea: "one service each; independent of the core, without access to the sentence",
  imports: [
    ...[CONTRACTS, KIT, PACKAGE, CALENDAR, SAFE_FETCH, TELEGRAM_TEXT],
    ...[PLAIN_TEXT, PATIENCE, PRIVATE_FILES, WORKER_THREAD],
  ],
  tests: [TESTING, CONFORMANCE, RECOGNISERS],
};

/** Of what it imports only the types: its code stands apart. */
const chosen: Room = {
  idea: "optional parts, each loaded when a setting selects it",
  imports: [CONTRACTS, MESSAGES, PORTS],
  tests: ["*"],
};

/** The room that a file lives in: its name and its rights. Undefined for a file that lives nowhere. */
export function roomOf(file: string): { name: string; room: Room } | undefined {
  const path = file.replace(/\.(test|contract|fixture)\.ts$/, ".ts");
  for (const [name, room] of table)
    if (path === name || path.startsWith(`${name}/`)) return { name, room };
  const folder = /^(?:domains|packages)\/[^/]+/.exec(path)?.[0];
  if (folder === undefined) return undefined;
  return { name: folder, room: folder.startsWith("packages/") ? chosen : domain };
}

/** Every room with its idea, in the order of the table: shared rooms, the core's wings, then what stands around them. */
export const rooms = (): readonly (readonly [string, Room])[] => [
  ...[...table].filter(([name]) => name.startsWith("shared/")),
  ["domains/*", domain],
  ...[...table].filter(([name]) => !name.startsWith("shared/")),
  ["packages/*", chosen],
];

/** True for files that only run under vitest. */
export const isTest = (file: string): boolean =>
  /\.(test|contract|fixture)\.ts$/.test(file) || file.startsWith("tests/");

/** The room of a wing that a file lives in, by its folder; undefined for files of the wing itself and outside of wings. */
export function roomInWing(file: string): { wing: string; room: string } | undefined {
  const [core, wing, room, ...rest] = file.split("/");
  if (core !== CORE || wing === undefined || room === undefined || rest.length === 0)
    return undefined;
  return { wing: `${core}/${wing}`, room };
}
