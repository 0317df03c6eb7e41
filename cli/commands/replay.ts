import { writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { buildCommand } from "@stricli/core";
import { ContractError } from "#shared/contracts/errors.ts";
import { runDetail } from "#shared/contracts/native-endpoints.ts";
import { recordingOf } from "#shared/contracts/recorded-test.ts";
import { replayReport } from "#shared/contracts/replay.ts";
import { makeFolders } from "#shared/private-files/private-folder.ts";
import type { Client } from "../client.ts";
import { docs, fileOption, type ServerFlags, serverFlags, word } from "../command.ts";
import { help } from "../help-words.ts";
import { showReplay } from "../replay/show-replay.ts";
import { testFile } from "../replay/test-file.ts";
import { replayWords } from "../replay/words.ts";
import { runNamed, runPath } from "../runs/run-named.ts";
import { type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";
import { withClient } from "../with-client.ts";

const PROJECT = resolve(import.meta.dirname, "..", "..");
const TOOL = join(PROJECT, "orchestrator", "quality", "tools", "replay.ts");

export type ToReplay = {
  /** A run's id, or "last". */
  run: string;
  /** The file to write a regression test into. */
  toTest: string | undefined;
  json: boolean;
};

/** Replays one run, and writes it as a test where asked. Ends with 0 when it is identical, 1 when it is not. */
export async function replay(
  { run, toTest, json }: ToReplay,
  client: Client,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { output, errors, paint } = terminal;
  const words = replayWords(terminal.words.locale);
  const file = toTest === undefined ? undefined : resolve(toTest);
  if (file !== undefined && !isTestHere(file)) {
    errors.write(`${paint.red(printable(words.notATest(file)))}\n`);
    return exitCodes.cannot;
  }
  const id = await runNamed(run, client, signal);
  const report = await client.post(runPath(id, "/replay"), {}, replayReport, signal);
  output.write(`${json ? JSON.stringify(report) : showReplay(report, terminal)}\n`);
  const ended = report.difference === null ? exitCodes.done : exitCodes.failed;
  if (file === undefined) return ended;

  const { domains: running } = await client.domains(signal);
  const domains = running.filter(({ version }) => version !== null).map(({ name }) => name);
  const elsewhere = await notHere(domains, terminal);
  if (elsewhere.length > 0) {
    errors.write(`${paint.red(printable(words.elsewhere(elsewhere.join(", "))))}\n`);
    return exitCodes.cannot;
  }
  const recorded = recordingOf(await client.get(runPath(id), runDetail, signal), domains);
  makeFolders(dirname(file));
  writeFileSync(file, testFile(file, TOOL, recorded));
  const told = [words.written(toTest ?? file), ...(ended === 0 ? [] : [words.failsNow])];
  errors.write(`${paint.dim(printable(told.join(" ")))}\n`);
  return ended;
}

/** The domains without a manifest in this project; without a bootstrap file that is all of them. */
async function notHere(domains: readonly string[], { env }: Terminal): Promise<string[]> {
  // Only who writes a test pays for loading what reads manifests.
  const { domainsHere } = await import("../../orchestrator/quality/tools/replay.ts");
  const here = await domainsHere(env).catch((error: unknown): string[] => {
    if (error instanceof ContractError) return [];
    throw error;
  });
  return domains.filter((name) => !here.includes(name));
}

/** The project's tests are found by their names, and only in its own folder. */
function isTestHere(file: string): boolean {
  const path = relative(PROJECT, file);
  return file.endsWith(".test.ts") && !path.startsWith("..") && !isAbsolute(path);
}

export const replayCommand = buildCommand({
  docs: docs(help.replay, [
    "npx regente replay last",
    "npx regente replay run_01 --to-test=tests/quote.test.ts",
  ]),
  parameters: {
    flags: { "to-test": fileOption(help.replayToTest, "FILE"), ...serverFlags },
    positional: word(help.run, "RUN"),
  },
  func: (
    { url, json = false, "to-test": toTest }: ServerFlags & { "to-test"?: string },
    run: string,
  ) =>
    withClient(url, (client, terminal, signal) =>
      replay({ run, toTest, json }, client, terminal, signal),
    ),
});
