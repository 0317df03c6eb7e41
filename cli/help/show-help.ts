import type { ArgDef, ArgsDef } from "citty";
import { aboutOf, argsOf, type Command, commandIn, commandsOf, shortsOf } from "../find-command.ts";
import { said } from "../said.ts";
import type { Terminal } from "../terminal.ts";
import { examplesOf } from "./examples.ts";

const HEADINGS = {
  usage: { "pt-BR": "USO", en: "USAGE" },
  commands: { "pt-BR": "COMANDOS", en: "COMMANDS" },
  words: { "pt-BR": "ARGUMENTOS", en: "ARGUMENTS" },
  options: { "pt-BR": "OPÇÕES", en: "OPTIONS" },
  examples: { "pt-BR": "EXEMPLOS", en: "EXAMPLES" },
};
const HELP = { "pt-BR": "Mostra esta página", en: "Show this page" };
const MORE = {
  "pt-BR": "npx regente COMANDO --help explica cada um.",
  en: "npx regente COMMAND --help explains each of them.",
};
const USUAL = { "pt-BR": "padrão", en: "default" };

/** The help page of one command: what it does, how it is called, what it takes, and examples. */
export async function showHelp(
  path: readonly string[],
  command: Command,
  paint: Terminal["paint"],
): Promise<string> {
  const args = await argsOf(command);
  const commands = await commandsOf(command);
  const listed = await Promise.all(
    Object.keys(commands).map(async (name): Promise<Row> => {
      return [name, await aboutOf(await commandIn(commands, name))];
    }),
  );
  const positionals = Object.entries(args).filter(([, { type }]) => type === "positional");
  const options: Row[] = [
    ...Object.entries(args).flatMap(([name, arg]) => optionRow(name, arg)),
    ["-h, --help", said(HELP)],
  ];
  const section = (heading: keyof typeof HEADINGS, rows: readonly string[]) =>
    rows.length === 0 ? [] : ["", paint.bold(said(HEADINGS[heading])), ...rows];
  return [
    await aboutOf(command),
    ...section("usage", [`  ${usageOf(path, args, listed.length > 0)}`]),
    ...section("commands", columns(listed, paint)),
    ...section("words", columns(positionals.map(positionalRow), paint)),
    ...section("options", columns(options, paint)),
    ...section(
      "examples",
      examplesOf(path).map((line) => `  ${line}`),
    ),
    ...(path.length === 0 ? ["", paint.dim(said(MORE))] : []),
  ].join("\n");
}

type Row = [name: string, about: string];

function usageOf(path: readonly string[], args: ArgsDef, isGroup: boolean): string {
  const words = Object.entries(args)
    .filter(([, { type }]) => type === "positional")
    .map(([name, arg]) => {
      const isNeeded = arg.required !== false && arg.default === undefined;
      return isNeeded ? name.toUpperCase() : `[${name.toUpperCase()}]`;
    });
  const command = said({ "pt-BR": "COMANDO", en: "COMMAND" });
  const options = said({ "pt-BR": "[opções]", en: "[options]" });
  return ["npx regente", ...path, ...(isGroup ? [command] : []), ...words, options].join(" ");
}

const positionalRow = ([name, arg]: [string, ArgDef]): Row => [
  name.toUpperCase(),
  arg.description ?? "",
];

function optionRow(name: string, arg: ArgDef): Row[] {
  if (arg.type === "positional") return [];
  const value =
    arg.type === "boolean"
      ? ""
      : `=${arg.type === "enum" ? (arg.options ?? []).join("|") : (arg.valueHint ?? name.toUpperCase())}`;
  const usual =
    arg.default === undefined || arg.default === false ? "" : ` (${said(USUAL)}: ${arg.default})`;
  return [
    [`${[...shortsOf(arg), `--${name}`].join(", ")}${value}`, `${arg.description ?? ""}${usual}`],
  ];
}

/** Longer names stand on a line of their own. */
const WIDEST = 32;

function columns(rows: readonly Row[], paint: Terminal["paint"]): string[] {
  const width = Math.max(...rows.map(([name]) => (name.length <= WIDEST ? name.length : 0)));
  return rows.map(([name, about]) =>
    name.length <= WIDEST
      ? `  ${paint.cyan(name.padEnd(width))}  ${about}`.trimEnd()
      : `  ${paint.cyan(name)}\n  ${" ".repeat(width)}  ${about}`,
  );
}
