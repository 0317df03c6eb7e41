import type { EvalResult } from "../orchestrator/tools/eval.ts";
import { type QualityWords, qualityWords } from "./quality-words.ts";
import { table } from "./table.ts";
import { printable, type Terminal } from "./terminal.ts";

const MOST_PAIRS = 12;

type Scores = EvalResult["evaluation"]["scores"];

/** An evaluation for people: the whole, each language, each goal, how far confidence is to be believed, who is confused. */
export function showEval(result: EvalResult, { paint, words }: Terminal): string {
  const say = qualityWords(words.locale);
  const { of, goals, examples, speed, evaluation, near_misses } = result;
  const { scores, locales } = evaluation;
  const name =
    of.kind === "pack"
      ? say.pack(of.name, of.shots)
      : of.manifests.map(({ domain }) => domain).join(", ");
  const decimals = (value: number, digits: number) =>
    value.toLocaleString(words.locale, { maximumFractionDigits: digits });
  const groups: [string, Scores][] = [
    [say.all, scores],
    ...locales.map((each): [string, Scores] => [each.locale, each.scores]),
  ];
  return [
    `${paint.bold(printable(name))}  ${say.goalsAndExamples(goals, examples)}`,
    ...(of.kind === "catalogue" ? [paint.dim(say.folds(of.folds, of.exact))] : []),
    ...(of.kind === "catalogue"
      ? of.missing.map(({ domain, reason }) => paint.yellow(printable(say.missing(domain, reason))))
      : []),
    "",
    ...table(groups.map(([group, each]) => [paint.bold(group), ...summary(each, say)])),
    "",
    ...gateTable(groups, say, paint),
    ...(near_misses === null || near_misses.sentences === 0
      ? []
      : [
          "",
          `${say.nearMisses(near_misses.sentences)} ${near_misses.gates
            .map(({ threshold, coverage }) => `${say.percent(coverage)} (${threshold})`)
            .join(", ")}`,
        ]),
    ...(of.kind === "catalogue" ? ["", ...goalTable(result, say, paint)] : []),
    "",
    paint.bold(say.reliability),
    ...indented(
      table(
        [
          say.reliabilityColumns,
          ...evaluation.reliability.map(({ from, to, sentences, confidence, right }) => [
            `${from}-${to}`,
            say.count(sentences),
            say.percent(confidence),
            say.percent(right),
          ]),
        ],
        1,
      ),
    ),
    ...confusions(result, say, paint),
    "",
    say.speed(
      decimals(speed.load_ms, 0),
      decimals(speed.sentence_ms.p50, 3),
      decimals(speed.sentence_ms.p99, 2),
      decimals(speed.memory_mb, 1),
    ),
  ].join("\n");
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const summary = (scores: Scores, say: QualityWords): string[] => [
  `${say.accuracy} ${say.percent(scores.accuracy)}`,
  `ECE ${scores.ece?.toFixed(3) ?? "-"}`,
  ...(scores.auroc === null ? [] : [`AUROC ${scores.auroc.toFixed(3)}`]),
  ...(scores.entity_f1 === null
    ? []
    : [
        `${say.entityF1} ${say.percent(scores.entity_f1)}`,
        `${say.exactFrames} ${say.percent(scores.exact_frames)}`,
      ]),
];

function gateTable(
  groups: readonly [string, Scores][],
  say: QualityWords,
  paint: Terminal["paint"],
): string[] {
  const [gate, ...columns] = say.gateColumns;
  return table(
    [
      ["", paint.bold(gate), ...columns.map((column) => paint.bold(column))],
      ...groups.flatMap(([group, { gates }]) =>
        gates.map((each, at) => [
          at === 0 ? paint.bold(group) : "",
          each.threshold.toFixed(2),
          say.percent(each.coverage),
          say.percent(each.precision),
          say.percent(each.in_scope_coverage),
          say.percent(each.in_scope_precision),
          say.percent(each.false_accepts),
        ]),
      ),
    ],
    1,
  );
}

const goalTable = (
  { evaluation }: EvalResult,
  say: QualityWords,
  paint: Terminal["paint"],
): string[] =>
  table(
    [
      say.goalColumns.map((column) => paint.bold(column)),
      ...evaluation.goals.map(({ goal, locale, sentences, accuracy, coverage, precision }) => [
        goal,
        locale,
        say.count(sentences),
        say.percent(accuracy),
        say.percent(coverage),
        say.percent(precision),
      ]),
    ],
    2,
  );

function confusions(
  { evaluation }: EvalResult,
  say: QualityWords,
  paint: Terminal["paint"],
): string[] {
  const pairs = evaluation.confusable;
  if (pairs.length === 0) return [];
  return [
    "",
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
  ];
}
