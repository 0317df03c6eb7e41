import { writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { buildCommand } from "@stricli/core";
import { ContractError } from "#shared/contracts/errors.ts";
import { runDetail } from "#shared/contracts/native-endpoints.ts";
import { recordedTest, recordingOf } from "#shared/contracts/recorded-test.ts";
import { type Recording, type ReplayReport, replayReport } from "#shared/contracts/replay.ts";
import { makeFolders } from "#shared/private-files/private-files.ts";
import { type Client, withClient } from "../client.ts";
import { docs, fileOption, help, type ServerFlags, serverFlags, word } from "../command.ts";
import {
  cannot,
  type ExitCode,
  exitCodes,
  printable,
  shorten,
  type Terminal,
  tell,
} from "../terminal.ts";
import { runNamed, runPath } from "./runs.ts";

const PROJECT = resolve(import.meta.dirname, "..", "..");
const TOOL = join(PROJECT, "orchestrator", "quality", "tools", "replay.ts");

type ToReplay = {
  /** A run's id, or "last". */
  run: string;
  /** The file to write a regression test into. */
  toTest: string | undefined;
  json: boolean;
};

/** Replays one run, and writes it as a test where asked. Ends with 0 when it is identical, 1 when it is not. */
async function replay(
  { run, toTest, json }: ToReplay,
  client: Client,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { say } = terminal.words;
  const file = toTest === undefined ? undefined : resolve(toTest);
  if (file !== undefined && !isTestHere(file))
    return cannot(terminal, say("replay.not_a_test", { file }));
  const id = await runNamed(run, client, signal);
  const report = await client.post(runPath(id, "/replay"), {}, replayReport, signal);
  tell(terminal, json, report, () => showReplay(report, terminal));
  const ended = report.difference === null ? exitCodes.done : exitCodes.failed;
  if (file === undefined) return ended;

  const { domains: running } = await client.domains(signal);
  const domains = running.filter(({ version }) => version !== null).map(({ name }) => name);
  const elsewhere = await notHere(domains, terminal);
  if (elsewhere.length > 0)
    return cannot(terminal, say("replay.elsewhere", { names: elsewhere.join(", ") }));
  const recorded = recordingOf(await client.get(runPath(id), runDetail, signal), domains);
  makeFolders(dirname(file));
  writeFileSync(file, testFile(file, TOOL, recorded));
  const told = [
    say("replay.written", { file: toTest ?? file }),
    ...(ended === 0 ? [] : [say("replay.fails_now")]),
  ];
  terminal.errors.write(`${terminal.paint.dim(printable(told.join(" ")))}\n`);
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
  docs: docs(help("replay.brief"), [
    "npx regente replay last",
    "npx regente replay run_01 --to-test=tests/quote.test.ts",
  ]),
  parameters: {
    flags: { "to-test": fileOption(help("replay.to_test"), "FILE"), ...serverFlags },
    positional: word(help("run"), "RUN"),
  },
  func: (
    { url, json = false, "to-test": toTest }: ServerFlags & { "to-test"?: string },
    run: string,
  ) =>
    withClient(url, (client, terminal, signal) =>
      replay({ run, toTest, json }, client, terminal, signal),
    ),
});

const DIGEST_CHARS = 8;
const MAX_VALUE = 2000;

/** Identical, or what differs first; and what the comparison says nothing about. */
function showReplay(report: ReplayReport, terminal: Terminal): string {
  const { paint } = terminal;
  const { say } = terminal.words;
  const { difference, from, until, catalogue } = report;
  const value = (name: string, shown: unknown) => {
    const text = typeof shown === "string" ? shown : JSON.stringify(shown);
    return `  ${paint.bold(name.padEnd(6))} ${shorten(printable(text), MAX_VALUE)}`;
  };
  const brief = (digest: string) => printable(digest).slice(0, DIGEST_CHARS);
  return [
    paint.dim(printable(`${report.run_id}: ${report.input_text}`)),
    ...(difference === null
      ? [paint.green(say("replay.identical"))]
      : [
          paint.red(
            [say(`replay.differs.${difference.aspect}`), printable(difference.at)]
              .filter((part) => part !== "")
              .join(": "),
          ),
          value(say("replay.recorded"), difference.recorded),
          value(say("replay.now"), difference.now),
        ]),
    ...(from === "plan" ? [paint.dim(say("replay.from_plan"))] : []),
    ...(until === "plan" ? [paint.dim(say("replay.until_plan"))] : []),
    ...(catalogue.recorded === catalogue.now
      ? []
      : [
          paint.yellow(
            say("replay.other_catalogue", {
              recorded: brief(catalogue.recorded),
              now: brief(catalogue.now),
            }),
          ),
        ]),
  ].join("\n");
}

/** A test that replays a recording, whole in one file. `file` and `tool` are absolute paths. */
export const testFile = (file: string, tool: string, recording: Recording): string =>
  recordedTest(recording, pathTo(tool, file));

function pathTo(tool: string, file: string): string {
  const path = relative(dirname(file), tool).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}
