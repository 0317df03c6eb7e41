import { buildCommand } from "@stricli/core";
import type { Locale } from "#shared/contracts/names.ts";
import type { PromotedNegative } from "#shared/contracts/promotion.ts";
import { acceptNearMisses, lintFiles } from "../../orchestrator/quality/tools/lint.ts";
import type { LintResult } from "../../orchestrator/quality/tools/results.ts";
import { docs, type JsonFlag, jsonFlag, maybeWord, yesOption } from "../command.ts";
import { showLint } from "../show-diff.ts";
import { askEach, atTheFiles, type ExitCode, exitCodes, type Terminal } from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";
import { help } from "../words.ts";

export const lintCommand = buildCommand({
  docs: docs(help("lint.brief"), ["npx regente lint", "npx regente lint finance --accept"]),
  parameters: {
    flags: { ...jsonFlag, accept: yesOption(help("lint.accept")) },
    positional: maybeWord(help("lint.target"), "TARGET"),
  },
  func: ({ json, accept }: JsonFlag & { accept?: boolean }, target?: string) =>
    atTheFiles(async (terminal) => {
      const result = await lintFiles(target, process.env, learntFolder);
      if (accept === true) return acceptIn(result, terminal);
      terminal.output.write(
        `${json ? JSON.stringify(result, null, 1) : showLint(result, terminal)}\n`,
      );
      const broken = result.findings.some(({ level }) => level === "error");
      return broken || result.missing.length > 0 ? exitCodes.failed : exitCodes.done;
    }),
});

/** Near misses that lint proposes become the goals' own, where the operator says so. */
async function acceptIn(result: LintResult, terminal: Terminal): Promise<ExitCode> {
  const { output, words } = terminal;
  const { none, accepted } = nearMissWords(words.locale);
  if (result.findings.every(({ proposed }) => proposed === undefined)) {
    output.write(`${none}\n`);
    return exitCodes.done;
  }
  const negatives = await askNearMisses(result, terminal);
  if (negatives.length === 0) return exitCodes.done;
  const { file } = await acceptNearMisses(negatives, process.env);
  output.write(`${accepted(negatives.length, file)}\n`);
  return exitCodes.done;
}

const en = {
  isOther: (goal: string) => `Is this not a request for ${goal}?`,
  legend: "y: a near miss; n: leave it; a: this and the others of the goal; q: end",
  none: "No near misses are proposed.",
  accepted: (count: number, file: string) =>
    `${count} near misses were added to ${file}; a running Regente uses them at once.`,
};
const pt: typeof en = {
  isOther: (goal) => `Isto não é um pedido de ${goal}?`,
  legend: "s: não é, inclui em negatives; n: deixa; t: este e os outros do objetivo; q: termina",
  none: "Nenhum pedido parecido foi proposto.",
  accepted: (count, file) =>
    `${count} pedidos parecidos foram incluídos em ${file}; um Regente no ar já usa esses pedidos.`,
};
const WORDS: Readonly<Record<Locale, typeof en>> = { "pt-BR": pt, en };

const nearMissWords = (locale: Locale) => WORDS[locale];

/** Asks about each sentence that lint proposes. */
const askNearMisses = (
  { findings }: LintResult,
  terminal: Terminal,
): Promise<PromotedNegative[]> => {
  const { isOther, legend } = WORDS[terminal.words.locale];
  const groups = findings.flatMap(({ domain, goal, proposed = [] }) =>
    goal === null || proposed.length === 0
      ? []
      : {
          title: `${domain}.${goal}`,
          question: isOther(goal),
          sentences: proposed.map(({ locale, text }) => ({
            text,
            of: { domain, goal, locale, text },
          })),
        },
  );
  return askEach(groups, legend, terminal);
};
