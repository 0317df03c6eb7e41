import { defineCommand } from "citty";
import { domainStatus } from "#shared/contracts/doors.ts";
import { atTheDoor, doorArgs } from "../at-the-door.ts";
import { said } from "../said.ts";
import { showDomains } from "../show-domains.ts";
import { exitCodes, printable } from "../terminal.ts";
import { domainKeyCommand } from "./domain-key.ts";

const list = defineCommand({
  meta: {
    name: "list",
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

const WORDS = {
  "pt-BR": {
    nothing: (name: string) => `Nada do domínio ${name} espera por aprovação.`,
    approved: (name: string, version: string) => `${name} ${version} foi aprovado e está valendo:`,
  },
  en: {
    nothing: (name: string) => `Nothing of the domain ${name} waits for approval.`,
    approved: (name: string, version: string) => `${name} ${version} is approved and in force:`,
  },
} as const;

const approve = defineCommand({
  meta: {
    name: "approve",
    description: said({
      "pt-BR": "Aceita o manifesto de um domínio que pede mais confiança do que antes",
      en: "Take the manifest of a domain that asks for more trust than before",
    }),
  },
  args: {
    name: {
      type: "positional",
      description: said({ "pt-BR": "O domínio", en: "The domain" }),
      required: true,
    },
    ...doorArgs,
  },
  run: ({ args }) =>
    atTheDoor(args.url, async (door, terminal, signal) => {
      const { output, errors, paint } = terminal;
      const words = WORDS[terminal.words.locale];
      const path = `/v1/domains/${encodeURIComponent(args.name)}`;
      const { held } = await door.get(path, domainStatus, signal);
      if (held === undefined) {
        errors.write(`${paint.red(printable(words.nothing(args.name)))}\n`);
        return exitCodes.failed;
      }
      // What was shown is what is approved: a manifest that changes meanwhile has another digest.
      const { digest, version, changes } = held;
      const taken = await door.post(`${path}/approve`, { digest }, domainStatus, signal);
      const told = [words.approved(args.name, version), ...changes.map((each) => `- ${each}`)];
      output.write(`${args.json ? JSON.stringify(taken) : printable(told.join("\n"))}\n`);
      return exitCodes.done;
    }),
});

export const domainsCommand = defineCommand({
  meta: {
    name: "domains",
    description: said({
      "pt-BR": "Os domínios: quais são, como estão, e o que um deles quer mudar",
      en: "The domains: which there are, how they are, and what one of them wants to change",
    }),
  },
  default: "list",
  subCommands: { list, approve, key: domainKeyCommand },
});
