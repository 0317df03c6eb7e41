import { defineCommand } from "citty";
import { diffPolicy } from "#shared/contracts/routing.ts";
import { diffCandidate } from "../../orchestrator/quality/tools/diff.ts";
import { atTheFiles, jsonArg } from "../at-the-files.ts";
import { said } from "../said.ts";
import { showDiff } from "../show-diff.ts";
import { exitCodes } from "../terminal.ts";

export const diffCommand = defineCommand({
  meta: {
    name: "diff",
    description: said({
      "pt-BR": "Mostra o que um manifesto mudado mudaria em cada frase conhecida",
      en: "Show what a changed manifest would change for every known sentence",
    }),
  },
  args: {
    candidate: {
      type: "positional",
      description: said({
        "pt-BR": "O arquivo ou a pasta de um manifesto, ou outro arquivo de inicialização",
        en: "A manifest's file or folder, or another bootstrap file",
      }),
      required: true,
    },
    base: {
      type: "string",
      description: said({
        "pt-BR":
          "Compara com os arquivos deste arquivo de inicialização, e não com o que está no ar",
        en: "Compare with the files of this bootstrap file instead of what is running",
      }),
      valueHint: "FILE",
    },
    policy: {
      type: "enum",
      options: [...diffPolicy.options],
      description: said({
        "pt-BR": "hold: mudanças inesperadas terminam com 1; warn e accept: não",
        en: "hold: unexpected changes end with 1; warn and accept: they do not",
      }),
      default: "hold",
    },
    json: jsonArg,
  },
  run: ({ args }) =>
    atTheFiles(async (terminal) => {
      const result = await diffCandidate(args.candidate, args.base, process.env);
      terminal.output.write(
        `${args.json ? JSON.stringify(result, null, 1) : showDiff(result, terminal)}\n`,
      );
      return args.policy === "hold" && result.surprises > 0 ? exitCodes.failed : exitCodes.done;
    }),
});
