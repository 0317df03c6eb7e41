#!/usr/bin/env node
import { existsSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { type ArgsDef, defineCommand, renderUsage, runCommand, type SubCommandsDef } from "citty";
import { exitCodes } from "./terminal.ts";

/** Loaded only when asked for, so that `regente ask` does not pay for the supervisor. */
const commands = {
  up: async () => (await import("./commands/up.ts")).upCommand,
  chat: async () => (await import("./commands/chat.ts")).chatCommand,
  ask: async () => (await import("./commands/ask.ts")).askCommand,
  explain: async () => (await import("./commands/explain.ts")).explainCommand,
  domains: async () => (await import("./commands/domains.ts")).domainsCommand,
  eval: async () => (await import("./commands/eval.ts")).evalCommand,
  lint: async () => (await import("./commands/lint.ts")).lintCommand,
  diff: async () => (await import("./commands/diff.ts")).diffCommand,
} satisfies SubCommandsDef;
/** A command whatever its arguments; citty types it as it does. */
type Command = Awaited<Exclude<SubCommandsDef[string], () => unknown>>;

const regente = defineCommand({
  meta: { name: "regente", description: "A sentence becomes a goal, a plan and an answer" },
  subCommands: commands,
});

/** An option that the command does not have; citty would take it for words. */
function unknownOption(words: readonly string[], options: ArgsDef): string | undefined {
  const known = Object.entries(options).flatMap(([name, option]) => [
    `--${name}`,
    ...(option.type === "boolean" ? [`--no-${name}`] : []),
    ...("alias" in option ? [option.alias ?? []].flat().map((short) => `-${short}`) : []),
  ]);
  const end = words.indexOf("--");
  return words
    .slice(0, end === -1 ? words.length : end)
    .find((word) => /^--?[a-z]/i.test(word) && !known.includes(word.split("=")[0] ?? word));
}

/** Runs one command; wrong use shows how it is used and ends with 2. */
async function run(command: Command, words: string[]): Promise<void> {
  if (words.some(wantsHelp)) return show(process.stdout, await renderUsage(command, regente));
  const refuse = async (why: string) => {
    show(process.stderr, `${await renderUsage(command, regente)}\n\n${why}`);
    process.exitCode = exitCodes.cannot;
  };
  const unknown = unknownOption(words, command.args as ArgsDef);
  if (unknown !== undefined) return refuse(`There is no option ${unknown}`);
  try {
    await runCommand(command, { rawArgs: words });
  } catch (error) {
    // citty's own complaint about missing or wrong arguments
    if (!(error instanceof Error) || error.name !== "CLIError") throw error;
    await refuse(error.message);
  }
}

const wantsHelp = (word: string) => word === "--help" || word === "-h";
const show = (stream: NodeJS.WriteStream, text: string) =>
  void stream.write(`${stream.isTTY ? text : stripVTControlCharacters(text)}\n`);

// The same file that npm start reads, so that PORT means the same to every command.
if (existsSync(".env")) process.loadEnvFile();
const [name = "", ...words] = process.argv.slice(2);
const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);
if (isCommand(name)) await run(await commands[name](), words);
else {
  const asked = name === "help" || wantsHelp(name);
  show(asked ? process.stdout : process.stderr, await renderUsage(regente));
  process.exitCode = asked ? exitCodes.done : exitCodes.cannot;
}
