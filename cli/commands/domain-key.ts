import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildCommand } from "@stricli/core";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import { domainName } from "#shared/contracts/names.ts";
import { domainKey, storedSecret } from "#shared/domain-secret/domain-secret.ts";
import { atTheFiles } from "../at-the-files.ts";
import { docs, type JsonFlag, jsonFlag, maybeWord, yesOption } from "../command.ts";
import { help } from "../help-words.ts";
import { exitCodes, printable } from "../terminal.ts";

const WORDS = {
  "pt-BR": {
    noSecret: (folder: string) =>
      `Ainda não há um segredo: defina REGENTE_DOMAIN_SECRET como no orquestrador, ou rode npm start uma vez (ele cria um em ${folder}).`,
    isThere: "Já há um segredo em REGENTE_DOMAIN_SECRET; sem --new, as chaves saem dele.",
    newForAll: "--new faz os segredos de todos os domínios: não diga um nome.",
    noName: (name: string) => `"${name}" não é nome de domínio.`,
    noBootstrap: (file: string, why: string) => `Não deu para ler ${file}: ${why}`,
  },
  en: {
    noSecret: (folder: string) =>
      `There is no secret yet: set REGENTE_DOMAIN_SECRET as the orchestrator has it, or run npm start once (it makes one in ${folder}).`,
    isThere: "There is a secret in REGENTE_DOMAIN_SECRET; without --new, its keys are printed.",
    newForAll: "--new makes the secrets of all domains: give no name.",
    noName: (name: string) => `"${name}" is no name of a domain.`,
    noBootstrap: (file: string, why: string) => `${file} cannot be read: ${why}`,
  },
} as const;

/** `SMART_HOME_DOMAIN_KEY`: where docker-compose.yml looks for the key of `smart-home`. */
const variableOf = (domain: string): string =>
  `${domain.replaceAll("-", "_").toUpperCase()}_DOMAIN_KEY`;

/** As an environment file and an address take it. */
const newSecret = (): string => randomBytes(32).toString("base64url");

export const domainKeyCommand = buildCommand({
  docs: docs(help.domainsKey, [
    "npx regente domains key weather",
    "npx regente domains key >> .env",
    "npx regente domains key --new > .env",
  ]),
  parameters: {
    flags: { new: yesOption(help.domainsKeyNew), ...jsonFlag },
    positional: maybeWord(help.domainsKeyName, "NAME"),
  },
  func: ({ new: isNew = false, json }: JsonFlag & { new?: boolean }, name?: string) =>
    atTheFiles(async ({ env, output, errors, paint, words: { locale } }) => {
      const words = WORDS[locale];
      const cannot = (why: string) => {
        errors.write(`${paint.red(printable(why))}\n`);
        return exitCodes.cannot;
      };
      if (isNew && name !== undefined) return cannot(words.newForAll);
      if (isNew && env["REGENTE_DOMAIN_SECRET"]) return cannot(words.isThere);
      const folder = resolve(env["REGENTE_DATA"] || ".regente");
      const secret = isNew ? newSecret() : env["REGENTE_DOMAIN_SECRET"] || storedSecret(folder);
      if (secret === undefined) return cannot(words.noSecret(folder));
      if (name !== undefined && !domainName.safeParse(name).success)
        return cannot(words.noName(name));
      const file = resolve(env["REGENTE_BOOTSTRAP"] || "domains.bootstrap.json");
      let domains: string[];
      try {
        domains = name === undefined ? servicesIn(readFileSync(file, "utf8"), env, file) : [name];
      } catch (error) {
        if (!(error instanceof Error && "syscall" in error)) throw error;
        return cannot(words.noBootstrap(file, error.message));
      }
      const keys = domains.map((domain) => [domain, domainKey(secret, domain)] as const);
      const lines = keys.map(([domain, key]) =>
        name === undefined ? `${variableOf(domain)}=${key}` : key,
      );
      const made = isNew ? { POSTGRES_PASSWORD: newSecret(), REGENTE_DOMAIN_SECRET: secret } : {};
      const told = json
        ? JSON.stringify({ ...made, ...Object.fromEntries(keys) })
        : [...Object.entries(made).map((line) => line.join("=")), ...lines].join("\n");
      output.write(`${told}\n`);
      return exitCodes.done;
    }),
});

const servicesIn = (
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  file: string,
): string[] =>
  parseBootstrap(text, env, file).domains.flatMap(({ name, url }) =>
    url === undefined ? [] : [name],
  );
