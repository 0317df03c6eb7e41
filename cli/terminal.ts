import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import picocolors from "picocolors";
import { RegenteError } from "#shared/contracts/errors.ts";
import { type Locale, localeOfCode } from "#shared/contracts/names.ts";
import { whyIn } from "#shared/messages/messages.ts";
import type { Reason } from "#shared/messages/reason.ts";
import { sayIn } from "#shared/messages/say.ts";

/** The language a terminal is set to: Portuguese when it says so, else English. */
export function localeOf(env: Readonly<Record<string, string | undefined>>): Locale {
  const language = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  return localeOfCode(language) ?? "en";
}

/** What the terminal itself says, and figures as people read them, in one language. */
export const wordsIn = (locale: Locale) => ({
  locale,
  say: sayIn("terminal", locale),
  count: (value: number): string => value.toLocaleString(locale),
  /** `0.973` as 97.3 %; a dash for what there is none of. */
  percent: (share: number | null): string =>
    share === null
      ? "-"
      : `${(share * 100).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`,
});
export type Words = ReturnType<typeof wordsIn>;
export type Say = Words["say"];

type Input = NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(raw: boolean): unknown };
type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** Where a command reads and writes, in which colours and which language; tests bring their own. */
export type Terminal = {
  input: Input;
  output: Output;
  /** For progress and problems, so that `output` can be piped. */
  errors: Output;
  env: Readonly<Record<string, string | undefined>>;
  paint: ReturnType<typeof picocolors.createColors>;
  words: Words;
};

export function openTerminal(
  env: Terminal["env"],
  input: Input,
  output: Output,
  errors: Output,
): Terminal {
  const isColourful =
    !env["NO_COLOR"] &&
    (Boolean(env["FORCE_COLOR"]) || (output.isTTY === true && env["TERM"] !== "dumb"));
  return {
    input,
    output,
    errors,
    env,
    paint: picocolors.createColors(isColourful),
    words: wordsIn(localeOf(env)),
  };
}

/** The one that this process was started at. */
export const thisTerminal = (): Terminal =>
  openTerminal(process.env, process.stdin, process.stdout, process.stderr);

/** Where this environment keeps its data. */
export const dataFolderIn = (env: Terminal["env"]): string =>
  resolve(env["REGENTE_DATA"] || ".regente");

/**
 * Text from elsewhere as a terminal may show it: no escape sequences and no control characters beside
 * line feed and tab, so that an answer can neither move the cursor nor rewrite what was shown.
 */
export const printable = (text: string): string =>
  stripVTControlCharacters(text).replace(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === "\n" || character === "\t" ? character : "",
  );

/** How a command ended, for scripts. */
export const exitCodes = { done: 0, failed: 1, cannot: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** How a command ends whose answer has this status. What is done only in part is not done. */
export const exitCodeOf = (status: string): ExitCode =>
  status === "failure" || status === "partial" ? exitCodes.failed : exitCodes.done;

/** Says why something cannot be done. */
export function cannot({ errors, paint, words }: Terminal, why: Reason | string): ExitCode {
  errors.write(`${paint.red(printable(whyIn(words.locale, why)))}\n`);
  return exitCodes.cannot;
}

/** Shows what was found or done: JSON for programs, else words for people. */
export function tell(
  { output }: Terminal,
  json: boolean | undefined,
  found: unknown,
  words: () => string,
): ExitCode {
  output.write(`${json ? JSON.stringify(found) : words()}\n`);
  return exitCodes.done;
}

/** One column: what stands over it, and how its cells are coloured once they are laid out. */
export type Column = {
  title: string;
  align?: "right";
  paint?: (cell: string, row: number) => string;
};

/** Columns of names, then columns of figures. */
export const columnsOf = (names: readonly string[], figures: readonly string[]): Column[] => [
  ...names.map((title) => ({ title })),
  ...figures.map((title) => ({ title, align: "right" as const })),
];

const GAP = "  ";
/** The last column is never narrower than this, however narrow the terminal. */
const LEAST_WIDTH = 12;

const widthOf = (text: string): number => [...text].length;

/**
 * Rows under their titles. On a terminal the last column ends where the line does; elsewhere nothing is cut.
 */
export function showTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { output, paint }: Terminal,
): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell).replace(/\s+/g, " ").trim()));
  const widths = columns.map(({ title }, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ""))),
  );
  const last = columns.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  const room =
    output.isTTY === true
      ? Math.max(LEAST_WIDTH, (output.columns ?? 80) - before)
      : Number.POSITIVE_INFINITY;
  const line = (row: readonly string[], painted: (cell: string, at: number) => string): string =>
    row
      .map((cell, at) => {
        if (at === last) return painted(shorten(cell, room), at);
        const space = " ".repeat((widths[at] ?? 0) - widthOf(cell));
        return columns[at]?.align === "right"
          ? space + painted(cell, at)
          : painted(cell, at) + space;
      })
      .join(GAP)
      .trimEnd();
  return [
    line(
      columns.map(({ title }) => title),
      (title) => paint.bold(title),
    ),
    ...cells.map((row, index) =>
      line(row, (cell, at) => columns[at]?.paint?.(cell, index) ?? cell),
    ),
  ].join("\n");
}

