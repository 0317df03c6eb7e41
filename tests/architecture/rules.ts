import { localeSchema } from "#shared/contracts/names.ts";
import { importedFile, type Source } from "./read-source.ts";
import { isTest, roomInWing, roomOf } from "./rooms.ts";

/** Where the same input gives the same output: time, chance and the outside are arguments. */
const PURE: readonly string[] = [
  ...["shared/contracts", "shared/calendar", "shared/recognisers"],
  ...["ports", "language", "understanding", "planning", "engine", "standing", "turn"].map(
    (room) => `orchestrator/${room}`,
  ),
  ...["evaluation", "lint", "diff", "promotion", "rehearsal", "replay"].map(
    (room) => `orchestrator/quality/${room}`,
  ),
];

/** True for a file that has to be pure. */
const isPure = (file: string): boolean => PURE.some((room) => file.startsWith(`${room}/`));

/** One sentence for each place that breaks the rule: `file:line says what`. */
export type Rule = (sources: readonly Source[]) => string[];

/** Without the functions in it. */
const MAX_LINES_OF_A_FUNCTION = 100;
const MAX_LINES = 400;

export const livesInARoom: Rule = (sources) =>
  sources
    .filter(({ file }) => roomOf(file) === undefined && !/^[\w.]+\.config\.ts$/.test(file))
    .map(({ file }) => `${file} lives in no room`);

/** Imports follow the table of rooms. */
export const importsGoOneWay: Rule = (sources) =>
  sources.flatMap(({ file, imports }) => {
    const home = roomOf(file);
    if (home === undefined) return [];
    const rights = [...home.room.imports, ...(isTest(file) ? (home.room.tests ?? []) : [])];
    return imports.flatMap(({ text, line }) => {
      const target = importedFile(file, text);
      if (target === undefined)
        return text === "a computed module" && !isTest(file) && !rights.includes("*")
          ? [`${file}:${line} imports a computed module`]
          : [];
      const other = roomOf(target)?.name ?? "nowhere";
      const allowed = other === home.name || rights.includes("*") || rights.includes(other);
      return allowed ? [] : [`${file}:${line} imports ${other} (${text})`];
    });
  });

/** A package of its own, but what domains are made with. */
const CHOSEN = /^@regente\/(?!domain(?:\/|$))/;

/** What is a package of its own is only loaded by its name where it is chosen, and takes types alone of the others. */
export const packagesStandApart: Rule = (sources) =>
  sources
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, imports, typesOnly }) => {
      const own = /^packages\/[^/]+\//.exec(file)?.[0];
      return imports.flatMap((found) => {
        const target = importedFile(file, found.text) ?? "";
        const isOther = target !== "" && (own === undefined || !target.startsWith(own));
        const isWrong =
          CHOSEN.test(found.text) ||
          (isOther && target.startsWith("packages/")) ||
          (own !== undefined && isOther && !typesOnly.has(found));
        return isWrong ? [`${file}:${found.line} imports ${found.text}`] : [];
      });
    });

/** Inside a wing, two rooms never need each other. */
export const roomsOfAWingGoOneWay: Rule = (sources) => {
  const needs = new Map<string, string>();
  for (const { file, imports } of sources) {
    const home = roomInWing(file);
    if (home === undefined || isTest(file)) continue;
    for (const { text, line } of imports) {
      const target = importedFile(file, text);
      const other = target === undefined ? undefined : roomInWing(target);
      if (other?.wing === home.wing && other.room !== home.room)
        needs.set(`${home.wing} ${home.room} ${other.room}`, `${file}:${line}`);
    }
  }
  return [...needs].flatMap(([need, at]) => {
    const [wing, room, other] = need.split(" ");
    const back = needs.get(`${wing} ${other} ${room}`);
    return back !== undefined && String(room) < String(other)
      ? [`${at} needs ${wing}/${other}, and ${back} needs ${wing}/${room}`]
      : [];
  });
};

/** No file needs itself, through values or through types. */
export const noCycles: Rule = (sources) => {
  const graph = new Map(
    sources.map(({ file, imports }) => [
      file,
      imports.flatMap(({ text }) => importedFile(file, text) ?? []),
    ]),
  );
  const cycles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
    if (done.has(file)) return;
    done.add(file);
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
};

/** Domains whose names are everyday words: "not enough memory" names none. */
const EVERYDAY = new Set([
  "memory",
  "language",
  "web",
  "documents",
  "research",
  "support",
  "notify",
  "agenda",
]);

/** Fields of other people's formats: the language of a code block for Telegram, of a title for a front end, of a request. */
const FOREIGN_FIELDS = new Set([
  "orchestrator/endpoints/http/endpoint.ts language",
  "orchestrator/endpoints/channels/send-in-parts.ts language",
  "orchestrator/endpoints/mcp/mcp.ts Language",
  "orchestrator/endpoints/openai/background-answer.ts language",
]);

/** True where an everyday word can only be meant as a name: alone or joined to others, in code that is shipped. */
const standsAsName = (file: string, text: string) => !isTest(file) && !/\s/.test(text);

/** No file of the core holds the name of a domain, a goal or a capability that is shipped. */
export const coreNamesNo =
  (names: ReadonlySet<string>): Rule =>
  (sources) =>
    sources
      .filter(({ file }) => file.startsWith("orchestrator/"))
      .flatMap(({ file, words }) =>
        words.flatMap(({ text, line }) =>
          [...new Set([...text.split(/\W+/), ...text.split(/[^\w-]+/)])]
            .filter((word) => names.has(word.toLowerCase()))
            .filter((word) => !FOREIGN_FIELDS.has(`${file} ${word}`))
            .filter((word) => !EVERYDAY.has(word.toLowerCase()) || standsAsName(file, text))
            .map((word) => `${file}:${line} names ${word}`),
        ),
      );

