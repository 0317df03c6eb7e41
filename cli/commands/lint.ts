import { buildCommand } from "@stricli/core";
import { acceptNearMisses, lintFiles } from "../../orchestrator/quality/tools/lint.ts";
import type { LintResult } from "../../orchestrator/quality/tools/results.ts";
import { askNearMisses, nearMissWords } from "../ask-near-misses.ts";
import { atTheFiles } from "../at-the-files.ts";
import { docs, type JsonFlag, jsonFlag, maybeWord, yesOption } from "../command.ts";
import { help } from "../help-words.ts";
import { showLint } from "../show-lint.ts";
import { type ExitCode, exitCodes, type Terminal } from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";

export const lintCommand = buildCommand({
  docs: docs(help.lint, ["npx regente lint", "npx regente lint finance --accept"]),
  parameters: {
    flags: { ...jsonFlag, accept: yesOption(help.lintAccept) },
    positional: maybeWord(help.lintTarget, "TARGET"),
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
