#!/usr/bin/env node
import { existsSync } from "node:fs";
import { runCommand } from "citty";

// The same file that npm start reads, so that PORT means the same to every command. It may also say the
// language, so nothing that speaks is loaded before.
if (existsSync(".env")) process.loadEnvFile();
const { regente } = await import("./command-tree.ts");
const { argsOf, commandsOf, findCommand, wantsHelp } = await import("./find-command.ts");
const { showHelp } = await import("./help/show-help.ts");
const { said } = await import("./said.ts");
const { exitCodes, openTerminal } = await import("./terminal.ts");
const { noSuchCommand, wrongUse } = await import("./wrong-use.ts");

const given = process.argv.slice(2);
const found = await findCommand(regente, given[0] === "help" ? [...given.slice(1), "-h"] : given);
const { path, command, words, unknown } = found;

async function help(stream: NodeJS.WriteStream): Promise<void> {
  const { paint } = openTerminal(process.env, process.stdin, stream, stream);
  stream.write(`${await showHelp(path, command, paint)}\n`);
}

/** One line of what is wrong, and where the rest stands. */
function refuse(why: string): void {
  const { paint } = openTerminal(process.env, process.stdin, process.stderr, process.stderr);
  const page = ["npx regente", ...path, "--help"].join(" ");
  const see = said({ "pt-BR": "Veja", en: "See" });
  process.stderr.write(`${paint.red(why)}\n${see}: ${page}\n`);
  process.exitCode = exitCodes.cannot;
}

const beforeDashes = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
if (path.length === 0 && (given[0] === "--version" || given[0] === "-V"))
  process.stdout.write(`regente ${(await import("./version.ts")).version()}\n`);
else if (unknown !== undefined)
  refuse(noSuchCommand(unknown, Object.keys(await commandsOf(command))));
else if (beforeDashes.some(wantsHelp)) await help(process.stdout);
else {
  const wrong = wrongUse(words, await argsOf(command));
  if (wrong !== undefined) refuse(wrong);
  else if (command.run !== undefined) await runCommand(command, { rawArgs: words });
  else {
    await help(process.stderr);
    process.exitCode = exitCodes.cannot;
  }
}
