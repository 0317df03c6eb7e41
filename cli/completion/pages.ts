import type { ArgDef } from "citty";
import { aboutOf, argsOf, type Command, commandIn, commandsOf, shortsOf } from "../find-command.ts";

/** What may follow an option or stand for an argument. */
export type Expects =
  | { what: "nothing" | "text" | "file" | "folder" }
  | { what: "choice"; choices: readonly string[] };

/** `spelled` is every way to write it: `--session`, `-s`. */
export type CompletedOption = { spelled: string[]; about: string; expects: Expects };

/** What may be typed after the names of one command. */
export type Page = {
  /** `["runs", "show"]`; none for regente itself. */
  path: readonly string[];
  commands: { name: string; about: string }[];
  options: CompletedOption[];
  /** Of the arguments without a name. */
  words: Expects[];
};

/** The whole tree of commands, a page for each. */
export async function pagesOf(command: Command, path: readonly string[] = []): Promise<Page[]> {
  const args = Object.entries(await argsOf(command));
  const listed = await commandsOf(command);
  const below = await Promise.all(
    Object.keys(listed).map(async (name) => ({ name, command: await commandIn(listed, name) })),
  );
  const page: Page = {
    path,
    commands: await Promise.all(
      below.map(async ({ name, command }) => ({ name, about: await aboutOf(command) })),
    ),
    options: args
      .filter(([, { type }]) => type !== "positional")
      .map(([name, arg]) => ({
        spelled: [`--${name}`, ...shortsOf(arg)],
        about: arg.description ?? "",
        expects: expected(arg),
      })),
    words: args.filter(([, { type }]) => type === "positional").map(([, arg]) => expected(arg)),
  };
  const others = await Promise.all(
    below.map(({ name, command }) => pagesOf(command, [...path, name])),
  );
  return [page, ...others.flat()];
}

/** What a value is, by its hint: `FILE`, `FOLDER`, or the words to choose from. */
function expected(arg: ArgDef): Expects {
  if (arg.type === "boolean") return { what: "nothing" };
  if (arg.type === "enum") return { what: "choice", choices: arg.options ?? [] };
  const hint = arg.valueHint ?? "";
  if (hint === "FILE") return { what: "file" };
  if (hint === "FOLDER") return { what: "folder" };
  return hint.includes("|") ? { what: "choice", choices: hint.split("|") } : { what: "text" };
}
