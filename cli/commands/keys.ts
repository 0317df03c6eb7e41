import { readFileSync } from "node:fs";
import { text as readAll } from "node:stream/consumers";
import { buildCommand, buildRouteMap } from "@stricli/core";
import { z } from "zod";
import { instructionDigest } from "#shared/api-keys/api-key.ts";
import {
  addKey,
  changeInstructions,
  keyNamed,
  readKeyFile,
  revokeKey,
} from "#shared/api-keys/key-file.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { docs, fileOption, type JsonFlag, jsonFlag, option, word } from "../command.ts";
import { idleScopes } from "../idle-scopes.ts";
import {
  atTheFiles,
  type ExitCode,
  exitCodes,
  printable,
  showTable,
  type Terminal,
} from "../terminal.ts";
import { help } from "../words.ts";

const keyFlags = { file: fileOption(help("keys.file"), "keys.json"), ...jsonFlag } as const;
type KeyFlags = JsonFlag & { file?: string };

/** Runs a command on the file of keys; without one it says how to name it. */
const onTheKeys = (
  named: string | undefined,
  command: (file: string, words: KeyWords, terminal: Terminal) => ExitCode | Promise<ExitCode>,
) =>
  atTheFiles(async (terminal) => {
    const words = keyWords(terminal.words.locale);
    const file = named ?? (process.env["REGENTE_API_KEYS"] || undefined);
    return file === undefined ? cannot(terminal, words.noFile) : command(file, words, terminal);
  });

function cannot({ errors, paint }: Terminal, why: string): ExitCode {
  errors.write(`${paint.red(printable(why))}\n`);
  return exitCodes.cannot;
}

const listOf = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

type NewKey = KeyFlags &
  Partial<Record<"user" | "scopes" | "until" | "answers" | "suggests", string>>;

const add = buildCommand({
  docs: docs(help("keys.add"), [
    "npx regente keys add --user=ana --scopes=finance:*,notify:*",
    "npx regente keys add --user=ci --scopes=effect:read --until=2027-01-31",
    "npx regente keys add --user=ops --scopes=* --file=keys.json --json",
  ]),
  parameters: {
    flags: {
      user: option(help("keys.user"), "ana"),
      scopes: option(help("keys.scopes"), "effect:read,my_domain:*"),
      until: option(help("keys.until"), "2027-01-31"),
      answers: option(help("keys.answers"), "finance:*,notes.find_note"),
      suggests: option(help("keys.suggests"), "notes:*"),
      ...keyFlags,
    },
  },
  func: ({ file: named, user: user_id, scopes, until, answers, suggests, json }: NewKey) =>
    onTheKeys(named, (file, words, terminal) => {
      if (user_id === undefined) return cannot(terminal, words.needs("--user"));
      if (scopes === undefined) return cannot(terminal, words.needs("--scopes"));
      const now = new Date();
      const end = until === undefined ? undefined : readUntil(until, now);
      if (end === "none") return cannot(terminal, words.notADay(until ?? ""));
      if (end === "past") return cannot(terminal, words.isOver(until ?? ""));
      const wanted = {
        ...{ user_id, scopes: listOf(scopes) },
        ...(answers !== undefined && { answers: listOf(answers) }),
        ...(suggests !== undefined && { suggests: listOf(suggests) }),
      };
      const expires_at = end === undefined ? {} : { expires_at: end.toISOString() };
      const made = addKey(file, { ...wanted, ...expires_at }, now);
      const { output, errors, paint } = terminal;
      for (const scope of idleScopes(wanted.scopes, process.env))
        errors.write(`${paint.yellow(printable(words.idle(scope)))}\n`);
      if (json) {
        output.write(`${JSON.stringify({ ...made, ...wanted, ...expires_at })}\n`);
        return exitCodes.done;
      }
      errors.write(`${printable(words.made(user_id))}\n`);
      output.write(`${made.key}\n`);
      errors.write(`${paint.dim(`${words.onlyNow}\n${words.use}`)}\n`);
      return exitCodes.done;
    }),
});

const list = buildCommand({
  docs: docs(help("keys.list"), ["npx regente keys", "npx regente keys list --json"]),
  parameters: { flags: keyFlags },
  func: ({ file: named, json }: KeyFlags) =>
    onTheKeys(named, (file, words, terminal) => {
      const keys = readKeyFile(file).map(({ sha256: _, ...shown }) => shown);
      const rows = keys.map(({ id, user_id, scopes, expires_at }) => [
        id,
        user_id,
        scopes.join(", "),
        endOf(expires_at, words),
      ]);
      const columns = words.titles.map((title) => ({ title }));
      const table = rows.length === 0 ? words.noKeys : showTable(columns, rows, terminal);
      terminal.output.write(`${json ? JSON.stringify({ keys }) : table}\n`);
      return exitCodes.done;
    }),
});

