import { buildCommand, buildRouteMap } from "@stricli/core";
import {
  type DomainStatus,
  type DomainsResponse,
  domainStatus,
} from "#shared/contracts/endpoints.ts";
import { inLocale } from "#shared/contracts/names.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { docs, type ServerFlags, serverFlags, word } from "../command.ts";
import { help } from "../help-words.ts";
import { exitCodes, printable, type Terminal } from "../terminal.ts";
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
    nothing: (name: string) => `Nada do domínio ${name} espera por aprovação.`,
    approved: (name: string, version: string) => `${name} ${version} foi aprovado e está valendo:`,
  },
  en: {
    nothing: (name: string) => `Nothing of the domain ${name} waits for approval.`,
    approved: (name: string, version: string) => `${name} ${version} is approved and in force:`,
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

const MARKS = { up: "●", manifest_only: "●", down: "○", joining: "○", refused: "✗" } as const;

/** The domains as a table: state, name, version, how much each can do, and what is wrong. */
export function showDomains({ domains }: DomainsResponse, terminal: Terminal): string {
  const { paint, words } = terminal;
  if (domains.length === 0) return words.noDomains;
  const colours = {
    up: paint.green,
    manifest_only: paint.green,
    down: paint.yellow,
    joining: paint.yellow,
    refused: paint.red,
  };
  const rows = domains.map((domain) => [
    domain.name,
    words.domainStates[domain.state],
    domain.version ?? "-",
    about(domain, terminal),
  ]);
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows
    .map((row, at) => {
      const state = domains[at]?.state ?? "down";
      const cells = row.map((cell, column) => printable(cell).padEnd(widths[column] ?? 0));
      return `${colours[state](MARKS[state])} ${cells.join("  ").trimEnd()}`;
    })
    .join("\n");
}

/** What is wrong, else what it is for. */
function about(
  { problem, problem_reason, description, url }: DomainStatus,
  { words }: Terminal,
): string {
  if (problem !== null) return whyIn(words.locale, problem_reason ?? problem, problem);
  const described = description === null ? undefined : inLocale(description, words.locale);
  return described ?? url ?? "";
}
