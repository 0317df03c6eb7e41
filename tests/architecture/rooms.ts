/** Where a file may import from; `tests` is what its `.test.ts`, `.contract.ts` and `.fixture.ts` files may import beside. */
export type Room = { imports: readonly string[]; tests?: readonly string[] };

const CONTRACTS = "shared/contracts";
const MANIFEST_FILES = "shared/manifest-files";
const DOMAIN_SECRET = "shared/domain-secret";
const API_KEYS = "shared/api-keys";
const AUDIT_LOG = "shared/audit-log";
const SAFE_FETCH = "shared/safe-fetch";
/** What may stand in a log: for the orchestrator's and the domains' alike. */
const LOG = "shared/log";
const TELEGRAM_TEXT = "shared/telegram-text";
const PLAIN_TEXT = "shared/plain-text";
/** Days and periods as values: ISO texts, and the calendar's names. */
const CALENDAR = "shared/calendar";
/** Periods and currencies in words, read into values: once, for the core and for the kit. */
const RECOGNISERS = "shared/recognisers";
const WORKER_THREAD = "shared/worker-thread";
const KIT = "shared/domain-kit";
/** The checks of a domain over the wire, for tests and for the terminal. */
const CONFORMANCE = "shared/conformance";
const TESTING = "shared/testing";
/** A domain to begin with; `regente new-domain` copies it under another name. */
const SCAFFOLD = "shared/scaffold";
const CORE = "orchestrator";
const PORTS = `${CORE}/ports`;
const CATALOGUE = `${CORE}/catalogue`;
const UNDERSTANDING = `${CORE}/understanding`;
const PLANNING = `${CORE}/planning`;
const ENGINE = `${CORE}/engine`;
const TURN = `${CORE}/turn`;
const QUALITY = `${CORE}/quality`;
const ENDPOINTS = `${CORE}/endpoints`;
const ADAPTERS = `${CORE}/adapters`;
const RECOVERY = `${CORE}/recovery`;
/** What a terminal runs without a server, one function each; the only part of the core that `cli` may import. */
const TOOLS = `${QUALITY}/tools`;

/**
 * The wings of the core, from what everything stands on to what people reach: a wing sees those before it that it
 * names, and none after it. Inside a wing, rooms (its folders) use each other one way.
 */
const wings = new Map<string, Room>([
  /** Interfaces and errors: what the core needs from outside. */
  [PORTS, { imports: [CONTRACTS, AUDIT_LOG], tests: [TESTING, CATALOGUE] }],
  /** What the manifests promise at one moment, and how that changes. */
  [CATALOGUE, { imports: [CONTRACTS, PORTS, PLAIN_TEXT, MANIFEST_FILES], tests: [TESTING, KIT] }],
  /** From a sentence to goals and their values. */
  [
    UNDERSTANDING,
    {
      imports: [CONTRACTS, PORTS, PLAIN_TEXT, CALENDAR, RECOGNISERS, CATALOGUE],
      tests: [TESTING, ADAPTERS],
    },
  ],
  /** From goals to a plan that may run. */
  [PLANNING, { imports: [CONTRACTS, PORTS, PLAIN_TEXT, CATALOGUE], tests: [TESTING, ADAPTERS] }],
  /** From a plan to what was done. It knows no conversation. */
  [
    ENGINE,
    {
      imports: [CONTRACTS, PORTS, PLAIN_TEXT, CATALOGUE, PLANNING],
      tests: [TESTING, KIT, ADAPTERS],
    },
  ],
  /** One message of a conversation, from words to words. */
  [
    TURN,
    {
      imports: [CONTRACTS, PORTS, PLAIN_TEXT, CATALOGUE, UNDERSTANDING, PLANNING, ENGINE],
      tests: ["*"],
    },
  ],
  /** Runs that were interrupted, carried on. */
  [RECOVERY, { imports: [CONTRACTS, PORTS, CATALOGUE, PLANNING, ENGINE, TURN], tests: ["*"] }],
  /** How well a catalogue is understood, what is wrong with it, what a change changes, and what a terminal asks of it. */
  [
    TOOLS,
    {
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
      imports: [
        ...[CONTRACTS, PORTS, PLAIN_TEXT, LOG],
        ...[CATALOGUE, UNDERSTANDING, PLANNING, ENGINE, TURN],
      ],
      tests: ["*"],
    },
  ],
  /** HTTP, the OpenAI protocols, Telegram, and who may come in. */
  [
    ENDPOINTS,
    {
      imports: [
        ...[CONTRACTS, PORTS, API_KEYS, TELEGRAM_TEXT],
        ...[CATALOGUE, PLANNING, ENGINE, TURN, RECOVERY, QUALITY],
      ],
      tests: ["*"],
    },
  ],
  /** The outside world behind the ports. */
  [
    ADAPTERS,
    { imports: [CONTRACTS, PORTS, LOG, SAFE_FETCH, AUDIT_LOG], tests: [TESTING, KIT, CATALOGUE] },
  ],
]);

