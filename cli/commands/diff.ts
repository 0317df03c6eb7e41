import { defineCommand } from "citty";
import { diffPolicy } from "#shared/contracts/routing.ts";
import { diffCandidate } from "../../orchestrator/tools/diff.ts";
import { atTheFiles } from "../at-the-files.ts";
import { qualityWords } from "../quality-words.ts";
import { showDiff } from "../show-diff.ts";
import { exitCodes } from "../terminal.ts";

export const diffCommand = defineCommand({
  meta: {
    name: "diff",
    description: "Show what a changed manifest would change for every known sentence",
  },
  args: {
    candidate: {
      type: "positional",
      description: "A manifest's file or folder, or another bootstrap file",
      required: true,
    },
    base: {
      type: "string",
      description: "Compare with the files of this bootstrap file instead of what is running",
      valueHint: "FILE",
    },
    policy: {
      type: "string",
      description: "hold: unexpected changes end with 1; warn and accept: they do not",
      default: "hold",
    },
    json: { type: "boolean", description: "Print the whole comparison as JSON", default: false },
  },
  run: ({ args }) =>
    atTheFiles(async (terminal) => {
      const policy = diffPolicy.safeParse(args.policy).data;
      if (policy === undefined) {
        terminal.errors.write(`${qualityWords(terminal.words.locale).wrongPolicy(args.policy)}\n`);
        return exitCodes.cannot;
      }
      const result = await diffCandidate(args.candidate, args.base, process.env);
      terminal.output.write(
        `${args.json ? JSON.stringify(result, null, 1) : showDiff(result, terminal)}\n`,
      );
      return policy === "hold" && result.surprises > 0 ? exitCodes.failed : exitCodes.done;
    }),
});
