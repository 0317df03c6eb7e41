import { buildCommand } from "@stricli/core";
import { type DiffPolicy, diffPolicy } from "#shared/contracts/routing.ts";
import { diffCandidate } from "../../orchestrator/quality/tools/diff.ts";
import { docs, fileOption, help, type JsonFlag, jsonFlag, word } from "../command.ts";
import { showDiff } from "../show-diff.ts";
import { atTheFiles, exitCodes } from "../terminal.ts";
import { learntFolder } from "../up/built-file.ts";

type DiffFlags = JsonFlag & { base?: string; policy: DiffPolicy };

export const diffCommand = buildCommand({
  docs: docs(help("diff.brief"), [
    "npx regente diff domains/finance",
    "npx regente diff domains/finance --json",
  ]),
  parameters: {
    flags: {
      base: fileOption(help("diff.base"), "FILE"),
      policy: {
        kind: "enum",
        values: diffPolicy.options,
        brief: help("diff.policy"),
        default: "hold",
      },
      ...jsonFlag,
    },
    positional: word(help("diff.candidate"), "CANDIDATE"),
  },
  func: ({ base, policy, json }: DiffFlags, candidate: string) =>
    atTheFiles(async (terminal) => {
      const result = await diffCandidate(candidate, base, process.env, learntFolder);
      terminal.output.write(
        `${json ? JSON.stringify(result, null, 1) : showDiff(result, terminal)}\n`,
      );
      return policy === "hold" && result.surprises > 0 ? exitCodes.failed : exitCodes.done;
    }),
});
