/** What a room is for, where its files may import from, and `tests`: what its `.test.ts`, `.contract.ts` and `.fixture.ts` files may import beside that. */
export type Room = { idea: string; imports: readonly string[]; tests?: readonly string[] };

const CONTRACTS = "shared/contracts";
const MANIFEST_FILES = "shared/manifest-files";
const DOMAIN_SECRET = "shared/domain-secret";
/** Folders and databases that only their owner can read. */
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
const IDLE_MEMORY = "shared/idle-memory";
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
const UNDERSTANDING = `${CORE}/understanding`;
const PLANNING = `${CORE}/planning`;
const ENGINE = `${CORE}/engine`;
const TURN = `${CORE}/turn`;
const STANDING = `${CORE}/standing`;
const QUALITY = `${CORE}/quality`;
const ENDPOINTS = `${CORE}/endpoints`;
const ADAPTERS = `${CORE}/adapters`;
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
      idea: "what the core needs from outside: interfaces and errors",
      imports: [CONTRACTS, AUDIT_LOG],
      tests: [TESTING, CATALOGUE],
    },
  ],
  [
    CATALOGUE,
    {
      idea: "what the manifests promise at one moment, and how that changes",
      imports: [CONTRACTS, PORTS, PLAIN_TEXT, PATIENCE, MANIFEST_FILES],
      tests: [TESTING, KIT],
    },
  ],
  [
    UNDERSTANDING,
    {
      idea: "from a sentence to goals and their values",
      imports: [CONTRACTS, PORTS, PLAIN_TEXT, CALENDAR, TIME, RECOGNISERS, CATALOGUE],
      tests: [TESTING, ADAPTERS],
    },
  ],
  [
    PLANNING,
    {
      idea: "from goals to a plan that may run",
      imports: [CONTRACTS, PORTS, PLAIN_TEXT, CATALOGUE],
      tests: [TESTING, ADAPTERS],
    },
  ],
  [
    ENGINE,
    {
      idea: "from a plan to what was done; it knows no conversation",
      imports: [CONTRACTS, PORTS, PLAIN_TEXT, PATIENCE, CATALOGUE, PLANNING],
      tests: ["*"],
    },
  ],
  [
    STANDING,
    {
      idea: "requests that stand: words of time, when the next instant is, what is due, and what a watch makes of a look",
      imports: [CONTRACTS, PORTS, CALENDAR, TIME, RECOGNISERS, CATALOGUE, UNDERSTANDING],
      tests: ["*"],
    },
  ],
  [
    TURN,
    {
      idea: "one message of a conversation, from words to words; start reading at `answer.ts`",
      imports: [
        ...[CONTRACTS, PORTS, PLAIN_TEXT, CALENDAR, TIME],
        ...[CATALOGUE, UNDERSTANDING, PLANNING, ENGINE, STANDING],
      ],
      tests: ["*"],
    },
  ],
  [
    TOOLS,
    {
      idea: "what a terminal runs without a server, one function each; all that `cli` may import",
      imports: [
        ...[CONTRACTS, PORTS, PLAIN_TEXT, LOG, MANIFEST_FILES, `${CORE}/config.ts`, ADAPTERS],
        ...[CATALOGUE, UNDERSTANDING, PLANNING, ENGINE, TURN, QUALITY],
      ],
      tests: ["*"],
    },
  ],
  [
    QUALITY,
    {
      idea: "how well a catalogue is understood, what is wrong with it, what a change changes, and replay",
      imports: [
        ...[CONTRACTS, PORTS, PLAIN_TEXT, LOG, MANIFEST_FILES],
        ...[CATALOGUE, UNDERSTANDING, PLANNING, ENGINE, TURN],
      ],
      tests: ["*"],
    },
  ],
  [
    ENDPOINTS,
    {
      idea: "HTTP, the OpenAI protocols, Telegram, and who may come in",
      imports: [
        ...[CONTRACTS, PORTS, API_KEYS, TELEGRAM_TEXT, PATIENCE],
        ...[CATALOGUE, PLANNING, ENGINE, STANDING, TURN, QUALITY],
      ],
      tests: ["*"],
    },
  ],
  [
    ADAPTERS,
    {
      idea: "the outside world behind the ports: store, domain client, language model, files, log, metrics",
      imports: [PLAIN_TEXT, CONTRACTS, PORTS, LOG, PATIENCE, SAFE_FETCH, AUDIT_LOG, PRIVATE_FILES],
      tests: [TESTING, KIT, CATALOGUE],
    },
  ],
]);

