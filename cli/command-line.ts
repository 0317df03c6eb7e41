import { readFileSync } from "node:fs";
import {
  type ApplicationText,
  ArgumentScannerError,
  buildApplication,
  buildCommand,
  buildRouteMap,
  type CommandContext,
  formatMessageForArgumentScannerError,
  help as helpFlag,
  run,
  type StricliProcess,
  text_en,
  version,
} from "@stricli/core";
import { z } from "zod";
import type { Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { docs, help } from "./command.ts";
import { exitCodes, localeOf, printable } from "./terminal.ts";

/** Every command, and where it is. */
const commands = {
  up: async () => (await import("./commands/up.ts")).upCommand,
  chat: async () => (await import("./commands/chat.ts")).chatCommand,
  ask: async () => (await import("./commands/ask.ts")).askCommand,
  explain: async () => (await import("./commands/explain.ts")).explainCommand,
  domains: async () => (await import("./commands/domains.ts")).domainsCommand,
  runs: async () => (await import("./commands/runs.ts")).runsCommand,
  schedules: async () => (await import("./commands/schedules.ts")).schedulesCommand,
  replay: async () => (await import("./commands/replay.ts")).replayCommand,
  eval: async () => (await import("./commands/eval.ts")).evalCommand,
  lint: async () => (await import("./commands/lint.ts")).lintCommand,
  diff: async () => (await import("./commands/diff.ts")).diffCommand,
  promote: async () => (await import("./commands/promote.ts")).promoteCommand,
  usage: async () => (await import("./commands/usage.ts")).usageCommand,
  audit: async () => (await import("./commands/audit.ts")).auditCommand,
  link: async () => (await import("./commands/recipients.ts")).linkCommand,
  recipients: async () => (await import("./commands/recipients.ts")).recipientsCommand,
  telegram: async () => (await import("./commands/recipients.ts")).telegramCommand,
  backup: async () => (await import("./commands/backup.ts")).backupCommand,
  restore: async () => (await import("./commands/restore.ts")).restoreCommand,
  keys: async () => (await import("./commands/keys.ts")).keysCommand,
  "reset-session": async () => (await import("./commands/forget.ts")).resetSessionCommand,
  forget: async () => (await import("./commands/forget.ts")).forgetCommand,
  init: async () => (await import("./commands/init.ts")).initCommand,
  import: async () => (await import("./commands/import.ts")).importCommand,
  draft: async () => (await import("./commands/draft.ts")).draftCommand,
  "new-domain": async () => (await import("./commands/new-domain.ts")).newDomainCommand,
  "check-domain": async () => (await import("./commands/check-domain.ts")).checkDomainCommand,
  completion: async () => (await import("./commands/completion.ts")).completionCommand,
};
type Name = keyof typeof commands;

/** What help says that a command does. */
const briefOf = (name: Name): string => help(`${name.replace("-", "_") as Snake<Name>}.brief`);
type Snake<T extends string> = T extends `${infer A}-${infer B}` ? `${A}_${B}` : T;

/** What a group does when it is given no word. */
export const usual: ReadonlyMap<string, string> = new Map([
  ["domains", "list"],
  ["runs", "list"],
  ["schedules", "list"],
  ["promote", "list"],
  ["keys", "list"],
  ["recipients", "list"],
  ["telegram", "list"],
  ["audit", "verify"],
]);

export const isCommand = (word: string | undefined): boolean =>
  word !== undefined && Object.hasOwn(commands, word);

/**
 * Every command by its name. Only the one that is asked for is loaded, so that `regente ask` does not pay for the
 * supervisor; or all, where what is asked for is the page of them.
 */
export async function commandTree(asked?: string) {
  const isPage = asked === undefined || asked.startsWith("-");
  const routes = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => {
      const isLoaded = isPage || name === asked;
      return [name, isLoaded ? await load() : named(briefOf(name as Name))] as const;
    }),
  );
  return buildRouteMap({
    routes: Object.fromEntries(routes),
    docs: docs(`${help("regente")}. ${help("more")}`, [
      "npm start",
      `npx regente ask ${help("question")}`,
      "npx regente chat",
      "npx regente runs list --help",
    ]),
  });
}

/** A command to be known by its name alone. */
const named = (brief: string) =>
  buildCommand({ docs: { brief }, parameters: {}, func: () => undefined });

const NAME = "npx regente";
/** Two slips, or one letter that is another, make a known word; more make another one. */
const SLIPS = {
  threshold: 2,
  weights: { insertion: 1, deletion: 1, substitution: 2, transposition: 1 },
};
/** Every command, or only the one that is asked for. */
export async function application(asked?: string, tree = commandTree) {
  const text = textIn(localeOf(process.env));
  const formatting = {
    caseStyle: "original",
    useAliasInUsageLine: false,
    // Where many commands are listed, a line each is enough.
    onlyRequiredInUsageLine: !isCommand(asked),
  } as const;
  return buildApplication<CommandContext>(
    await tree(asked),
    {
      name: NAME,
      scanner: { allowArgumentEscapeSequence: true, distanceOptions: SLIPS },
      localization: { text },
    },
    {
      help: helpFlag({
        brief: text.briefs.help,
        complete: true,
        defaultForRouteMap: true,
        formatting,
      }),
      version: version({
        brief: text.briefs.version,
        alias: "V",
        info: { currentVersion: `regente ${ownVersion()}` },
      }),
    },
  );
}

