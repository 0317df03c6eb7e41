import { sayIn } from "#shared/messages/say.ts";
import { localeOf } from "./terminal.ts";

/** What help says of commands and options, in the language of this process: help is made before a Terminal is open. */
export const help = sayIn("terminal-help", localeOf(process.env));

/** Ends a proposal that stands for any file; the shell knows which there are. */
export const ANY_FILE = "\0file";

const anyFile = (partial: string): string[] => [partial + ANY_FILE];

function given(text: string): string {
  if (text === "") throw new RangeError("an empty value");
  return text;
}

/** What a command does, and command lines that show it. */
export const docs = (brief: string, examples: readonly string[]) => ({
  brief,
  fullDescription: [brief, "", help("page.examples"), ...examples.map((line) => `  ${line}`)].join(
    "\n",
  ),
});

/** What a value lists, with `by` between. */
export const listOf = (text = "", by = ","): string[] =>
  text
    .split(by)
    .map((each) => each.trim())
    .filter((each) => each !== "");

/** An option with a value. */
export const option = (brief: string, placeholder: string) =>
  ({ kind: "parsed", parse: given, optional: true, brief, placeholder }) as const;

/** An option whose value is a file or a folder. */
export const fileOption = (brief: string, placeholder: string) =>
  ({ ...option(brief, placeholder), proposeCompletions: anyFile }) as const;

/** An option that is given or not. */
export const yesOption = (brief: string) =>
  ({ kind: "boolean", optional: true, withNegated: false, brief }) as const;

/** The one word of a command. */
export const word = (brief: string, placeholder: string) =>
  ({ kind: "tuple", parameters: [{ brief, placeholder, parse: String }] }) as const;

/** The same where it may be absent. */
export const maybeWord = (brief: string, placeholder: string) =>
  ({
    kind: "tuple",
    parameters: [{ brief, placeholder, parse: String, optional: true }],
  }) as const;

type Word = [brief: string, placeholder: string];

/** Two words; `parse` reads the second. */
export const twoWords = <T>(first: Word, second: Word, parse: (text: string) => T) => {
  const of = ([brief, placeholder]: Word) => ({ brief, placeholder, parse: String });
  return { kind: "tuple", parameters: [of(first), { ...of(second), parse }] } as const;
};

/** A sentence, with or without quotes. */
export const sentence = (brief: string) =>
  ({ kind: "array", parameter: { brief, placeholder: "TEXT", parse: String } }) as const;

/** The options of every command that talks to a running Regente. */
export type ServerFlags = { url?: string; json?: boolean };
export const serverFlags = {
  url: option(help("url"), "http://127.0.0.1:8080"),
  json: yesOption(help("answer_json")),
} as const;

/** How every command that needs no running Regente is asked for JSON. */
export type JsonFlag = { json?: boolean };
export const jsonFlag = { json: yesOption(help("json")) } as const;
