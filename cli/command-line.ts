import { readFileSync } from "node:fs";
import {
  buildApplication,
  type CommandContext,
  help,
  run,
  type StricliProcess,
  version,
} from "@stricli/core";
import { z } from "zod";
import { commandTree, isCommand, usual } from "./command-tree.ts";
import { exitCodes, printable } from "./terminal.ts";
import { textIn, usageWords } from "./usage-words.ts";
import { localeOf } from "./words.ts";

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
      help: help({ brief: text.briefs.help, complete: true, defaultForRouteMap: true, formatting }),
      version: version({
        brief: text.briefs.version,
        alias: "V",
        info: { currentVersion: `regente ${ownVersion()}` },
      }),
    },
  );
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
  const words = usageWords[localeOf(env)];
  const asked = asCalled(given);
  let command = [NAME, ...asked.slice(0, isCommand(asked[0]) ? 1 : 0)].join(" ");
  const see = () => {
    stderr.write(`${words.see(command)}\n`);
    surroundings.exitCode = exitCodes.cannot;
  };

  const bad = beforeDashes(asked).find((word) => /^--?[a-z]/i.test(word) && !isReadable(word));
  if (bad !== undefined) {
    const [name = bad, value] = bad.split("=");
    stderr.write(`${printable(value === "" ? words.needsValue(name) : words.noOption(name))}\n`);
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
export const ownVersion = (): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))).version;
