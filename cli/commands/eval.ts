import { buildCommand } from "@stricli/core";
import { evaluateCatalogue, evaluatePack, SHOTS } from "../../orchestrator/quality/tools/eval.ts";
import type { EvalResult } from "../../orchestrator/quality/tools/results.ts";
import { docs, fileOption, type JsonFlag, jsonFlag, option, yesOption } from "../command.ts";
import { type QualityWords, qualityWords } from "../quality-words.ts";
import {
  atTheFiles,
  type Column,
  exitCodes,
  printable,
  showTable,
  type Terminal,
} from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";
import { help } from "../words.ts";

const MOST_PAIRS = 12;
const MOST_FINDINGS = 20;

type Scores = EvalResult["evaluation"]["scores"];

/** An evaluation for people: the whole, each language and goal, how far confidence is to be believed, and who is confused. */
export function showEval(result: EvalResult, terminal: Terminal): string {
  const say = qualityWords(terminal.words.locale);
  const { of, evaluation } = result;
  const groups: [string, Scores][] = [
    [say.all, evaluation.scores],
    ...evaluation.locales.map(({ locale, scores }): [string, Scores] => [locale, scores]),
  ];
  return [
    heading(result, say, terminal),
    asSaid(result, say, terminal),
    groups.map(([name, scores]) => summary(name, scores, say)).join("\n"),
    gateTable(groups, say, terminal),
    [effects(result, say), joined(result, say), typos(result, say), nearMisses(result, say)]
      .filter((line) => line !== "")
      .join("\n"),
    ...safety(result, say, terminal),
    of.kind === "catalogue" ? goalTable(result, say, terminal) : "",
    reliabilityTable(result, say, terminal),
    confusions(result, say, terminal),
    speed(result, say, terminal),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function heading(
  { of, goals, examples, kept_since }: EvalResult,
  say: QualityWords,
  { paint }: Terminal,
): string {
  const counts = say.goalsAndExamples(goals, examples);
  if (of.kind === "pack") return `${paint.bold(printable(say.pack(of.name, of.shots)))}: ${counts}`;
  const names = of.manifests.map(({ domain }) => domain).join(", ");
  return [
    `${paint.bold(names)}: ${counts}`,
    paint.dim(say.folds(of.folds, of.exact)),
    ...(kept_since === undefined ? [] : [paint.dim(say.keptSince(kept_since))]),
    ...of.missing.map(({ domain, reason }) => paint.yellow(printable(say.missing(domain, reason)))),
  ].join("\n");
}

/** What users will see, which comes first: how much is right at once, and in which ways of saying it less is. */
function asSaid({ as_said }: EvalResult, say: QualityWords, terminal: Terminal): string {
  if (as_said === null || as_said.sentences === 0) return "";
  const [from, to] = as_said.right_between ?? [null, null];
  const line = say.asSaid(
    say.percent(as_said.right),
    `${say.percent(from)} - ${say.percent(to)}`,
    say.percent(as_said.wrong),
  );
  const table = showTable(
    columnsOf([""], say.asSaidColumns),
    as_said.ways.map(({ way, sentences, right, asked, wrong }) => [
      say.ways[way],
      say.count(sentences),
      ...[right, asked, wrong].map((count) => say.percent(count / sentences)),
    ]),
    terminal,
  );
  const wrong = as_said.findings
    .slice(0, MOST_FINDINGS)
    .map(({ text, why }) => printable(`  "${text}"  ${why}`));
  return [terminal.paint.bold(line), table, ...wrong].join("\n");
}

const summary = (name: string, scores: Scores, say: QualityWords): string =>
  [
    `${name}: ${say.accuracy} ${say.percent(scores.accuracy)}`,
    `ECE ${scores.ece?.toFixed(3) ?? "-"}`,
    ...(scores.auroc === null ? [] : [`AUROC ${scores.auroc.toFixed(3)}`]),
    ...(scores.entity_f1 === null
      ? []
      : [
          `${say.entityF1} ${say.percent(scores.entity_f1)}`,
          `${say.exactFrames} ${say.percent(scores.exact_frames)}`,
        ]),
  ].join(" · ");

const columnsOf = (names: readonly string[], figures: readonly string[]): Column[] => [
  ...names.map((title) => ({ title })),
  ...figures.map((title) => ({ title, align: "right" as const })),
];

const gateTable = (
  groups: readonly [string, Scores][],
  say: QualityWords,
  terminal: Terminal,
): string =>
  showTable(
    columnsOf([""], say.gateColumns),
    groups.flatMap(([name, { gates }]) =>
      gates.map((gate, at) => [
        at === 0 ? name : "",
        gate.threshold.toFixed(2),
        say.percent(gate.coverage),
        precise(gate, say),
        say.percent(gate.precision_in_mix),
        say.percent(gate.in_scope_coverage),
        say.percent(gate.in_scope_precision),
        say.percent(gate.false_accepts),
      ]),
    ),
    terminal,
  );

/** A precision, and where the true one is. */
function precise(
  { precision, precision_between }: Scores["gates"][number],
  say: QualityWords,
): string {
  if (precision_between === null) return say.percent(precision);
  const [from, to] = precision_between;
  return `${say.percent(precision)} (${say.percent(from)} - ${say.percent(to)})`;
}

function nearMisses({ near_misses }: EvalResult, say: QualityWords): string {
  if (near_misses === null || near_misses.sentences === 0) return "";
  const shares = near_misses.gates.map(
    ({ threshold, coverage }) => `${say.percent(coverage)} (${threshold})`,
  );
  return `${say.nearMisses(near_misses.sentences)} ${shares.join(", ")}`;
}

function effects({ evaluation: { effects } }: EvalResult, say: QualityWords): string {
  if (effects === null) return "";
  const { goals, coverage, precision } = effects;
  return say.effects(goals, say.percent(coverage), say.percent(precision));
}

function joined({ joined: { sentences, gates } }: EvalResult, say: QualityWords): string {
  if (sentences === 0) return "";
  const shares = gates.map(
    ({ threshold, swallowed, both }) =>
      `${say.percent(swallowed)} / ${say.percent(both)} (${threshold})`,
  );
  return `${say.joined(sentences)} ${shares.join(", ")}`;
}

/** Each figure without typos and with them. */
function typos({ evaluation: { scores }, typos }: EvalResult, say: QualityWords): string {
  const both = (without: number | null, withThem: number | null) =>
    `${say.percent(without)} → ${say.percent(withThem)}`;
  const gates = typos.gates.map((gate, at) => {
    const without = scores.gates[at];
    const acts = both(without?.in_scope_coverage ?? null, gate.in_scope_coverage);
    return `${acts}, ${say.percent(gate.precision)} (${gate.threshold})`;
  });
  return `${say.typos(both(scores.accuracy, typos.accuracy))} ${gates.join("; ")}`;
}

/** How many requests would be carried out that must not be, with the first of them, and the mirrors. */
function safety({ safety }: EvalResult, say: QualityWords, terminal: Terminal): string[] {
  if (safety === null || safety.variants === 0) return [];
  const { variants, modifiers, findings, mirrors } = safety;
  const { dim } = terminal.paint;
  const rows = modifiers.map(({ modifier, variants: heard, would_act }) => [
    say.modifiers[modifier],
    say.count(heard),
    say.count(would_act),
  ]);
  const shown = [
    ...fewOf(findings, MOST_FINDINGS).map(
      ({ text, of, modifier }) =>
        `  "${printable(text)}" ${dim(say.wouldAct(of, say.modifiers[modifier]))}`,
    ),
    ...(findings.length > MOST_FINDINGS ? [`  ${say.more(findings.length - MOST_FINDINGS)}`] : []),
  ];
  const { sentences, right, share, wrong } = mirrors;
  const mirrored = [
    say.mirrors(say.count(right), say.count(sentences), say.percent(share)),
    ...fewOf(wrong, MOST_PAIRS).map(({ text, goal }) => `  "${printable(text)}" ${dim(goal)}`),
  ];
  return [
    say.safety(variants),
    showTable(
      columnsOf(say.modifierColumns.slice(0, 1), say.modifierColumns.slice(1)),
      rows,
      terminal,
    ),
    shown.join("\n"),
    sentences === 0 ? "" : mirrored.join("\n"),
  ];
}

/** Some of them from all over. */
const fewOf = <T>(items: readonly T[], most: number): T[] => {
  const step = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, at) => at % step === 0);
};

