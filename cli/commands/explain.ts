import { defineCommand } from "citty";
import { atTheDoor, doorArgs } from "../at-the-door.ts";
import { said } from "../said.ts";
import { showExplain } from "../show-explain.ts";
import { exitCodes } from "../terminal.ts";
import { textOf } from "./ask.ts";

export const explainCommand = defineCommand({
  meta: {
    name: "explain",
    description: said({
      "pt-BR": "Mostra no que uma frase daria; nada é executado",
      en: "Show what a sentence would lead to; nothing is run",
    }),
  },
  args: {
    text: {
      type: "positional",
      description: said({
        "pt-BR": "A frase; sem ela, vem da entrada padrão",
        en: "The sentence; read from a pipe when absent",
      }),
      required: false,
    },
    session: {
      type: "string",
      description: said({
        "pt-BR": "Como se fosse dita nesta conversa",
        en: "As if said in this conversation",
      }),
      alias: "s",
    },
    ...doorArgs,
  },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const text = await textOf(args._, terminal);
      if (text === "") {
        terminal.errors.write(`${terminal.words.noText}\n`);
        return exitCodes.cannot;
      }
      const session = args.session === undefined ? {} : { session_id: args.session };
      const explained = await door.explain({ input_text: text, ...session }, signal);
      const shown = args.json ? JSON.stringify(explained) : showExplain(explained, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
