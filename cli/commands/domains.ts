import { defineCommand } from "citty";
import { atTheDoor, doorArgs } from "../at-the-door.ts";
import { said } from "../said.ts";
import { showDomains } from "../show-domains.ts";
import { exitCodes } from "../terminal.ts";

export const domainsCommand = defineCommand({
  meta: {
    name: "domains",
    description: said({
      "pt-BR": "Lista os domínios e como estão",
      en: "List the domains and how they are",
    }),
  },
  args: doorArgs,
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const listed = await door.domains(signal);
      const shown = args.json ? JSON.stringify(listed) : showDomains(listed, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