const goalTable = ({ evaluation }: EvalResult, say: QualityWords, terminal: Terminal): string =>
  showTable(
    columnsOf(say.goalColumns.slice(0, 2), say.goalColumns.slice(2)),
    evaluation.goals.map(({ goal, locale, sentences, accuracy, coverage, precision }) => [
      goal,
      locale,
      say.count(sentences),
      say.percent(accuracy),
      say.percent(coverage),
      say.percent(precision),
    ]),
    terminal,
  );

const reliabilityTable = (
  { evaluation }: EvalResult,
  say: QualityWords,
  terminal: Terminal,
): string =>
  showTable(
    columnsOf(say.reliabilityColumns.slice(0, 1), say.reliabilityColumns.slice(1)),
    evaluation.reliability.map(({ from, to, sentences, confidence, right }) => [
      `${from}-${to}`,
      say.count(sentences),
      say.percent(confidence),
      say.percent(right),
    ]),
    terminal,
  );

function confusions({ evaluation }: EvalResult, say: QualityWords, { paint }: Terminal): string {
  const pairs = evaluation.confusable;
  if (pairs.length === 0) return "";
  return [
    paint.bold(say.confusable),
    ...pairs
      .slice(0, MOST_PAIRS)
      .flatMap(({ goals, times, sentences }) => [
        `  ${say.count(times)} × ${goals.join(" / ")}`,
        ...sentences.map(
          ({ text, expected, found, confidence }) =>
            `      "${printable(text)}" ${paint.dim(say.takenFor(expected, found, say.percent(confidence)))}`,
        ),
      ]),
    ...(pairs.length > MOST_PAIRS ? [`  ${say.more(pairs.length - MOST_PAIRS)}`] : []),
  ].join("\n");
}