/** Everything the library says, in one language. */
function textIn(locale: Locale): ApplicationText {
  const say = sayIn("terminal-help", locale);
  const noOption = (option: string) => say("wrong.no_option", { option });
  const needsValue = (option: string) => say("wrong.needs_value", { option });
  const takesNone = (name: string) => say("wrong.takes_none", { option: `--${name}` });
  const list = new Intl.ListFormat(locale, { type: "disjunction" });
  const meant = (why: string, near: readonly string[]) =>
    printable(
      near.length === 0 ? why : `${why} ${say("wrong.did_you_mean", { words: list.format(near) })}`,
    );
  return {
    ...text_en,
    headers: {
      usage: say("page.header.usage"),
      aliases: say("page.header.aliases"),
      commands: say("page.header.commands"),
      flags: say("page.header.flags"),
      arguments: say("page.header.arguments"),
    },
    keywords: {
      default: say("page.keyword.default"),
      separator: say("page.keyword.separator"),
    },
    briefs: {
      help: say("page.brief.help"),
      helpAll: say("page.brief.help_all"),
      version: say("page.brief.version"),
      argumentEscapeSequence: say("page.brief.argument_escape_sequence"),
    },
    noCommandRegisteredForInput: ({ input, corrections }) =>
      meant(
        input.startsWith("-") ? noOption(input) : say("wrong.no_command", { word: input }),
        corrections.map((each) => each.replaceAll("`", "")),
      ),
    exceptionWhileParsingArguments: (error) =>
      error instanceof ArgumentScannerError
        ? printable(
            formatMessageForArgumentScannerError(error, {
              FlagNotFoundError: ({ input, corrections }) =>
                meant(
                  noOption(`--${input}`),
                  corrections.map((each) => `--${each}`),
                ),
              AliasNotFoundError: ({ input }) => noOption(`-${input}`),
              ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, input }) => {
                // What stands without an option is called in capitals.
                if (name === name.toUpperCase())
                  return say("wrong.does_not_fit", { argument: name, value: input });
                return input === "" ? needsValue(`--${name}`) : takesNone(name);
              },
              UnsatisfiedFlagError: ({ externalFlagName: name }) => needsValue(`--${name}`),
              InvalidNegatedFlagSyntaxError: ({ externalFlagName: name }) => takesNone(name),
              UnexpectedFlagError: ({ externalFlagName: name }) =>
                say("wrong.twice", { option: `--${name}` }),
              EnumValidationError: ({ externalFlagName: name, input, values }) =>
                say("wrong.not_one_of", {
                  option: `--${name}`,
                  value: input,
                  allowed: values.join(", "),
                }),
              UnsatisfiedPositionalError: ({ placeholder }) =>
                say("wrong.is_missing", { argument: placeholder }),
              UnexpectedPositionalError: ({ input }) => say("wrong.too_much", { word: input }),
            }),
          )
        : text_en.exceptionWhileParsingArguments(error, false),
    exceptionWhileRunningCommand: (error) =>
      error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/** Where a command line is run. */
type Surroundings = CommandContext["process"] & Pick<NodeJS.Process, "env" | "exitCode">;

/** Runs what the words of a command line say, and leaves its exit code with the process. */
export async function runCommandLine(
  given: readonly string[],
  surroundings: Surroundings,
  tree = commandTree,
): Promise<void> {
  const { stdout, stderr, env } = surroundings;
  const say = sayIn("terminal-help", localeOf(env));
  const asked = asCalled(given);
  let command = [NAME, ...asked.slice(0, isCommand(asked[0]) ? 1 : 0)].join(" ");
  const see = () => {
    stderr.write(`${say("wrong.see", { command })}\n`);
    surroundings.exitCode = exitCodes.cannot;
  };

  const bad = beforeDashes(asked).find((word) => /^--?[a-z]/i.test(word) && !isReadable(word));
  if (bad !== undefined) {
    const [option = bad, value] = bad.split("=");
    const code = value === "" ? "wrong.needs_value" : "wrong.no_option";
    stderr.write(`${printable(say(code, { option }))}\n`);
    return see();
  }
  // Without a word, help is an answer to a wrong use.
  const out = asked.length === 0 ? stderr : stdout;
  const told: StricliProcess = { stdout: out, stderr, env, exitCode: null };
  await run(await application(asked[0], tree), asked, {
    process: told,
    forCommand({ prefix }) {
      command = prefix.join(" ");
      return { process: surroundings };
    },
  });
  if (asked.length === 0) surroundings.exitCode = exitCodes.cannot;
  // Below 0 the library says that no command was run.
  else if (Number(told.exitCode) < 0) see();
  else surroundings.exitCode ??= Number(told.exitCode);
}

/** `help runs` is `runs --help`; a group without a word is what it usually does. */
function asCalled([first, ...rest]: readonly string[]): string[] {
  if (first === undefined) return [];
  if (first === "help") return [...rest, "--help"];
  const command = usual.get(first);
  const isBare = rest[0] === undefined || rest[0].startsWith("-");
  const wantsHelp = beforeDashes(rest).some((word) => word === "--help" || word === "-h");
  return command !== undefined && isBare && !wantsHelp
    ? [first, command, ...rest]
    : [first, ...rest];
}

const beforeDashes = (words: readonly string[]): readonly string[] =>
  words.includes("--") ? words.slice(0, words.indexOf("--")) : words;

/** What the library would take for a word that is no option, or for one that every object has. */
const isReadable = (word: string): boolean =>
  /^(?:--[a-z][a-z\-.\d_]+(?:=.+)?|-[a-z]+|-[a-z]=.+)$/i.test(word) &&
  !Object.hasOwn(Object.prototype, word.replace(/^-+|=.*$/g, ""));

/** Which Regente this is, by its package. */
const ownVersion = (): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))).version;
