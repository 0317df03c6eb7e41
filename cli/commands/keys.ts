import { defineCommand } from "citty";
import { addKey, readKeyFile, revokeKey } from "#shared/api-keys/key-file.ts";
import { atTheFiles, jsonArg } from "../at-the-files.ts";
import { readUntil } from "../keys/read-until.ts";
import { type KeyWords, keyWords } from "../keys/words.ts";
import { said } from "../said.ts";
import { showTable } from "../show-table.ts";
import { type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";

const keyArgs = {
  file: {
    type: "string",
    description: said({
      "pt-BR": "O arquivo das chaves; REGENTE_API_KEYS, quando ausente",
      en: "The file of keys; REGENTE_API_KEYS when absent",
    }),
    valueHint: "keys.json",
  },
  json: jsonArg,
} as const;

/** Runs a command on the file of keys; without one it says how to name it. */
const onTheKeys = (
  named: string | undefined,
  command: (file: string, words: KeyWords, terminal: Terminal) => ExitCode,
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

const add = defineCommand({
  meta: {
    name: "add",
    description: said({
      "pt-BR": "Cria uma chave para um usuário, com o que ela permite",
      en: "Make a key for a user, with what it allows",
    }),
  },
  args: {
    user: {
      type: "string",
      description: said({ "pt-BR": "De quem ela é", en: "Whose it is" }),
      valueHint: "ana",
    },
    scopes: {
      type: "string",
      description: said({
        "pt-BR": "O que permite, separado por vírgulas; * é tudo",
        en: "What it allows, separated by commas; * is everything",
      }),
      valueHint: "effect:read,my_domain:*",
    },
    until: {
      type: "string",
      description: said({
        "pt-BR":
          "Vale até o início deste dia, ou até este instante, em UTC; sem ele, até ser revogada",
        en: "Good until this day begins, or until this moment, in UTC; until it is revoked when absent",
      }),
      valueHint: "2027-01-31",
    },
    ...keyArgs,
  },
  run: ({ args }) =>
    onTheKeys(args.file, (file, words, terminal) => {
      const { user: user_id, scopes, until } = args;
      if (user_id === undefined) return cannot(terminal, words.needs("--user"));
      if (scopes === undefined) return cannot(terminal, words.needs("--scopes"));
      const now = new Date();
      const end = until === undefined ? undefined : readUntil(until, now);
      if (end === "none") return cannot(terminal, words.notADay(until ?? ""));
      if (end === "past") return cannot(terminal, words.isOver(until ?? ""));
      const wanted = { user_id, scopes: listOf(scopes) };
      const expires_at = end === undefined ? {} : { expires_at: end.toISOString() };
      const made = addKey(file, { ...wanted, ...expires_at }, now);
      const { output, errors, paint } = terminal;
      if (args.json) {
        output.write(`${JSON.stringify({ ...made, ...wanted, ...expires_at })}\n`);
        return exitCodes.done;
      }
      errors.write(`${printable(words.made(user_id))}\n`);
      output.write(`${made.key}\n`);
      errors.write(`${paint.dim(`${words.onlyNow}\n${words.use}`)}\n`);
      return exitCodes.done;
    }),
});

const list = defineCommand({
  meta: {
    name: "list",
    description: said({
      "pt-BR": "Lista as chaves: de quem são e o que permitem",
      en: "List the keys: whose they are and what they allow",
    }),
  },
  args: keyArgs,
  run: ({ args }) =>
    onTheKeys(args.file, (file, words, terminal) => {
      const keys = readKeyFile(file).map(({ sha256: _, ...shown }) => shown);
      const rows = keys.map(({ id, user_id, scopes, expires_at }) => [
        id,
        user_id,
        scopes.join(", "),
        expires_at?.slice(0, 10) ?? words.forEver,
      ]);
      const columns = words.titles.map((title) => ({ title }));
      const table = rows.length === 0 ? words.noKeys : showTable(columns, rows, terminal);
      terminal.output.write(`${args.json ? JSON.stringify({ keys }) : table}\n`);
      return exitCodes.done;
    }),
});

const revoke = defineCommand({
  meta: {
    name: "revoke",
    description: said({
      "pt-BR": "Tira uma chave; em um segundo ela não abre mais nada",
      en: "Take a key away; within a second it opens nothing any more",
    }),
  },
  args: {
    id: {
      type: "positional",
      description: said({ "pt-BR": "O id da chave", en: "The key's id" }),
      required: true,
    },
    ...keyArgs,
  },
  run: ({ args }) =>
    onTheKeys(args.file, (file, words, terminal) => {
      const { id } = args;
      if (!revokeKey(file, id)) return cannot(terminal, words.noSuchKey(id));
      const told = args.json ? JSON.stringify({ id, revoked: true }) : printable(words.revoked(id));
      terminal.output.write(`${told}\n`);
      return exitCodes.done;
    }),
});

export const keysCommand = defineCommand({
  meta: {
    name: "keys",
    description: said({
      "pt-BR": "As chaves de API: quem entra e o que pode fazer",
      en: "The API keys: who comes in and what they may do",
    }),
  },
  default: "list",
  subCommands: { add, list, revoke },
});
