import { defineCommand } from "citty";
import { evaluateCatalogue, evaluatePack, SHOTS } from "../../orchestrator/quality/tools/eval.ts";
import { atTheFiles, jsonArg } from "../at-the-files.ts";
import { qualityWords } from "../quality-words.ts";
import { said } from "../said.ts";
import { showEval } from "../show-eval.ts";
import { exitCodes, type Terminal } from "../terminal.ts";

export const evalCommand = defineCommand({
  meta: {
    name: "eval",
    description: said({
      "pt-BR": "Mede quão bem as frases são entendidas: as dos manifestos, ou as de um pacote",
      en: "Measure how well sentences are understood: those of the manifests, or of a pack",
    }),
  },
  args: {
    pack: {
      type: "string",
      description: said({
        "pt-BR": "Pasta com manifest.k5|k10|k20.json e test.jsonl; sem ela, os manifestos",
        en: "Folder with manifest.k5|k10|k20.json and test.jsonl; the manifests when absent",
      }),
      valueHint: "DIR",
    },
    shots: {
      type: "enum",
      options: [...SHOTS],
      description: said({
        "pt-BR": "Quantos exemplos cada objetivo tem no pacote",
        en: "How many examples a goal has in the pack",
      }),
      default: "k20",
    },
    folds: {
      type: "string",
      description: said({
        "pt-BR": "Sem pacote: em quantas partes os exemplos são deixados de fora; 20",
        en: "Without a pack: in how many turns the examples are left out; 20",
      }),
      valueHint: "20",
    },
    "every-variant": {
      type: "boolean",
      description: said({
        "pt-BR":
          "Sem pacote: todas as formas de todos os pedidos com efeito, e não uma amostra; minutos",
        en: "Without a pack: every form of every request with an effect, not a sample; minutes",
      }),
    },
    predictions: {
      type: "string",
      description: said({
        "pt-BR": "Grava o que foi feito de cada frase neste arquivo, um objeto JSON por linha",
        en: "Write what was made of each sentence to this file, a JSON object a line",
      }),
      valueHint: "FILE",
    },
    json: jsonArg,
  },
  run: ({ args }) =>
    atTheFiles(async (terminal) => {
      const say = qualityWords(terminal.words.locale);
      const folds = args.folds === undefined ? undefined : Number(args.folds);
      if (folds !== undefined && !(Number.isInteger(folds) && folds >= 2 && folds <= 10_000)) {
        terminal.errors.write(`${say.wrongFolds(args.folds ?? "")}
`);
        return exitCodes.cannot;
      }
      const result =
        args.pack === undefined
          ? await evaluateCatalogue(process.env, {
              folds,
              predictionsFile: args.predictions,
              onFold: showFolds(terminal),
              everyVariant: args["every-variant"],
              onHeard: showHeard(terminal),
            })
          : await evaluatePack(args.pack, args.shots, args.predictions);
      if (terminal.errors.isTTY === true) terminal.errors.write("\r\u001b[K");
      terminal.output.write(
        `${args.json ? JSON.stringify(result, null, 1) : showEval(result, terminal)}\n`,
      );
      return result.safety === null || result.safety.holds ? exitCodes.done : exitCodes.failed;
    }),
});

/** One line that is written over; nothing where nobody watches. */
function showFolds({ errors, words }: Terminal): (done: number, folds: number) => void {
  if (errors.isTTY !== true) return () => undefined;
  return (done, folds) => {
    const line = done === folds ? "" : qualityWords(words.locale).fold(done, folds);
    errors.write(`\r\u001b[K${line}`);
  };
}

function showHeard({ errors, words }: Terminal): (heard: number) => void {
  if (errors.isTTY !== true) return () => undefined;
  return (heard) => errors.write(`\r\u001b[K${qualityWords(words.locale).heard(heard)}`);
}