export function shorten(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join("")}…`;
}

/** Sentences about one thing, and what is asked about each. */
type Group<T> = {
  title: string;
  question: string;
  sentences: readonly { text: string; of: T }[];
};

/** Asks about each sentence, with one key each. What was said yes to before the end is given back. */
export async function askEach<T>(
  groups: readonly Group<T>[],
  legend: string,
  { input, output, paint, words: { say } }: Terminal,
): Promise<T[]> {
  const keys = {
    yes: say("key.accept"),
    no: say("key.skip"),
    all: say("key.accept_all"),
    end: say("key.quit"),
  };
  const accepted: T[] = [];
  const pressed = keysOf(input);
  output.write(`${paint.dim(legend)}\n`);
  try {
    for (const { title, question, sentences } of groups) {
      output.write(`${paint.bold(printable(title))}\n`);
      let takesAll = false;
      for (const { text, of } of sentences) {
        output.write(`  "${printable(text)}"  ${printable(question)} `);
        const key: string | undefined = takesAll
          ? keys.yes
          : await nextKey(pressed, Object.values(keys));
        output.write(`${takesAll ? keys.all : (key ?? "")}\n`);
        if (key === undefined || key === keys.end) return accepted;
        takesAll ||= key === keys.all;
        if (key !== keys.no) accepted.push(of);
      }
    }
    return accepted;
  } finally {
    await pressed.return(undefined);
  }
}

/** The next key that is one of these; undefined: the input ended, or Ctrl+C. */
async function nextKey(
  pressed: AsyncGenerator<string, void>,
  known: readonly string[],
): Promise<string | undefined> {
  for (;;) {
    const { done, value } = await pressed.next();
    if (done === true || value === CTRL_C) return undefined;
    const key = value.toLowerCase();
    if (known.includes(key)) return key;
  }
}

const CTRL_C = "\u0003";

/** Keys as they are pressed; where the input is no terminal, its letters. */
async function* keysOf(input: Terminal["input"]): AsyncGenerator<string> {
  const isRaw = input.isTTY === true;
  if (isRaw) input.setRawMode?.(true);
  try {
    for await (const chunk of input)
      for (const key of String(chunk)) if (key.trim() !== "") yield key;
  } finally {
    if (isRaw) input.setRawMode?.(false);
  }
}

/**
 * Runs a command that needs no running Regente and leaves its exit code with the process: 0 nothing to
 * complain of, 1 something is, 2 it could not be done.
 */
export async function atTheFiles(
  command: (terminal: Terminal) => Promise<ExitCode>,
): Promise<void> {
  const terminal = thisTerminal();
  try {
    process.exitCode = await command(terminal);
  } catch (error) {
    // Everything that is wrong on purpose says what and where; the rest is a fault of ours.
    if (!(error instanceof RegenteError)) throw error;
    process.exitCode = cannot(terminal, error.why);
  }
}
