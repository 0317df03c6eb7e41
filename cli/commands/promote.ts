import { defineCommand } from "citty";
import {
  proposalAccepted,
  proposalRejected,
  proposalsResponse,
} from "#shared/contracts/promotion.ts";
import { atTheDoor, doorArgs } from "../at-the-door.ts";
import { showProposals } from "../promote/show-proposals.ts";
import { wordsFor } from "../promote/words.ts";
import { said } from "../said.ts";
import { exitCodes, printable } from "../terminal.ts";

const PROMOTIONS = "/v1/promotions";

const list = defineCommand({
  meta: {
    name: "list",
    description: said({
      "pt-BR": "Lista as frases que podem virar exemplo do seu objetivo",
      en: "List the sentences that may become examples of their goals",
    }),
  },
  args: doorArgs,
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const listed = await door.get(PROMOTIONS, proposalsResponse, signal);
      const shown = args.json ? JSON.stringify(listed) : showProposals(listed, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});

const id = {
  type: "positional",
  description: said({ "pt-BR": "A frase, pelo id da lista", en: "The sentence, by its id" }),
  required: true,
} as const;

const accept = defineCommand({
  meta: {
    name: "accept",
    description: said({
      "pt-BR": "Faz da frase um exemplo, se nenhuma outra mudar de rumo",
      en: "Make the sentence an example, unless it leads others elsewhere",
    }),
  },
  args: {
    id,
    as: {
      type: "string",
      description: said({
        "pt-BR": "Como o exemplo deve ficar, com as entidades marcadas",
        en: "How the example is to read, with its entities marked",
      }),
      valueHint: "[tugs](kind:TUG) in [Recife](port_text)",
    },
    ...doorArgs,
  },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const words = wordsFor(terminal.words.locale);
      if (!args.json) terminal.errors.write(`${terminal.paint.dim(words.judging)}\n`);
      const path = `${PROMOTIONS}/${encodeURIComponent(args.id)}/accept`;
      const body = args.as === undefined ? {} : { example: args.as };
      const taken = await door.post(path, body, proposalAccepted, signal);
      const told = `${words.accepted(`${taken.domain}.${taken.goal}`)}\n${taken.example}`;
      terminal.output.write(`${args.json ? JSON.stringify(taken) : printable(told)}\n`);
      return exitCodes.done;
    }),
});

const reject = defineCommand({
  meta: {
    name: "reject",
    description: said({
      "pt-BR": "Apaga a frase; ela não é proposta de novo",
      en: "Delete the sentence; it is not proposed again",
    }),
  },
  args: { id, ...doorArgs },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const path = `${PROMOTIONS}/${encodeURIComponent(args.id)}/reject`;
      const done = await door.post(path, {}, proposalRejected, signal);
      const told = wordsFor(terminal.words.locale).rejected;
      terminal.output.write(`${args.json ? JSON.stringify(done) : told}\n`);
      return exitCodes.done;
    }),
});

export const promoteCommand = defineCommand({
  meta: {
    name: "promote",
    description: said({
      "pt-BR":
        "Frases que só um modelo ou uma pergunta esclareceu: viram exemplos e passam a custar zero tokens",
      en: "Sentences that only a model or a question made clear: as examples they cost zero tokens",
    }),
  },
  default: "list",
  subCommands: { list, accept, reject },
});
