import { buildCommand } from "@stricli/core";
import type { PromotedNegative } from "#shared/contracts/promotion.ts";
import { acceptNearMisses, lintFiles } from "../../orchestrator/quality/tools/lint.ts";
import type { LintResult } from "../../orchestrator/quality/tools/results.ts";
import { docs, help, type JsonFlag, jsonFlag, maybeWord, yesOption } from "../command.ts";
import { showLint } from "../show-diff.ts";
import { askEach, atTheFiles, type ExitCode, exitCodes, type Terminal } from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";

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
  const { output } = terminal;
  const { say } = terminal.words;
  if (result.findings.every(({ proposed }) => proposed === undefined)) {
    output.write(`${say("lint.none_proposed")}\n`);
    return exitCodes.done;
  }
  const negatives = await askNearMisses(result, terminal);
  if (negatives.length === 0) return exitCodes.done;
  const { file } = await acceptNearMisses(negatives, process.env);
  output.write(`${say("lint.accepted", { count: negatives.length, file })}\n`);
  return exitCodes.done;
}

/** Asks about each sentence that lint proposes. */
const askNearMisses = (
  { findings }: LintResult,
  terminal: Terminal,
): Promise<PromotedNegative[]> => {
  const { say } = terminal.words;
  const groups = findings.flatMap(({ domain, goal, proposed = [] }) =>
    goal === null || proposed.length === 0
      ? []
      : {
          title: `${domain}.${goal}`,
          question: say("lint.is_other", { goal }),
          sentences: proposed.map(({ locale, text }) => ({
            text,
            of: { domain, goal, locale, text },
          })),
        },
  );
  return askEach(groups, say("lint.legend"), terminal);
};