function endOf(expires_at: string | undefined, words: KeyWords): string {
  if (expires_at === undefined) return words.untilRevoked;
  const day = expires_at.slice(0, 10);
  return new Date(expires_at) > new Date() ? words.until(day) : words.ended(day);
}

const revoke = buildCommand({
  docs: docs(help("keys.revoke"), ["npx regente keys revoke 0123456789ab"]),
  parameters: { flags: keyFlags, positional: word(help("keys.id"), "ID") },
  func: ({ file: named, json }: KeyFlags, id: string) =>
    onTheKeys(named, (file, words, terminal) => {
      if (!revokeKey(file, id)) return cannot(terminal, words.noSuchKey(id));
      const told = json ? JSON.stringify({ id, revoked: true }) : printable(words.revoked(id));
      terminal.output.write(`${told}\n`);
      return exitCodes.done;
    }),
});

const twoWords = (first: [string, string], second: [string, string]) => {
  const each = ([brief, placeholder]: [string, string]) => ({ brief, placeholder, parse: String });
  return { kind: "tuple", parameters: [each(first), each(second)] } as const;
};

const trust = buildCommand({
  docs: docs(help("keys.trust"), [
    "npx regente keys trust 0123456789ab prompt.txt",
    "npx regente keys trust front-deps - < prompt.txt",
  ]),
  parameters: {
    flags: keyFlags,
    positional: twoWords([help("keys.name"), "NAME"], [help("keys.trust_file"), "FILE|-"]),
  },
  func: ({ file: named, json }: KeyFlags, name: string, source: string) =>
    onTheKeys(named, async (file, words, terminal) => {
      const key = keyNamed(readKeyFile(file), name);
      if (key === undefined) return cannot(terminal, words.notOneKey(name));
      let said: string;
      try {
        said = source === "-" ? await readAll(process.stdin) : readFileSync(source, "utf8");
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return cannot(terminal, words.cannotRead(source, why));
      }
      const digest = instructionDigest(said);
      if (digest === undefined) return cannot(terminal, words.nothingSaid);
      changeInstructions(file, key.id, (digests) => [...digests, digest]);
      const told = json ? JSON.stringify({ id: key.id, digest }) : words.trusted(key.id, digest);
      terminal.output.write(`${told}\n`);
      return exitCodes.done;
    }),
});

const trusted = buildCommand({
  docs: docs(help("keys.trusted"), ["npx regente keys trusted 0123456789ab"]),
  parameters: { flags: keyFlags, positional: word(help("keys.name"), "NAME") },
  func: ({ file: named, json }: KeyFlags, name: string) =>
    onTheKeys(named, (file, words, terminal) => {
      const key = keyNamed(readKeyFile(file), name);
      if (key === undefined) return cannot(terminal, words.notOneKey(name));
      const { id, instructions = [] } = key;
      const shown = instructions.length === 0 ? words.noneTrusted(id) : instructions.join("\n");
      terminal.output.write(`${json ? JSON.stringify({ id, instructions }) : shown}\n`);
      return exitCodes.done;
    }),
});

const distrust = buildCommand({
  docs: docs(help("keys.distrust"), ["npx regente keys distrust 0123456789ab 9f86d081"]),
  parameters: {
    flags: keyFlags,
    positional: twoWords([help("keys.name"), "NAME"], [help("keys.digest"), "DIGEST"]),
  },
  func: ({ file: named, json }: KeyFlags, name: string, said: string) =>
    onTheKeys(named, (file, words, terminal) => {
      const key = keyNamed(readKeyFile(file), name);
      if (key === undefined) return cannot(terminal, words.notOneKey(name));
      const { id, instructions = [] } = key;
      const [digest, ...others] = instructions.filter((each) => each.startsWith(said));
      if (said === "" || digest === undefined || others.length > 0)
        return cannot(terminal, words.notOneInstruction(said));
      changeInstructions(file, id, (digests) => digests.filter((each) => each !== digest));
      const told = json ? JSON.stringify({ id, digest }) : words.distrusted(id, digest);
      terminal.output.write(`${told}\n`);
      return exitCodes.done;
    }),
});

export const keysCommand = buildRouteMap({
  docs: docs(help("keys.brief"), [
    "npx regente keys add --user=ana --scopes=effect:read",
    "npx regente keys",
    "npx regente keys revoke 0123456789ab",
  ]),
  routes: { add, list, revoke, trust, trusted, distrust },
});

const day = z.iso.date();
const moment = z.iso.datetime();

/**
 * When a key ends: a day (its first moment) or a moment, both in UTC.
 * Shape: 2027-01-31, 2027-01-31T18:00:00Z. "none" for anything else, "past" for what is over
 */
export function readUntil(text: string, now: Date): Date | "none" | "past" {
  if (!day.safeParse(text).success && !moment.safeParse(text).success) return "none";
  const until = new Date(text);
  return until > now ? until : "past";
}

