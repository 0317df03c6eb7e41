import { defineCommand } from "citty";
import { lintFiles } from "../../orchestrator/tools/lint.ts";
import { atTheFiles } from "../at-the-files.ts";
import { showLint } from "../show-lint.ts";
import { exitCodes } from "../terminal.ts";

export const lintCommand = defineCommand({
  meta: { name: "lint", description: "Show what is wrong with manifests, and the way out" },
  args: {
    target: {
      type: "positional",
      description:
        "A domain of the bootstrap file, or a manifest's file or folder; all when absent",
      required: false,
    },
    json: { type: "boolean", description: "Print the findings as JSON", default: false },
  },
  run: ({ args }) =>
    atTheFiles(async (terminal) => {
      const result = await lintFiles(args.target, process.env);
      terminal.output.write(
        `${args.json ? JSON.stringify(result, null, 1) : showLint(result, terminal)}\n`,
      );
      const broken = result.findings.some(({ level }) => level === "error");
      return broken || result.missing.length > 0 ? exitCodes.failed : exitCodes.done;
    }),
});
