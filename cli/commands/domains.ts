import { buildCommand, buildRouteMap } from "@stricli/core";
import { domainStatus } from "#shared/contracts/endpoints.ts";
import { docs, type ServerFlags, serverFlags, word } from "../command.ts";
import { help } from "../help-words.ts";
import { showDomains } from "../show-domains.ts";
import { exitCodes, printable } from "../terminal.ts";
import { withClient } from "../with-client.ts";
import { domainKeyCommand } from "./domain-key.ts";

const list = buildCommand({
  docs: docs(help.domainsList, ["npx regente domains", "npx regente domains list --json"]),
  parameters: { flags: serverFlags },
  func: ({ url, json }: ServerFlags) =>
    withClient(url, async (client, terminal, signal) => {
      const listed = await client.domains(signal);
      const shown = json ? JSON.stringify(listed) : showDomains(listed, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});

const WORDS = {
  "pt-BR": {
    nothing: (name: string) => `Nada do domínio ${name} aguarda aprovação.`,
    approved: (name: string, version: string) => `${name} ${version} foi aprovado e está ativo:`,
  },
  en: {
    nothing: (name: string) => `Nothing of the domain ${name} is waiting for approval.`,
    approved: (name: string, version: string) => `${name} ${version} is approved and active:`,
  },
} as const;

const approve = buildCommand({
  docs: docs(help.domainsApprove, ["npx regente domains approve weather"]),
  parameters: { flags: serverFlags, positional: word(help.domainsName, "NAME") },
  func: ({ url, json }: ServerFlags, name: string) =>
    withClient(url, async (client, terminal, signal) => {
      const { output, errors, paint } = terminal;
      const words = WORDS[terminal.words.locale];
      const path = `/v1/domains/${encodeURIComponent(name)}`;
      const { held } = await client.get(path, domainStatus, signal);
      if (held === undefined) {
        errors.write(`${paint.red(printable(words.nothing(name)))}\n`);
        return exitCodes.failed;
      }
      // What was shown is what is approved: a manifest that changes meanwhile has another digest.
      const { digest, version, changes } = held;
      const taken = await client.post(`${path}/approve`, { digest }, domainStatus, signal);
      const told = [words.approved(name, version), ...changes.map((each) => `- ${each}`)];
      output.write(`${json ? JSON.stringify(taken) : printable(told.join("\n"))}\n`);
      return exitCodes.done;
    }),
});

export const domainsCommand = buildRouteMap({
  docs: docs(help.domains, ["npx regente domains", "npx regente domains approve weather"]),
  routes: { list, approve, key: domainKeyCommand },
});