/** Who may import whom. This table is the architecture; docs/architecture.md draws it. */
const table = new Map<string, Room>([
  [CONTRACTS, { imports: [], tests: [TESTING] }],
  [MANIFEST_FILES, { imports: [CONTRACTS], tests: [TESTING] }],
  [DOMAIN_SECRET, { imports: [], tests: [TESTING] }],
  [API_KEYS, { imports: [CONTRACTS], tests: [TESTING] }],
  [AUDIT_LOG, { imports: [CONTRACTS], tests: [TESTING] }],
  [SAFE_FETCH, { imports: [CONTRACTS], tests: [TESTING] }],
  [TELEGRAM_TEXT, { imports: [], tests: [TESTING] }],
  [LOG, { imports: [], tests: [TESTING] }],
  [
    KIT,
    {
      imports: [CONTRACTS, MANIFEST_FILES, DOMAIN_SECRET, LOG, CALENDAR, RECOGNISERS],
      tests: [TESTING, CONFORMANCE],
    },
  ],
  [PLAIN_TEXT, { imports: [] }],
  [CALENDAR, { imports: [CONTRACTS] }],
  [RECOGNISERS, { imports: [CONTRACTS, PLAIN_TEXT, CALENDAR] }],
  [WORKER_THREAD, { imports: [] }],
  [CONFORMANCE, { imports: [CONTRACTS], tests: [TESTING, KIT] }],
  [TESTING, { imports: [CONTRACTS, KIT, CONFORMANCE] }],
  [SCAFFOLD, { imports: [CONTRACTS, KIT], tests: [TESTING, CONFORMANCE] }],
  ...wings,
  [
    `${CORE}/config.ts`,
    { imports: [CONTRACTS, DOMAIN_SECRET, API_KEYS, ENDPOINTS], tests: [TESTING] },
  ],
  [`${CORE}/start.ts`, { imports: ["*"] }],
  [`${CORE}/main.ts`, { imports: ["*"] }],
  [`${CORE}/serve.ts`, { imports: ["*"] }],
  [
    "cli",
    {
      imports: [CONTRACTS, DOMAIN_SECRET, API_KEYS, AUDIT_LOG, CONFORMANCE, TOOLS],
      tests: [TESTING, KIT],
    },
  ],
  ["bench", { imports: ["*"] }],
  ["tests", { imports: ["*"] }],
  ["scripts", { imports: [CONTRACTS, MANIFEST_FILES, "cli"], tests: [TESTING] }],
]);

const domain: Room = {
  imports: [CONTRACTS, KIT, CALENDAR, SAFE_FETCH, TELEGRAM_TEXT, PLAIN_TEXT, WORKER_THREAD],
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
  ...[CONTRACTS, CALENDAR, RECOGNISERS, PORTS, UNDERSTANDING, PLANNING, ENGINE, TURN],
  ...["evaluation", "lint", "diff", "promotion", "replay"].map((room) => `${QUALITY}/${room}`),
];

/** True for a file that has to be pure. */
export const isPure = (file: string): boolean => PURE.some((room) => file.startsWith(`${room}/`));
