import { buildCommand } from "@stricli/core";
import { evaluateCatalogue, evaluatePack, SHOTS } from "../../orchestrator/quality/tools/eval.ts";
import { atTheFiles } from "../at-the-files.ts";
import { docs, fileOption, type JsonFlag, jsonFlag, option, yesOption } from "../command.ts";
import { help } from "../help-words.ts";
import { qualityWords } from "../quality-words.ts";
import { showEval } from "../show-eval.ts";
import { exitCodes, type Terminal } from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";

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
  docs: docs(help.eval, ["npx regente eval", "npx regente eval --at-least=0.9"]),
  parameters: {
    flags: {
      pack: fileOption(help.evalPack, "FOLDER"),
      shots: { kind: "enum", values: SHOTS, brief: help.evalShots, default: "k20" },
      folds: option(help.evalFolds, "20"),
      "at-least": option(help.evalAtLeast, "0.9"),
      "every-variant": yesOption(help.evalEveryVariant),
      predictions: fileOption(help.evalPredictions, "FILE"),
      anew: yesOption(help.evalAnew),
      ...jsonFlag,
    },
  },
  func: (flags: EvalFlags) =>
    atTheFiles(async (terminal) => {
      const say = qualityWords(terminal.words.locale);
      const folds = flags.folds === undefined ? undefined : Number(flags.folds);
      if (folds !== undefined && !(Number.isInteger(folds) && folds >= 2 && folds <= 10_000)) {
        terminal.errors.write(`${say.wrongFolds(flags.folds ?? "")}\n`);
        return exitCodes.cannot;
      }
      const atLeast = Number(flags["at-least"] ?? 0);
      if (!(atLeast >= 0 && atLeast <= 1)) {
        terminal.errors.write(`${say.wrongShare(flags["at-least"] ?? "")}\n`);
        return exitCodes.cannot;
      }
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
      const { accuracy } = result.evaluation.scores;
      const isEnough = (accuracy ?? 0) >= atLeast;
      if (!isEnough) terminal.errors.write(`${say.tooFew(accuracy, atLeast)}\n`);
      const isSafe = result.safety === null || result.safety.holds;
      return isEnough && isSafe ? exitCodes.done : exitCodes.failed;
    }),
});

/** One line that is written over; nothing where no one watches. */
function showParts({ errors, words }: Terminal): (done: number, parts: number) => void {
  if (errors.isTTY !== true) return () => undefined;
  return (done, parts) => {
    const line = done === parts ? "" : qualityWords(words.locale).part(done, parts);
    errors.write(`\r\u001b[K${line}`);
  };
}
