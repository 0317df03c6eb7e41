import { buildCommand } from "@stricli/core";
import { evaluateCatalogue, evaluatePack, SHOTS } from "../../orchestrator/quality/tools/eval.ts";
import type { EvalResult } from "../../orchestrator/quality/tools/results.ts";
import { docs, fileOption, help, type JsonFlag, jsonFlag, option, yesOption } from "../command.ts";
import {
  atTheFiles,
  cannot,
  columnsOf,
  exitCodes,
  printable,
  showTable,
  type Terminal,
  type Words,
} from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";
import { whyEvalFails } from "../why-eval-fails.ts";

const MOST_PAIRS = 12;
const MOST_FINDINGS = 20;

/** Columns of figures, by the ends of their codes. */
const SAID = ["sentences", "right", "asked", "wrong"] as const;
const GATE = [
  ...(["gate", "acts", "rightly", "in_mix"] as const),
  ...(["in_scope_acts", "in_scope_rightly", "false_accepts"] as const),
];
const GOAL = ["examples", "accuracy", "acts", "rightly"] as const;
const RELIABILITY = ["sentences", "average", "right"] as const;

type Scores = EvalResult["evaluation"]["scores"];

/** An evaluation for people: the whole, each language and goal, how far confidence is to be believed, and who is confused. */
export function showEval(result: EvalResult, terminal: Terminal): string {
  const { words } = terminal;
  const { of, evaluation } = result;
  const groups: [string, Scores][] = [
    [words.say("eval.all"), evaluation.scores],
    ...evaluation.locales.map(({ locale, scores }): [string, Scores] => [locale, scores]),
  ];
  return [
    heading(result, words, terminal),
    asSaid(result, words, terminal),
    groups.map(([name, scores]) => summary(name, scores, words)).join("\n"),
    gateTable(groups, words, terminal),
    [effects(result, words), joined(result, words), typos(result, words), nearMisses(result, words)]
      .filter((line) => line !== "")
      .join("\n"),
    ...safety(result, words, terminal),
    of.kind === "catalogue" ? goalTable(result, words, terminal) : "",
    reliabilityTable(result, words, terminal),
    confusions(result, words, terminal),
    speed(result, words),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function heading(
  { of, goals, examples, kept_since }: EvalResult,
  words: Words,
  { paint }: Terminal,
): string {
  const counts = words.say("eval.goals_and_examples", {
    goals: words.count(goals),
    examples: words.count(examples),
  });
  if (of.kind === "pack")
    return `${paint.bold(printable(words.say("eval.pack", { name: of.name, shots: of.shots })))}: ${counts}`;
  const names = of.manifests.map(({ domain }) => domain).join(", ");
  return [
    `${paint.bold(names)}: ${counts}`,
    paint.dim(
      of.exact ? words.say("eval.exact_folds") : words.say("eval.folds", { count: of.folds }),
    ),
    ...(kept_since === undefined
      ? []
      : [paint.dim(words.say("eval.kept_since", { at: kept_since }))]),
    ...of.missing.map(({ domain, reason }) =>
      paint.yellow(printable(words.say("left_out", { domain, why: reason }))),
    ),
  ].join("\n");
}

/** What users will see, which comes first: how much is right at once, and in which ways of saying it less is. */
function asSaid({ as_said }: EvalResult, words: Words, terminal: Terminal): string {
  if (as_said === null || as_said.sentences === 0) return "";
  const [from, to] = as_said.right_between ?? [null, null];
  const line = words.say("eval.as_said", {
    right: words.percent(as_said.right),
    between: `${words.percent(from)} - ${words.percent(to)}`,
    wrong: words.percent(as_said.wrong),
  });
  const table = showTable(
    columnsOf(
      [""],
      SAID.map((each) => words.say(`eval.said_column.${each}`)),
    ),
    as_said.ways.map(({ way, sentences, right, asked, wrong }) => [
      words.say(`eval.way.${way}`),
      words.count(sentences),
      ...[right, asked, wrong].map((count) => words.percent(count / sentences)),
    ]),
    terminal,
  );
  const wrong = as_said.findings
    .slice(0, MOST_FINDINGS)
    .map(({ text, why }) => printable(`  "${text}"  ${why}`));
  return [terminal.paint.bold(line), table, ...wrong].join("\n");
}

const summary = (name: string, scores: Scores, words: Words): string =>
  [
    `${name}: ${words.say("eval.accuracy")} ${words.percent(scores.accuracy)}`,
    `ECE ${scores.ece?.toFixed(3) ?? "-"}`,
    ...(scores.auroc === null ? [] : [`AUROC ${scores.auroc.toFixed(3)}`]),
    ...(scores.entity_f1 === null
      ? []
      : [
          `${words.say("eval.entity_f1")} ${words.percent(scores.entity_f1)}`,
          `${words.say("eval.exact_frames")} ${words.percent(scores.exact_frames)}`,
        ]),
  ].join(" · ");

const gateTable = (groups: readonly [string, Scores][], words: Words, terminal: Terminal): string =>
  showTable(
    columnsOf(
      [""],
      GATE.map((each) => words.say(`eval.gate_column.${each}`)),
    ),
    groups.flatMap(([name, { gates }]) =>
      gates.map((gate, at) => [
        at === 0 ? name : "",
        gate.threshold.toFixed(2),
        words.percent(gate.coverage),
        precise(gate, words),
        words.percent(gate.precision_in_mix),
        words.percent(gate.in_scope_coverage),
        words.percent(gate.in_scope_precision),
        words.percent(gate.false_accepts),
      ]),
    ),
    terminal,
  );

/** A precision, and where the true one is. */
function precise({ precision, precision_between }: Scores["gates"][number], words: Words): string {
  if (precision_between === null) return words.percent(precision);
  const [from, to] = precision_between;
  return `${words.percent(precision)} (${words.percent(from)} - ${words.percent(to)})`;
}

function nearMisses({ near_misses }: EvalResult, words: Words): string {
  if (near_misses === null || near_misses.sentences === 0) return "";
  const shares = near_misses.gates.map(
    ({ threshold, coverage }) => `${words.percent(coverage)} (${threshold})`,
  );
  return `${words.say("eval.near_misses", { count: words.count(near_misses.sentences) })} ${shares.join(", ")}`;
}

function effects({ evaluation: { effects } }: EvalResult, words: Words): string {
  if (effects === null) return "";
  const { goals, coverage, precision } = effects;
  return words.say("eval.effects", {
    goals: words.count(goals),
    acts: words.percent(coverage),
    rightly: words.percent(precision),
  });
}

function joined({ joined: { sentences, gates } }: EvalResult, words: Words): string {
  if (sentences === 0) return "";
  const shares = gates.map(
    ({ threshold, swallowed, both }) =>
      `${words.percent(swallowed)} / ${words.percent(both)} (${threshold})`,
  );
  return `${words.say("eval.joined", { count: words.count(sentences) })} ${shares.join(", ")}`;
}

/** Each figure without typos and with them. */
function typos({ evaluation: { scores }, typos }: EvalResult, words: Words): string {
  const both = (without: number | null, withThem: number | null) =>
    `${words.percent(without)} → ${words.percent(withThem)}`;
  const gates = typos.gates.map((gate, at) => {
    const without = scores.gates[at];
    const acts = both(without?.in_scope_coverage ?? null, gate.in_scope_coverage);
    return `${acts}, ${words.percent(gate.precision)} (${gate.threshold})`;
  });
  return `${words.say("eval.typos", { accuracy: both(scores.accuracy, typos.accuracy) })} ${gates.join("; ")}`;
}

/** How many requests would be carried out that must not be, with the first of them, and the mirrors. */
function safety({ safety }: EvalResult, words: Words, terminal: Terminal): string[] {
  if (safety === null || safety.variants === 0) return [];
  const { variants, modifiers, findings, mirrors } = safety;
  const { dim } = terminal.paint;
  const rows = modifiers.map(({ modifier, variants: heard, would_act }) => [
    words.say(`eval.modifier.${modifier}`),
    words.count(heard),
    words.count(would_act),
  ]);
  const shown = [
    ...fewOf(findings, MOST_FINDINGS).map(
      ({ text, of, modifier }) =>
        `  "${printable(text)}" ${dim(words.say("eval.would_act", { goal: of, modifier: words.say(`eval.modifier.${modifier}`) }))}`,
    ),
    ...(findings.length > MOST_FINDINGS
      ? [`  ${words.say("more", { count: words.count(findings.length - MOST_FINDINGS) })}`]
      : []),
  ];
  const { sentences, right, share, wrong } = mirrors;
  const mirrored = [
    words.say("eval.mirrors", {
      right: words.count(right),
      count: words.count(sentences),
      share: words.percent(share),
    }),
    ...fewOf(wrong, MOST_PAIRS).map(({ text, goal }) => `  "${printable(text)}" ${dim(goal)}`),
  ];
  return [
    words.say("eval.safety", { count: words.count(variants) }),
    showTable(
      columnsOf(
        [words.say("eval.modifier_column.modifier")],
        [words.say("eval.modifier_column.sentences"), words.say("eval.modifier_column.would_act")],
      ),
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

const goalTable = ({ evaluation }: EvalResult, words: Words, terminal: Terminal): string =>
  showTable(
    columnsOf(
      [words.say("eval.goal_column.goal"), words.say("eval.goal_column.language")],
      GOAL.map((each) => words.say(`eval.goal_column.${each}`)),
    ),
    evaluation.goals.map(({ goal, locale, sentences, accuracy, coverage, precision }) => [
      goal,
      locale,
      words.count(sentences),
      words.percent(accuracy),
      words.percent(coverage),
      words.percent(precision),
    ]),
    terminal,
  );

const reliabilityTable = ({ evaluation }: EvalResult, words: Words, terminal: Terminal): string =>
  showTable(
    columnsOf(
      [words.say("eval.reliability_column.confidence")],
      RELIABILITY.map((each) => words.say(`eval.reliability_column.${each}`)),
    ),
    evaluation.reliability.map(({ from, to, sentences, confidence, right }) => [
      `${from}-${to}`,
      words.count(sentences),
      words.percent(confidence),
      words.percent(right),
    ]),
    terminal,
  );

function confusions({ evaluation }: EvalResult, words: Words, { paint }: Terminal): string {
  const pairs = evaluation.confusable;
  if (pairs.length === 0) return "";
  return [
    paint.bold(words.say("eval.confusable")),
    ...pairs
      .slice(0, MOST_PAIRS)
      .flatMap(({ goals, times, sentences }) => [
        `  ${words.count(times)} × ${goals.join(" / ")}`,
        ...sentences.map(
          ({ text, expected, found, confidence }) =>
            `      "${printable(text)}" ${paint.dim(words.say("eval.taken_for", { expected, found, confidence: words.percent(confidence) }))}`,
        ),
      ]),
    ...(pairs.length > MOST_PAIRS
      ? [`  ${words.say("more", { count: words.count(pairs.length - MOST_PAIRS) })}`]
      : []),
  ].join("\n");
}

function speed({ speed }: EvalResult, words: Words): string {
  const figure = (value: number, digits: number) =>
    value.toLocaleString(words.locale, { maximumFractionDigits: digits });
  return words.say("eval.speed", {
    cold: figure(speed.load_ms.cold, 0),
    warm: figure(speed.load_ms.warm, 0),
    median: figure(speed.sentence_ms.p50, 3),
    slowest: figure(speed.sentence_ms.p99, 2),
    megabytes: figure(speed.memory_mb, 1),
  });
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
      const { words } = terminal;
      const folds = flags.folds === undefined ? undefined : Number(flags.folds);
      if (folds !== undefined && !(Number.isInteger(folds) && folds >= 2 && folds <= 10_000))
        return cannot(terminal, words.say("eval.wrong_folds", { said: flags.folds ?? "" }));
      const atLeast = Number(flags["at-least"] ?? 0);
      if (!(atLeast >= 0 && atLeast <= 1))
        return cannot(terminal, words.say("eval.wrong_share", { said: flags["at-least"] ?? "" }));
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
      const why = whyEvalFails(result, atLeast, words);
      if (why.length > 0) terminal.errors.write(`${why.join("\n\n")}\n`);
      return why.length === 0 ? exitCodes.done : exitCodes.failed;
    }),
});

/** One line that is written over; nothing where no one watches. */
function showParts({ errors, words }: Terminal): (done: number, parts: number) => void {
  if (errors.isTTY !== true) return () => undefined;
  return (done, parts) => {
    const line = done === parts ? "" : words.say("eval.part", { done, count: parts });
    errors.write(`\r\u001b[K${line}`);
  };
}
