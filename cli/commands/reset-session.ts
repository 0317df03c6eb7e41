import { defineCommand } from "citty";
import { sessionReset } from "#shared/contracts/native-doors.ts";
import { atTheDoor, doorArgs } from "../at-the-door.ts";
import { said } from "../said.ts";
import { exitCodes } from "../terminal.ts";

export const resetSessionCommand = defineCommand({
  meta: {
    name: "reset-session",
    description: said({
      "pt-BR": "Esquece o que foi dito em uma conversa; o que foi feito continua feito",
      en: "Forget what was said in a session; what was done stays done",
    }),
  },
  args: {
    session: {
      type: "positional",
      description: said({ "pt-BR": "A conversa", en: "The session" }),
      required: true,
    },
    ...doorArgs,
  },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const path = `/v1/sessions/${encodeURIComponent(args.session)}/reset`;
      const done = await door.post(path, {}, sessionReset, signal);
      const told = { "pt-BR": "A conversa foi esquecida.", en: "The session is forgotten." };
      const shown = args.json ? JSON.stringify(done) : told[terminal.words.locale];
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
