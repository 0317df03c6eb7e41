import { defineCommand } from "citty";
import { lintFiles } from "../../orchestrator/quality/tools/lint.ts";
import { atTheFiles, jsonArg } from "../at-the-files.ts";
import { said } from "../said.ts";
import { showLint } from "../show-lint.ts";
import { exitCodes } from "../terminal.ts";

export const lintCommand = defineCommand({
  meta: {
    name: "lint",
    description: said({
      "pt-BR": "Mostra o que há de errado nos manifestos, e a saída",
      en: "Show what is wrong with manifests, and the way out",
    }),
  },
  args: {
    target: {
      type: "positional",
      description: said({
        "pt-BR": "Um domínio, ou o arquivo ou a pasta de um manifesto; todos quando ausente",
        en: "A domain, or a manifest's file or folder; all when absent",
      }),
      required: false,
    },
    json: jsonArg,
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
