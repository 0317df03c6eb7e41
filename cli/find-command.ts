import type { ArgDef, ArgsDef, SubCommandsDef } from "citty";

/** A command whatever its arguments; citty types it as it does. */
export type Command = Awaited<Exclude<SubCommandsDef[string], () => unknown>>;

/** What a command line means. `unknown`: a word where only a command's name may stand. */
export type Found = { path: string[]; command: Command; words: string[]; unknown?: string };

const resolved = async <T>(value: T | (() => T | Promise<T>)): Promise<T> =>
  typeof value === "function" ? await (value as () => T | Promise<T>)() : value;

export const commandsOf = async (command: Command): Promise<SubCommandsDef> =>
  (await resolved(command.subCommands)) ?? {};

export const argsOf = async (command: Command): Promise<ArgsDef> =>
  ((await resolved(command.args)) as ArgsDef | undefined) ?? {};

export const aboutOf = async (command: Command): Promise<string> =>
  (await resolved(command.meta))?.description ?? "";

/** How an option is written in short: `-s`. */
export const shortsOf = (arg: ArgDef): string[] =>
  "alias" in arg ? [arg.alias ?? []].flat().map((each) => `-${each}`) : [];

/** The command of that name, loaded. */
export const commandIn = async (commands: SubCommandsDef, name: string): Promise<Command> =>
  (await resolved(commands[name])) as Command;

/**
 * The command that the first words name. A group that has a usual command and is given none means that one;
 * asked for help, it means itself.
 */
export async function findCommand(root: Command, given: readonly string[]): Promise<Found> {
  const path: string[] = [];
  let command = root;
  let words = [...given];
  for (;;) {
    const commands = await commandsOf(command);
    const [first] = words;
    if (first !== undefined && Object.hasOwn(commands, first)) {
      path.push(first);
      words = words.slice(1);
      command = await commandIn(commands, first);
      continue;
    }
    if (Object.keys(commands).length === 0) return { path, command, words };
    if (first !== undefined && !first.startsWith("-"))
      return { path, command, words, unknown: first };
    const usual = await resolved(command.default);
    if (usual === undefined || words.some(wantsHelp)) return { path, command, words };
    return { path: [...path, usual], command: await commandIn(commands, usual), words };
  }
}

export const wantsHelp = (word: string): boolean => word === "--help" || word === "-h";