/** Who may import whom. This table is the architecture; docs/architecture.md draws it. */
const table = new Map<string, Room>([
  [
    CONTRACTS,
    { idea: "every payload, strict, one zod schema each", imports: [], tests: [TESTING] },
  ],
  [
    MANIFEST_FILES,
    {
      idea: "manifests from YAML and JSON; errors with file and line",
      imports: [CONTRACTS],
      tests: [TESTING],
    },
  ],
  [
    DOMAIN_SECRET,
    {
      idea: "the orchestrator's secret, and the key of each domain that is made from it",
      imports: [PRIVATE_FILES],
      tests: [TESTING],
    },
  ],
  [
    API_KEYS,
    {
      idea: "API keys, the file that keeps their digests, scopes",
      imports: [CONTRACTS],
      tests: [TESTING],
    },
  ],
  [
    AUDIT_LOG,
    {
      idea: "the record of an effect, chained by digest to the one before, and how it is verified",
      imports: [CONTRACTS],
      tests: [TESTING],
    },
  ],
  [
    SAFE_FETCH,
    {
      idea: "pages from outside that cannot be turned against the inside network",
      imports: [CONTRACTS],
      tests: [TESTING],
    },
  ],
  [
    PRIVATE_FILES,
    { idea: "folders and databases that only their owner can read", imports: [CONTRACTS] },
  ],
  [TELEGRAM_TEXT, { idea: "texts as Telegram takes them", imports: [], tests: [TESTING] }],
  [LOG, { idea: "what may stand in a log, and where it goes", imports: [], tests: [TESTING] }],
  [
    KIT,
    {
      idea: "a domain is a manifest and its handlers",
      imports: [
        ...[CONTRACTS, MANIFEST_FILES, DOMAIN_SECRET, PRIVATE_FILES, LOG, PATIENCE],
        ...[CALENDAR, RECOGNISERS, IDLE_MEMORY],
      ],
      tests: [TESTING, CONFORMANCE],
    },
  ],
  [
    PLAIN_TEXT,
    { idea: "how text is compared, and text of others without what cannot be seen", imports: [] },
  ],
  [
    WORKER_THREAD,
    { idea: "work that may take too long, in a thread that can be ended", imports: [] },
  ],
  [IDLE_MEMORY, { idea: "memory that only a start needed is given back", imports: [] }],
  [
    CALENDAR,
    {
      idea: "days and periods as values, ISO texts, and the names of months and weekdays",
      imports: [CONTRACTS],
    },
  ],
  [TIME, { idea: "what words say of time", imports: [CONTRACTS, PLAIN_TEXT, CALENDAR] }],
  [
    RECOGNISERS,
    {
      idea: "periods and currencies in words, read into values: once, for the core and for the kit",
      imports: [CONTRACTS, PLAIN_TEXT, CALENDAR, TIME],
    },
  ],
  [PATIENCE, { idea: "how long to wait, and when to try again or to stop trying", imports: [] }],
  [
    CONFORMANCE,
    {
      idea: "what `check-domain` tries on a domain in any language",
      imports: [CONTRACTS],
      tests: [TESTING, KIT],
    },
  ],
  [
    TESTING,
    {
      idea: "checks that any domain can run, fakes of the outside world",
      imports: [CONTRACTS, KIT, CONFORMANCE, PLAIN_TEXT],
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
      idea: "domains that are made from a file: an OpenAPI document, tools, or named statements",
      imports: [CONTRACTS, MANIFEST_FILES, KIT, PLAIN_TEXT],
      tests: [TESTING, CONFORMANCE],
    },
  ],
  [
    PACKAGE,
    {
      idea: "what `@regente/domain` gives to authors of domains elsewhere",
      imports: [CONTRACTS, KIT, CALENDAR, PLAIN_TEXT, CONFORMANCE],
    },
  ],
  ...wings,
  [
    `${CORE}/config.ts`,
    {
      idea: "settings, read from the environment in one place",
      imports: [CONTRACTS, DOMAIN_SECRET, API_KEYS, PORTS, ENDPOINTS, `${CORE}/config`],
      tests: [TESTING],
    },
  ],
  [
    `${CORE}/config`,
    {
      idea: "settings that belong together, and what a value of one may be",
      imports: [CONTRACTS, DOMAIN_SECRET, PORTS, ENDPOINTS],
    },
  ],
  [
    `${CORE}/start`,
    {
      idea: "everything is put together, one part a file, and ended when the process is told to",
      imports: ["*"],
    },
  ],
  [`${CORE}/main.ts`, { idea: "the process", imports: ["*"] }],
  [
    "cli",
    {
      idea: "the terminal; speaks HTTP, and for quality on files calls the tools",
      imports: [
        ...[CONTRACTS, DOMAIN_SECRET, PRIVATE_FILES, API_KEYS, AUDIT_LOG, CONFORMANCE, PATIENCE],
        ...[TOOLS, MADE_DOMAINS, IDLE_MEMORY],
      ],
      tests: [TESTING, KIT],
    },
  ],
  [
    "console",
    {
      idea: "the page at `/` for people: what the endpoints tell, in a browser",
      imports: [CONTRACTS],
      tests: ["*"],
    },
  ],
  ["bench", { idea: "ratios against a hand-written floor", imports: ["*"] }],
  ["tests", { idea: "the whole system, its architecture, crashes and bad input", imports: ["*"] }],
  [
    "scripts",
    {
      idea: "builds, pages that are written from the code, and a cluster on one machine",
      imports: [
        ...[CONTRACTS, MANIFEST_FILES, CONFORMANCE, DOMAIN_SECRET, MADE_DOMAINS],
        ...["cli", TOOLS],
      ],
      tests: [TESTING],
    },
  ],
]);

