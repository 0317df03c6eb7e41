#!/usr/bin/env node
import { existsSync } from "node:fs";

// The same file that npm start reads, so that PORT means the same to every command. It may also say the
// language, so nothing that speaks is loaded before.
if (existsSync(".env")) process.loadEnvFile();
const given = process.argv.slice(2);
const { application, runCommandLine } = await import("./command-line.ts");
if (given[0] === "complete")
  await (await import("./complete.ts")).complete(given.slice(1), application);
else await runCommandLine(given, process);
