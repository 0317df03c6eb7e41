import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildCommand, buildRouteMap } from "@stricli/core";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import {
  type DomainStatus,
  type DomainsResponse,
  domainStatus,
} from "#shared/contracts/endpoints.ts";
import { domainName, inLocale } from "#shared/contracts/names.ts";
import { domainKey, storedSecret } from "#shared/domain-secret/domain-secret.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { shown, withClient } from "../client.ts";
import {
  docs,
  help,
  type JsonFlag,
  jsonFlag,
  maybeWord,
  type ServerFlags,
  serverFlags,
  word,
  yesOption,
} from "../command.ts";
import {
  atTheFiles,
  cannot,
  dataFolderIn,
  exitCodes,
  printable,
  type Terminal,
  tell,
} from "../terminal.ts";

const list = buildCommand({
  docs: docs(help("domains.list"), ["npx regente domains", "npx regente domains list --json"]),
  parameters: { flags: serverFlags },
  func: shown((client, signal) => client.domains(signal), showDomains),
});

const approve = buildCommand({
  docs: docs(help("domains.approve"), ["npx regente domains approve weather"]),
  parameters: { flags: serverFlags, positional: word(help("domains.name"), "NAME") },
  func: ({ url, json }: ServerFlags, name: string) =>
    withClient(url, async (client, terminal, signal) => {
      const { say } = terminal.words;
      const path = `/v1/domains/${encodeURIComponent(name)}`;
      const { held } = await client.get(path, domainStatus, signal);
      if (held === undefined) {
        cannot(terminal, say("domains.nothing_waits", { name }));
        return exitCodes.failed;
      }
      // What was shown is what is approved: a manifest that changes meanwhile has another digest.
      const { digest, version, changes } = held;
      const taken = await client.post(`${path}/approve`, { digest }, domainStatus, signal);
      const told = [
        say("domains.approved", { name, version }),
        ...changes.map((each) => `- ${each}`),
      ];
      return tell(terminal, json, taken, () => printable(told.join("\n")));
    }),
});

const domainKeyCommand = buildCommand({
  docs: docs(help("domains.key"), [
    "npx regente domains key weather",
    "npx regente domains key >> .env",
    "npx regente domains key --new > .env",
  ]),
  parameters: {
    flags: { new: yesOption(help("domains.key_new")), ...jsonFlag },
    positional: maybeWord(help("domains.key_name"), "NAME"),
  },
  func: ({ new: isNew = false, json }: JsonFlag & { new?: boolean }, name?: string) =>
    atTheFiles(async (terminal) => {
      const { env } = terminal;
      const { say } = terminal.words;
      if (isNew && name !== undefined) return cannot(terminal, say("domains.new_is_for_all"));
      if (isNew && env["REGENTE_DOMAIN_SECRET"])
        return cannot(terminal, say("domains.secret_is_there"));
      const folder = dataFolderIn(env);
      const secret = isNew ? newSecret() : env["REGENTE_DOMAIN_SECRET"] || storedSecret(folder);
      if (secret === undefined) return cannot(terminal, say("domains.no_secret", { folder }));
      if (name !== undefined && !domainName.safeParse(name).success)
        return cannot(terminal, say("domains.no_name", { name }));
      const file = resolve(env["REGENTE_BOOTSTRAP"] || "domains.bootstrap.json");
      let domains: string[];
      try {
        domains = name === undefined ? servicesIn(readFileSync(file, "utf8"), env, file) : [name];
      } catch (error) {
        if (!(error instanceof Error && "syscall" in error)) throw error;
        return cannot(terminal, say("domains.no_bootstrap", { file, why: error.message }));
      }
      const keys = domains.map((domain) => [domain, domainKey(secret, domain)] as const);
      const lines = keys.map(([domain, key]) =>
        name === undefined ? `${variableOf(domain)}=${key}` : key,
      );
      const made = isNew ? { POSTGRES_PASSWORD: newSecret(), REGENTE_DOMAIN_SECRET: secret } : {};
      return tell(terminal, json, { ...made, ...Object.fromEntries(keys) }, () =>
        [...Object.entries(made).map((line) => line.join("=")), ...lines].join("\n"),
      );
    }),
});

export const domainsCommand = buildRouteMap({
  docs: docs(help("domains.brief"), ["npx regente domains", "npx regente domains approve weather"]),
  routes: { list, approve, key: domainKeyCommand },
});

const MARKS = { up: "●", manifest_only: "●", down: "○", joining: "○", refused: "✗" } as const;

/** The domains as a table: state, name, version, how much each can do, and what is wrong. */
export function showDomains({ domains }: DomainsResponse, terminal: Terminal): string {
  const { paint, words } = terminal;
  if (domains.length === 0) return words.say("domains.none");
  const colours = {
    up: paint.green,
    manifest_only: paint.green,
    down: paint.yellow,
    joining: paint.yellow,
    refused: paint.red,
  };
  const rows = domains.map((domain) => [
    domain.name,
    words.say(`domains.state.${domain.state}`),
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

/** `SMART_HOME_DOMAIN_KEY`: where docker-compose.yml looks for the key of `smart-home`. */
const variableOf = (domain: string): string =>
  `${domain.replaceAll("-", "_").toUpperCase()}_DOMAIN_KEY`;

/** As an environment file and an address take it. */
const newSecret = (): string => randomBytes(32).toString("base64url");

const servicesIn = (
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  file: string,
): string[] =>
  parseBootstrap(text, env, file).domains.flatMap(({ name, url }) =>
    url === undefined ? [] : [name],
  );
