import { defineCommand } from "citty";
import {
  evaluateCatalogue,
  evaluatePack,
  SHOTS,
  type Shots,
} from "../../orchestrator/tools/eval.ts";
import { atTheFiles } from "../at-the-files.ts";
import { qualityWords } from "../quality-words.ts";
import { showEval } from "../show-eval.ts";
import { exitCodes, type Terminal } from "../terminal.ts";

export const evalCommand = defineCommand({
  meta: {
    name: "eval",
    description: "Measure how well sentences are understood: of the manifests, or of a pack",
  },
  args: {
    pack: {
      type: "string",
      description: "Folder with manifest.k5|k10|k20.json and test.jsonl",
      valueHint: "DIR",
    },
    shots: {
      type: "string",
      description: "How many examples a goal has in the pack: k5, k10 or k20",
      default: "k20",
    },
    folds: {
      type: "string",
      description: "Without a pack: in how many turns the examples are left out; 20",
      valueHint: "N",
    },
    predictions: {
      type: "string",
      description: "Write what was made of each sentence to this file, a JSON object a line",
      valueHint: "FILE",
    },
    json: { type: "boolean", description: "Print everything as JSON", default: false },
  },
  run: ({ args }) =>
    atTheFiles(async (terminal) => {
      const say = qualityWords(terminal.words.locale);
      const refuse = (why: string) => {
        terminal.errors.write(`${why}\n`);
        return exitCodes.cannot;
      };
      if (!isShots(args.shots)) return refuse(say.wrongShots(args.shots));
      const folds = args.folds === undefined ? undefined : Number(args.folds);
      if (folds !== undefined && !(Number.isInteger(folds) && folds >= 2 && folds <= 10_000))
        return refuse(say.wrongFolds(args.folds ?? ""));
      const result =
        args.pack === undefined
          ? await evaluateCatalogue(process.env, {
              folds,
              predictionsFile: args.predictions,
              onFold: showFolds(terminal),
            })
          : await evaluatePack(args.pack, args.shots, args.predictions);
      terminal.output.write(
        `${args.json ? JSON.stringify(result, null, 1) : showEval(result, terminal)}\n`,
      );
      return exitCodes.done;
    }),
});

const isShots = (text: string): text is Shots => SHOTS.some((each) => each === text);

/** One line that is written over; nothing where nobody watches. */
function showFolds({ errors, words }: Terminal): (done: number, folds: number) => void {
  if (errors.isTTY !== true) return () => undefined;
  return (done, folds) => {
    const line = done === folds ? "" : qualityWords(words.locale).fold(done, folds);
    errors.write(`\r\u001b[K${line}`);
  };
}
