import { join } from "node:path";
import { buildCommand } from "@stricli/core";
import { giveBackMemory } from "#shared/idle-memory/give-back-memory.ts";
import { docs, help, type JsonFlag, yesOption } from "../command.ts";
import { type Terminal, thisTerminal } from "../terminal.ts";
import { announce, jsonReport, prettyReport } from "../up/report.ts";
import { supervise } from "../up/supervise.ts";

/** A file to start, not a module to import: the terminal knows nothing of the core. */
const ORCHESTRATOR = join(import.meta.dirname, "..", "..", "orchestrator", "main.ts");

/** One Ctrl+C may arrive twice: from the terminal, and from an npm that passes it on. */
const SAME_REQUEST_MS = 1000;

const PARENT_CHECK_MS = 500;

/** Loaded only where someone works on domains: it reads manifests, which services do for themselves. */
async function reviewOn(terminal: Terminal) {
  const { openReview } = await import("../up/review-change.ts");
  const { showDiff, showLint } = await import("../show-diff.ts");
  return (bootstrapFile: string, dataFolder: string) =>
    openReview({
      ...{ bootstrapFile, terminal, env: process.env, program: process.argv[1] ?? "" },
      folder: join(dataFolder, "watch"),
      write: (text) => terminal.output.write(text),
      show: { lint: showLint, diff: showDiff },
    });
}

export const upCommand = buildCommand({
  docs: docs(help("up.brief"), [
    "npx regente up",
    "npx regente up --watch",
    "PORT=8090 npx regente up --json",
  ]),
  parameters: { flags: { watch: yesOption(help("up.watch")), json: yesOption(help("up.json")) } },
  async func({ json = false, watch = false }: JsonFlag & { watch?: boolean }) {
    const terminal = thisTerminal();
    const { output, errors, words } = terminal;
    // At a terminal logs are for people. Elsewhere they are JSON lines, beside the announcement.
    const logs = json || output.isTTY === true ? output : errors;
    const write = (line: string) => logs.write(line);
    // A log that cannot be written (a full disk, a reader that is gone) is lost; the services go on.
    for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
    const isPretty = !json && output.isTTY === true;
    const report = isPretty ? prettyReport(write, terminal, Date.now) : jsonReport(write, Date.now);

    const stopping = new AbortController();
    let askedAt = Number.POSITIVE_INFINITY;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => {
        // Asked again: leave at once; the services notice that their supervisor is gone.
        if (performance.now() - askedAt > SAME_REQUEST_MS) process.exit(130);
        askedAt = Math.min(askedAt, performance.now());
        stopping.abort();
      });

    // npm ends without a word to what it started; left alone, the supervisor would hold on to its ports.
    const parent = process.ppid;
    if (process.env["npm_lifecycle_event"] !== undefined)
      setInterval(() => process.ppid !== parent && stopping.abort(), PARENT_CHECK_MS).unref();

    giveBackMemory();
    process.exitCode = await supervise({
      orchestratorFile: ORCHESTRATOR,
      env: process.env,
      words,
      report,
      announce: (standing) =>
        json ? report.say("info", "ready", standing) : output.write(announce(standing, terminal)),
      signal: stopping.signal,
      ...(watch && { openReview: await reviewOn(terminal) }),
    });
  },
});
