import { type Locale, localeOfCode } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";

/** The language a terminal is set to: Portuguese when it says so, else English. */
export function localeOf(env: Readonly<Record<string, string | undefined>>): Locale {
  const language = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  return localeOfCode(language) ?? "en";
}

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
