#!/usr/bin/env node
import { existsSync } from "node:fs";
import { runCommand } from "citty";

// The same file that npm start reads, so that PORT means the same to every command. It may also say the
// language, so nothing that speaks is loaded before.
if (existsSync(".env")) process.loadEnvFile();
const { regente } = await import("./command-tree.ts");
const { argsOf, findCommand, wantsHelp } = await import("./find-command.ts");
const { showHelp } = await import("./help/show-help.ts");
const { said } = await import("./said.ts");
const { exitCodes, openTerminal } = await import("./terminal.ts");
const { wrongUse } = await import("./wrong-use.ts");

const given = process.argv.slice(2);
const found = await findCommand(regente, given[0] === "help" ? [...given.slice(1), "-h"] : given);
const { path, command, words, unknown } = found;

async function help(stream: NodeJS.WriteStream, why?: string): Promise<void> {
  const { paint } = openTerminal(process.env, process.stdin, stream, stream);
  const page = await showHelp(path, command, paint);
  stream.write(`${page}\n${why === undefined ? "" : `\n${paint.red(why)}\n`}`);
}

const beforeDashes = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
if (beforeDashes.some(wantsHelp) && unknown === undefined) await help(process.stdout);
else {
  const wrong =
    unknown !== undefined
      ? said({ "pt-BR": `Não existe o comando ${unknown}.`, en: `There is no command ${unknown}.` })
      : wrongUse(words, await argsOf(command));
  if (wrong === undefined && command.run !== undefined)
    await runCommand(command, { rawArgs: words });
  else {
    await help(process.stderr, wrong);
    process.exitCode = exitCodes.cannot;
  }
}
