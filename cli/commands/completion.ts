import { defineCommand } from "citty";
import { bashScript } from "../completion/bash.ts";
import { fishScript } from "../completion/fish.ts";
import { pagesOf } from "../completion/pages.ts";
import { zshScript } from "../completion/zsh.ts";
import type { Command } from "../find-command.ts";
import { said } from "../said.ts";
import { exitCodes } from "../terminal.ts";

const scripts = new Map([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
]);

/** The command over the whole tree, which it is itself a part of. */
export const completionOf = (tree: () => Command) =>
  defineCommand({
    meta: {
      name: "completion",
      description: said({
        "pt-BR": "Escreve o que faz o seu shell completar comandos e opções",
        en: "Print what makes your shell complete commands and options",
      }),
    },
    args: {
      shell: {
        type: "positional",
        description: [...scripts.keys()].join(", "),
        valueHint: [...scripts.keys()].join("|"),
        required: true,
      },
    },
    async run({ args }) {
      const script = scripts.get(args.shell);
      if (script === undefined) {
        const known = [...scripts.keys()].join(", ");
        process.stderr.write(
          `${said({ "pt-BR": `Só há para ${known}.`, en: `There is one for ${known} only.` })}\n`,
        );
        process.exitCode = exitCodes.cannot;
        return;
      }
      process.stdout.write(script(await pagesOf(tree())));
    },
  });