const domain: Room = {
  idea: "one service each; knows nothing of the core, and does not read the sentence",
  imports: [
    CONTRACTS,
    KIT,
    PACKAGE,
    CALENDAR,
    SAFE_FETCH,
    TELEGRAM_TEXT,
    PLAIN_TEXT,
    PATIENCE,
    PRIVATE_FILES,
    WORKER_THREAD,
  ],
  tests: [TESTING, CONFORMANCE, RECOGNISERS],
};

/** The room that a file lives in: its name and its rights. Undefined for a file that lives nowhere. */
export function roomOf(file: string): { name: string; room: Room } | undefined {
  const path = file.replace(/\.(test|contract|fixture)\.ts$/, ".ts");
  for (const [name, room] of table)
    if (path === name || path.startsWith(`${name}/`)) return { name, room };
  const folder = /^domains\/[^/]+/.exec(path)?.[0];
  return folder === undefined ? undefined : { name: folder, room: domain };
}

/** Every room with its idea, in the order of the table: shared rooms, the core's wings, then what stands around them. */
export const rooms = (): readonly (readonly [string, Room])[] => [
  ...[...table].filter(([name]) => name.startsWith("shared/")),
  ["domains/*", domain],
  ...[...table].filter(([name]) => !name.startsWith("shared/")),
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

/** Where the same input gives the same output: time, chance and the outside are arguments. */
const PURE: readonly string[] = [
  ...[CONTRACTS, CALENDAR, RECOGNISERS, PORTS, UNDERSTANDING, PLANNING, ENGINE, STANDING, TURN],
  ...["evaluation", "lint", "diff", "promotion", "replay"].map((room) => `${QUALITY}/${room}`),
];

/** True for a file that has to be pure. */
export const isPure = (file: string): boolean => PURE.some((room) => file.startsWith(`${room}/`));
