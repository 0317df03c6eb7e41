/** Where a file may be imported from; `tests` is what its `.test.ts` and `.contract.ts` files may import beside. */
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
const WORKER_THREAD = "shared/worker-thread";
const KIT = "shared/domain-kit";
/** The checks of a domain over the wire, for tests and for the terminal. */
const CONFORMANCE = "shared/conformance";
const TESTING = "shared/testing";
/** A domain to begin with; `regente new-domain` copies it under another name. */
const SCAFFOLD = "shared/scaffold";
const PORTS = "orchestrator/ports";
const LANGUAGE = "orchestrator/language";

/** What a stage of the pipeline may see: data, ports and words, and never another stage. */
const stage: Room = { imports: [CONTRACTS, PORTS, LANGUAGE], tests: [TESTING, KIT] };
const REGISTRY = "orchestrator/registry";
const ACCESS = "orchestrator/access";
const MODEL = "orchestrator/model";
const REASONING = "orchestrator/reasoning";
const AGENTS = "orchestrator/agents";
const METERING = "orchestrator/metering";
const PROMOTION = "orchestrator/promotion";
const STAGES = [
  "orchestrator/adapters",
  REGISTRY,
  "orchestrator/intent",
  "orchestrator/conversation",
  "orchestrator/planner",
  "orchestrator/execution",
  "orchestrator/gate",
  "orchestrator/reply",
  MODEL,
  REASONING,
  AGENTS,
  METERING,
  PROMOTION,
];
/** What is said of a catalogue before and after it is in force: how well it understands, what is wrong with it, what it changes. */
const EVALUATION = "orchestrator/evaluation";
const LINT = "orchestrator/lint";
const DIFF = "orchestrator/diff";
const JUDGING = ["orchestrator/intent", EVALUATION];
const REVIEW = "orchestrator/review";
/** What a terminal runs without a server, one function each; the only part of the core that `cli` may import. */
const TOOLS = "orchestrator/tools";
const ROADS = ["orchestrator/answer.ts", "orchestrator/explain.ts", "orchestrator/execute-plan.ts"];
const TURN = "orchestrator/turn";
/** A recorded run, run again without a domain. */
const REPLAY = "orchestrator/replay";
/** Runs that were interrupted, carried on. */
const RECOVERY = "orchestrator/recovery";

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
    { imports: [CONTRACTS, MANIFEST_FILES, DOMAIN_SECRET, LOG], tests: [TESTING, CONFORMANCE] },
  ],
  [PLAIN_TEXT, { imports: [] }],
  [WORKER_THREAD, { imports: [] }],
  [CONFORMANCE, { imports: [CONTRACTS], tests: [TESTING, KIT] }],
  [TESTING, { imports: [CONTRACTS, KIT, CONFORMANCE] }],
  [SCAFFOLD, { imports: [CONTRACTS, KIT], tests: [TESTING, CONFORMANCE] }],
  // The fixture of every stage's tests builds its catalogue with the real builder.
  [PORTS, { imports: [CONTRACTS, AUDIT_LOG], tests: [TESTING, REGISTRY] }],
  [LANGUAGE, { imports: [CONTRACTS], tests: [TESTING] }],
  ...STAGES.map((room): [string, Room] => [room, stage]),
  [ACCESS, { imports: [CONTRACTS, PORTS, API_KEYS], tests: [TESTING] }],
  ["orchestrator/adapters", { ...stage, imports: [...stage.imports, LOG, SAFE_FETCH, AUDIT_LOG] }],
  [REGISTRY, { ...stage, imports: [...stage.imports, MANIFEST_FILES] }],
  // Its tests ask through the adapters' real patience, and read words with real understanding.
  [MODEL, { ...stage, tests: ["orchestrator/adapters", "orchestrator/intent", REGISTRY] }],
  [REASONING, { ...stage, tests: ["orchestrator/adapters", REGISTRY] }],
  [AGENTS, { ...stage, tests: ["orchestrator/adapters", REGISTRY] }],
  [METERING, { ...stage, tests: ["orchestrator/adapters"] }],
  // A sentence that looks like a secret in a log looks like one in an example.
  [
    PROMOTION,
    { imports: [...stage.imports, LOG], tests: [TESTING, REGISTRY, "orchestrator/intent"] },
  ],
  [EVALUATION, { imports: [...stage.imports, "orchestrator/intent"], tests: [REGISTRY] }],
  // An undo or a search is checked as the plan that it becomes.
  [LINT, { imports: [...stage.imports, ...JUDGING, "orchestrator/planner"], tests: [REGISTRY] }],
  [DIFF, { imports: [...stage.imports, ...JUDGING], tests: [REGISTRY] }],
  [REVIEW, { imports: [...stage.imports, ...JUDGING, REGISTRY, LINT, DIFF], tests: ["*"] }],
  [
    TOOLS,
    {
      imports: [
        ...[...stage.imports, ...JUDGING, REGISTRY, LINT, DIFF, REVIEW, REPLAY, MANIFEST_FILES],
        ...["orchestrator/adapters", "orchestrator/config.ts"],
      ],
      tests: ["*"],
    },
  ],
  [TURN, { imports: [...stage.imports, ...STAGES], tests: ["*"] }],
  ...ROADS.map((road): [string, Room] => [
    road,
    { imports: [...stage.imports, ...STAGES, TURN, ...ROADS], tests: ["*"] },
  ]),
  [REPLAY, { imports: [...stage.imports, ...STAGES, TURN], tests: ["*"] }],
  [RECOVERY, { imports: [...stage.imports, ...STAGES, TURN], tests: ["*"] }],
  [
    "orchestrator/entry",
    {
      imports: [...stage.imports, ACCESS, "orchestrator/reply", TURN, REPLAY, RECOVERY, ...ROADS],
      tests: ["*"],
    },
  ],
  [
    "orchestrator/channels",
    {
      imports: [...stage.imports, TELEGRAM_TEXT, "orchestrator/reply", TURN, ...ROADS],
      tests: ["*"],
    },
  ],
  [
    "orchestrator/config.ts",
    { imports: [CONTRACTS, DOMAIN_SECRET, API_KEYS, ACCESS], tests: [TESTING] },
  ],
  ["orchestrator/start.ts", { imports: ["*"] }],
  ["orchestrator/main.ts", { imports: ["*"] }],
  ["orchestrator/serve.ts", { imports: ["*"] }],
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
  imports: [CONTRACTS, KIT, SAFE_FETCH, TELEGRAM_TEXT, PLAIN_TEXT, WORKER_THREAD],
  tests: [TESTING, CONFORMANCE],
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

/** Rooms where the same input gives the same output: time, chance and the outside are arguments. */
export const PURE_ROOMS: readonly string[] = [
  CONTRACTS,
  PORTS,
  LANGUAGE,
  "orchestrator/intent",
  "orchestrator/conversation",
  "orchestrator/planner",
  "orchestrator/execution",
  "orchestrator/gate",
  "orchestrator/reply",
  MODEL,
  REASONING,
  AGENTS,
  METERING,
  PROMOTION,
  EVALUATION,
  LINT,
  DIFF,
  TURN,
  REPLAY,
  ...ROADS,
];