/**
 * Text never becomes code, and only the supervisor and the review start processes: files of our own, and no shell; and the
 * terminal's backup PostgreSQL's own two tools.
 */
export const runsNoText: Rule = (sources) =>
  sources
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, imports, calls }) => {
      const mayStart =
        /^(cli\/(up|testing)|bench|scripts)\//.test(file) ||
        file === "cli/backup/postgres-tools.ts" ||
        file === "orchestrator/quality/review/job-runner.ts";
      const modules = imports.filter(({ text }) =>
        mayStart
          ? /^(node:)?vm$/.test(text)
          : /^(node:)?(vm|child_process|cluster|repl)$/.test(text),
      );
      const evals = calls.filter(({ text }) =>
        /^((globalThis\.)?eval|(new )?(globalThis\.)?Function)(\(\))?$/.test(text),
      );
      return [...modules, ...evals].map(({ text, line }) => `${file}:${line} uses ${text}`);
    });

/** Files whose patterns are put together from constants of their own. */
const OWN_PATTERNS =
  /^(orchestrator\/endpoints\/openai\/background-answer|domains\/[^/]+\/.+|bench\/.+)\.ts$/;

/** What comes from outside is never made into a pattern: no engine that backtracks ever sees it. */
export const buildsNoPattern: Rule = (sources) =>
  sources
    .filter(({ file }) => !isTest(file) && !OWN_PATTERNS.test(file))
    .flatMap(({ file, calls }) =>
      calls
        .filter(({ text }) => /^(new )?(globalThis\.)?RegExp(\(\))?$/.test(text))
        .map(({ line }) => `${file}:${line} builds a pattern`),
    );

/** The core calls domains through its pools only. */
export const coreNeverFetches: Rule = (sources) =>
  sources
    .filter(({ file }) => file.startsWith("orchestrator/") && !isTest(file))
    .flatMap(({ file, calls }) =>
      calls
        .filter(({ text }) => /^(globalThis\.)?fetch$/.test(text))
        .map(({ line }) => `${file}:${line} calls fetch`),
    );

/** What a sentence means is read once, in the core: in a domain, and in its kit, the user's words are for logs. */
export const domainsReadNoSentence: Rule = (sources) =>
  sources
    .filter(({ file }) => /^(domains|shared\/(domain-kit|scaffold))\//.test(file))
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, reads }) =>
      reads
        .filter(({ text }) => text === "original_query")
        .map(({ line }) => `${file}:${line} reads original_query`),
    );

/** A third language is data: what differs between languages stands in tables by locale. */
export const comparesNoLocale: Rule = (sources) =>
  sources
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, compared }) =>
      compared
        .filter(({ text }) => localeSchema.safeParse(text).success)
        .map(({ text, line }) => `${file}:${line} compares with "${text}"`),
    );

const OUTSIDE =
  /^(node:(fs|http|https|http2|net|tls|dns|dgram|sqlite|worker_threads|child_process|os|process)(\/.*)?|undici|hono|pg|kysely)$/;
const CHANCE =
  /^(Date\.now|new Date\(\)|Math\.random|performance\.now|(crypto\.)?(randomUUID|randomBytes|getRandomValues))$/;

/** Stages take time, ids and chance as arguments, and leave the outside to adapters. */
export const stagesArePure: Rule = (sources) =>
  sources
    .filter(({ file }) => !isTest(file) && isPure(file))
    .flatMap(({ file, imports, calls }) =>
      [
        ...imports.filter(({ text }) => OUTSIDE.test(text)),
        ...calls.filter(({ text }) => CHANCE.test(text)),
      ].map(({ text, line }) => `${file}:${line} uses ${text}`),
    );

/** Checks are met, not switched off. */
export const silencesNoCheck: Rule = (sources) =>
  sources.flatMap(({ file, comments }) =>
    comments
      .filter(({ text }) =>
        /^[\s*]*(@ts-(ignore|expect-error|nocheck)|biome-ignore|(ox|es)lint-disable)/.test(text),
      )
      .map(({ text, line }) => `${file}:${line} says ${text.trim()}`),
  );

export const filesAreSmall: Rule = (sources) =>
  sources
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, more than ${MAX_LINES}`);

export const functionsAreSmall: Rule = (sources) =>
  sources
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, functions }) =>
      functions
        .filter(({ lines }) => lines > MAX_LINES_OF_A_FUNCTION)
        .map(({ line, lines }) => `${file}:${line} is a function of ${lines} lines of its own`),
    );

/** What cuts, folds or looks up the words of a text. */
const READS_TEXT =
  /(^|\/)language\/(text|words\/|modifiers\/(phrase-table|languages)|time\/(phrases|lexicons|pieces-of))|^#shared\/(language\/words|plain-text\/fold)/;

/** What a message says is read in `language`: the conversation takes its reading, and looks at no word itself. */
export const turnReadsNoWords: Rule = (sources) =>
  readersOfText(sources).filter((file) => /^orchestrator\/turn\/(?!standing\/)/.test(file));

/** Files of the rooms of a message that look at its words themselves, and not at its reading. */
export const readersOfText = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ file }) => !isTest(file) && /^orchestrator\/(turn|standing)\//.test(file))
    .filter(({ imports }) => imports.some(({ text }) => READS_TEXT.test(text)))
    .map(({ file }) => file);
