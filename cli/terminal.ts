import { stripVTControlCharacters } from "node:util";
import picocolors from "picocolors";
import { type Words, wordsFor } from "./words.ts";

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
    words: wordsFor(env),
  };
}

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