/** What the commands about API keys say. */
type KeyWords = {
  noFile: string;
  needs: (option: string) => string;
  notADay: (text: string) => string;
  isOver: (text: string) => string;
  made: (user_id: string) => string;
  onlyNow: string;
  use: string;
  noKeys: string;
  revoked: (id: string) => string;
  noSuchKey: (id: string) => string;
  /** A scope of a domain that nobody here knows. */
  idle: (scope: string) => string;
  titles: readonly [id: string, user: string, scopes: string, valid: string];
  until: (day: string) => string;
  untilRevoked: string;
  ended: (day: string) => string;
  notOneKey: (name: string) => string;
  cannotRead: (file: string, why: string) => string;
  nothingSaid: string;
  trusted: (id: string, digest: string) => string;
  noneTrusted: (id: string) => string;
  notOneInstruction: (digest: string) => string;
  distrusted: (id: string, digest: string) => string;
};

const pt: KeyWords = {
  noFile:
    "Diga onde ficam as chaves: REGENTE_API_KEYS=keys.json no ambiente ou no .env (o orquestrador lê o mesmo arquivo), ou --file.",
  needs: (option) => `Falta ${option}.`,
  notADay: (text) =>
    `"${text}" não é um dia como 2027-01-31, nem um instante em UTC como 2027-01-31T18:00:00Z.`,
  isOver: (text) => `${text} já passou: a chave não daria acesso a nada.`,
  made: (user_id) => `Chave de ${user_id}:`,
  onlyNow: "Ela só aparece agora: o arquivo guarda apenas o hash dela (SHA-256).",
  use: "Use como api_key em qualquer cliente da OpenAI, ou em REGENTE_API_KEY no terminal.",
  noKeys: "Ainda não há chaves.",
  revoked: (id) => `A chave ${id} não vale mais.`,
  noSuchKey: (id) => `A chave ${id} não existe; "regente keys list" mostra as que existem.`,
  idle: (scope) =>
    `Nenhum domínio do arquivo de inicialização tem o nome no início de “${scope}”: por enquanto, essa permissão não vale nada, a menos que um manifesto a exija.`,
  titles: ["id", "usuário", "permissões", "vale"],
  until: (day) => `até ${day}`,
  untilRevoked: "até ser revogada",
  ended: (day) => `venceu em ${day}`,
  notOneKey: (name) =>
    `“${name}” não é o id de uma chave nem um usuário com uma só; "regente keys list" mostra as que existem.`,
  cannotRead: (file, why) => `Não consigo ler ${file}: ${why}`,
  nothingSaid: "A instrução está vazia.",
  trusted: (id, digest) => `A chave ${id} confia na instrução ${digest}.`,
  noneTrusted: (id) => `A chave ${id} não confia em nenhuma instrução.`,
  notOneInstruction: (digest) => `${digest} não corresponde a exatamente uma instrução.`,
  distrusted: (id, digest) => `A chave ${id} não confia mais na instrução ${digest}.`,
};

const en: KeyWords = {
  noFile:
    "Say where the keys are: REGENTE_API_KEYS=keys.json in the environment or in .env (the orchestrator reads the same file), or --file.",
  needs: (option) => `${option} is missing.`,
  notADay: (text) =>
    `"${text}" is neither a day like 2027-01-31 nor a time in UTC like 2027-01-31T18:00:00Z.`,
  isOver: (text) => `${text} has passed: the key would give no access.`,
  made: (user_id) => `The key of ${user_id}:`,
  onlyNow: "It is shown only once: the file keeps only its digest (SHA-256).",
  use: "Use it as the api_key of any OpenAI client, or as REGENTE_API_KEY in the terminal.",
  noKeys: "There are no keys yet.",
  revoked: (id) => `The key ${id} no longer works.`,
  noSuchKey: (id) => `There is no key ${id}; "regente keys list" shows the keys.`,
  idle: (scope) =>
    `No domain in the bootstrap file has the name at the start of “${scope}”: for now, this scope allows nothing, unless a manifest requires it.`,
  titles: ["id", "user", "scopes", "valid"],
  until: (day) => `until ${day}`,
  untilRevoked: "until revoked",
  ended: (day) => `expired on ${day}`,
  notOneKey: (name) =>
    `“${name}” is neither the id of a key nor a user with just one; "regente keys list" shows the keys.`,
  cannotRead: (file, why) => `${file} cannot be read: ${why}`,
  nothingSaid: "The system message is empty.",
  trusted: (id, digest) => `The key ${id} trusts the system message ${digest}.`,
  noneTrusted: (id) => `The key ${id} trusts no system messages.`,
  notOneInstruction: (digest) => `${digest} does not match exactly one system message.`,
  distrusted: (id, digest) => `The key ${id} no longer trusts the system message ${digest}.`,
};

const byLocale: Readonly<Record<Locale, KeyWords>> = { "pt-BR": pt, en };

const keyWords = (locale: Locale): KeyWords => byLocale[locale];