function speed({ speed }: EvalResult, say: QualityWords, { words }: Terminal): string {
  const figure = (value: number, digits: number) =>
    value.toLocaleString(words.locale, { maximumFractionDigits: digits });
  return say.speed(
    figure(speed.load_ms.cold, 0),
    figure(speed.load_ms.warm, 0),
    figure(speed.sentence_ms.p50, 3),
    figure(speed.sentence_ms.p99, 2),
    figure(speed.memory_mb, 1),
  );
}

type EvalFlags = JsonFlag & {
  pack?: string;
  shots: (typeof SHOTS)[number];
  folds?: string;
  "at-least"?: string;
  "every-variant"?: boolean;
  predictions?: string;
  anew?: boolean;
};

export const evalCommand = buildCommand({
  docs: docs(help("eval.brief"), ["npx regente eval", "npx regente eval --at-least=0.9"]),
  parameters: {
    flags: {
      pack: fileOption(help("eval.pack"), "FOLDER"),
      shots: { kind: "enum", values: SHOTS, brief: help("eval.shots"), default: "k20" },
      folds: option(help("eval.folds"), "20"),
      "at-least": option(help("eval.at_least"), "0.9"),
      "every-variant": yesOption(help("eval.every_variant")),
      predictions: fileOption(help("eval.predictions"), "FILE"),
      anew: yesOption(help("eval.anew")),
      ...jsonFlag,
    },
  },
  func: (flags: EvalFlags) =>
    atTheFiles(async (terminal) => {
      const say = qualityWords(terminal.words.locale);
      const folds = flags.folds === undefined ? undefined : Number(flags.folds);
      if (folds !== undefined && !(Number.isInteger(folds) && folds >= 2 && folds <= 10_000)) {
        terminal.errors.write(`${say.wrongFolds(flags.folds ?? "")}\n`);
        return exitCodes.cannot;
      }
      const atLeast = Number(flags["at-least"] ?? 0);
      if (!(atLeast >= 0 && atLeast <= 1)) {
        terminal.errors.write(`${say.wrongShare(flags["at-least"] ?? "")}\n`);
        return exitCodes.cannot;
      }
      const result =
        flags.pack === undefined
          ? await evaluateCatalogue(process.env, {
              folds,
              predictionsFile: flags.predictions,
              onPart: showParts(terminal),
              everyVariant: flags["every-variant"],
              built: learntFolder,
              anew: flags.anew,
            })
          : await evaluatePack(flags.pack, flags.shots, flags.predictions);
      if (terminal.errors.isTTY === true) terminal.errors.write("\r\u001b[K");
      terminal.output.write(
        `${flags.json ? JSON.stringify(result, null, 1) : showEval(result, terminal)}\n`,
      );
      const { accuracy } = result.evaluation.scores;
      const isEnough = (accuracy ?? 0) >= atLeast;
      if (!isEnough) terminal.errors.write(`${say.tooFew(accuracy, atLeast)}\n`);
      const isSafe = result.safety === null || result.safety.holds;
      return isEnough && isSafe ? exitCodes.done : exitCodes.failed;
    }),
});

/** One line that is written over; nothing where no one watches. */
function showParts({ errors, words }: Terminal): (done: number, parts: number) => void {
  if (errors.isTTY !== true) return () => undefined;
  return (done, parts) => {
    const line = done === parts ? "" : qualityWords(words.locale).part(done, parts);
    errors.write(`\r\u001b[K${line}`);
  };
}
