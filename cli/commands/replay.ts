import { writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { buildCommand } from "@stricli/core";
import { ContractError } from "#shared/contracts/errors.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { runDetail } from "#shared/contracts/native-endpoints.ts";
import { recordedTest, recordingOf } from "#shared/contracts/recorded-test.ts";
import {
  type Recording,
  type ReplayAspect,
  type ReplayReport,
  replayReport,
} from "#shared/contracts/replay.ts";
import { makeFolders } from "#shared/private-files/private-folder.ts";
import { type Client, withClient } from "../client.ts";
import { docs, fileOption, type ServerFlags, serverFlags, word } from "../command.ts";
import { type ExitCode, exitCodes, printable, shorten, type Terminal } from "../terminal.ts";
import { help } from "../words.ts";
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
  const words = replayWords(terminal.words.locale);
  const { difference, from, until, catalogue } = report;
  const value = (name: string, shown: unknown) => {
    const text = typeof shown === "string" ? shown : JSON.stringify(shown);
    return `  ${paint.bold(name.padEnd(6))} ${shorten(printable(text), MAX_VALUE)}`;
  };
  const brief = (digest: string) => printable(digest).slice(0, DIGEST_CHARS);
  return [
    paint.dim(printable(`${report.run_id}: ${report.input_text}`)),
    ...(difference === null
      ? [paint.green(words.identical)]
      : [
          paint.red(
            [words.differs[difference.aspect], printable(difference.at)]
              .filter((part) => part !== "")
              .join(": "),
          ),
          value(words.recorded, difference.recorded),
          value(words.now, difference.now),
        ]),
    ...(from === "plan" ? [paint.dim(words.fromPlan)] : []),
    ...(until === "plan" ? [paint.dim(words.untilPlan)] : []),
    ...(catalogue.recorded === catalogue.now
      ? []
      : [paint.yellow(words.otherCatalogue(brief(catalogue.recorded), brief(catalogue.now)))]),
  ].join("\n");
}

/** A test that replays a recording, whole in one file. `file` and `tool` are absolute paths. */
export const testFile = (file: string, tool: string, recording: Recording): string =>
  recordedTest(recording, pathTo(tool, file));

function pathTo(tool: string, file: string): string {
  const path = relative(dirname(file), tool).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

type ReplayWords = {
  identical: string;
  differs: Record<ReplayAspect, string>;
  recorded: string;
  now: string;
  fromPlan: string;
  untilPlan: string;
  otherCatalogue: (recorded: string, now: string) => string;
  written: (file: string) => string;
  failsNow: string;
  notATest: (file: string) => string;
  elsewhere: (names: string) => string;
};

const pt: ReplayWords = {
  identical: "Idêntico: as mesmas palavras levam ao mesmo plano e à mesma resposta.",
  differs: {
    goal: "O objetivo é diferente",
    entities: "Uma entidade é diferente",
    follow_up: "A continuação é diferente",
    plan: "O plano é diferente",
    params: "Um parâmetro é diferente",
    step: "Um passo termina de outro jeito",
    answer: "A resposta é diferente",
  },
  recorded: "antes",
  now: "agora",
  fromPlan: "O plano foi dado pronto: só o que vem depois dele foi comparado.",
  untilPlan: "A execução foi interrompida: só foi comparado até o plano.",
  otherCatalogue: (recorded, now) => `Os manifestos mudaram desde então (${recorded} → ${now}).`,
  written: (file) => `O teste está em ${file}.`,
  failsNow: "Ele falha agora e vai passar quando tudo voltar a ser como era.",
  notATest: (file) => `${file} deve ficar neste projeto e terminar em .test.ts.`,
  elsewhere: (names) =>
    `O teste lê os manifestos deste projeto, mas ${names} não está entre eles. Nada foi escrito.`,
};

const en: ReplayWords = {
  identical: "Identical: the same words lead to the same plan and the same answer.",
  differs: {
    goal: "The goal is different",
    entities: "An entity is different",
    follow_up: "The follow-up is different",
    plan: "The plan is different",
    params: "A parameter is different",
    step: "A step ends differently",
    answer: "The answer is different",
  },
  recorded: "then",
  now: "now",
  fromPlan: "The plan was given: the comparison starts after it.",
  untilPlan: "The run was interrupted: the comparison ends at its plan.",
  otherCatalogue: (recorded, now) =>
    `The manifests have changed since then (${recorded} → ${now}).`,
  written: (file) => `The test is in ${file}.`,
  failsNow: "It fails now and will pass once everything is as it was before.",
  notATest: (file) => `${file} must be in this project and end in .test.ts.`,
  elsewhere: (names) =>
    `The test reads this project's manifests, but ${names} is not among them. Nothing was written.`,
};

const WORDS: Readonly<Record<Locale, ReplayWords>> = { "pt-BR": pt, en };

const replayWords = (locale: Locale): ReplayWords => WORDS[locale];
