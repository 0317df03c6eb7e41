import { buildCommand } from "@stricli/core";
import { docs } from "../command.ts";
import { completionScript, shells } from "../completion-script.ts";
import { help } from "../help-words.ts";
import { exitCodes, openTerminal } from "../terminal.ts";

const WORDS = {
  "pt-BR": (known: string) => `Só há para ${known}.`,
  en: (known: string) => `There is one for ${known} only.`,
};

export const completionCommand = buildCommand({
  docs: docs(help.completion, [
    'regente() { npx regente "$@"; }',
    "npx regente completion bash >> ~/.bashrc",
    "npx regente completion zsh > ~/.zfunc/_regente",
    "npx regente completion fish > ~/.config/fish/completions/regente.fish",
  ]),
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        {
          brief: help.completionShell,
          placeholder: "SHELL",
          parse: String,
          proposeCompletions: () => shells,
        },
      ],
    },
  },
  func(_flags: object, asked: string) {
    const { output, errors, words } = openTerminal(
      process.env,
      process.stdin,
      process.stdout,
      process.stderr,
    );
    const shell = shells.find((each) => each === asked);
    if (shell === undefined) {
      errors.write(`${WORDS[words.locale](shells.join(", "))}\n`);
      process.exitCode = exitCodes.cannot;
      return;
    }
    output.write(completionScript(shell, [process.execPath, process.argv[1] ?? "regente"]));
  },
});
