#!/usr/bin/env node
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";

// The same file that npm start reads, so that PORT means the same to every command. It may also say the
// language, so nothing that speaks is loaded before.
if (existsSync(".env")) process.loadEnvFile();
// What a start has compiled is kept beside the data.
const compiled = resolve(process.env["REGENTE_DATA"] || ".regente", "compile-cache");
if (existsSync(compiled)) enableCompileCache(compiled);
const given = process.argv.slice(2);
const { application, runCommandLine } = await import("./command-line.ts");
if (given[0] === "complete")
  await (await import("./commands/completion.ts")).complete(given.slice(1), application);
else await runCommandLine(given, process);
