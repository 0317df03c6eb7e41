import { type Locale, localeOfCode } from "#shared/contracts/names.ts";
import { messageIn } from "#shared/messages/messages.ts";
import type { MessageValues } from "#shared/messages/reason.ts";

/** The language a terminal is set to: Portuguese when it says so, else English. */
export function localeOf(env: Readonly<Record<string, string | undefined>>): Locale {
  const language = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  return localeOfCode(language) ?? "en";
}

type Surface = "terminal" | "terminal-help";
/** The names of the values in a message, or in each of several. */
type Names<Values> = Values extends unknown ? keyof Values & string : never;
/** The values that a message names; no second argument where it names none. */
type Given<Values> = [Names<Values>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Values>, string | number>>];

/** What stands under the codes of a file of messages, in one language. */
export const sayIn =
  <In extends Surface>(surface: In, locale: Locale) =>
  <Code extends keyof MessageValues[In] & string>(
    code: Code,
    ...[values]: Given<MessageValues[In][Code]>
  ): string =>
    messageIn(locale, `${surface}.${code}`, values ?? {}) ?? code;

/** What help says of commands and options, in the language of this process: help is made before a Terminal is open. */
export const help = sayIn("terminal-help", localeOf(process.env));

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
