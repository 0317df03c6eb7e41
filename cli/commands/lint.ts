import { buildCommand } from "@stricli/core";
import { lintFiles } from "../../orchestrator/quality/tools/lint.ts";
import { atTheFiles } from "../at-the-files.ts";
import { docs, type JsonFlag, jsonFlag, maybeWord } from "../command.ts";
import { help } from "../help-words.ts";
import { showLint } from "../show-lint.ts";
import { exitCodes } from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";

export const lintCommand = buildCommand({
  docs: docs(help.lint, ["npx regente lint", "npx regente lint --json"]),
  parameters: { flags: jsonFlag, positional: maybeWord(help.lintTarget, "TARGET") },
  func: ({ json }: JsonFlag, target?: string) =>
    atTheFiles(async (terminal) => {
      const result = await lintFiles(target, process.env, learntFolder);
      terminal.output.write(
        `${json ? JSON.stringify(result, null, 1) : showLint(result, terminal)}\n`,
      );
      const broken = result.findings.some(({ level }) => level === "error");
      return broken || result.missing.length > 0 ? exitCodes.failed : exitCodes.done;
    }),
});
