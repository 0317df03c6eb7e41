import {
  type ApplicationText,
  ArgumentScannerError,
  formatMessageForArgumentScannerError,
  text_en,
} from "@stricli/core";
import type { Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { printable } from "./terminal.ts";

/** Everything the library says, in one language. */
export function textIn(locale: Locale): ApplicationText {
  const say = sayIn("terminal-help", locale);
  const noOption = (option: string) => say("wrong.no_option", { option });
  const needsValue = (option: string) => say("wrong.needs_value", { option });
  const takesNone = (option: string) => say("wrong.takes_none", { option });
  const list = new Intl.ListFormat(locale, { type: "disjunction" });
  const meant = (why: string, near: readonly string[]) =>
    printable(
      near.length === 0 ? why : `${why} ${say("wrong.did_you_mean", { words: list.format(near) })}`,
    );
  return {
    ...text_en,
    headers: {
      usage: say("page.header.usage"),
      aliases: say("page.header.aliases"),
      commands: say("page.header.commands"),
      flags: say("page.header.flags"),
      arguments: say("page.header.arguments"),
    },
    keywords: {
      default: say("page.keyword.default"),
      separator: say("page.keyword.separator"),
    },
    briefs: {
      help: say("page.brief.help"),
      helpAll: say("page.brief.help_all"),
      version: say("page.brief.version"),
      argumentEscapeSequence: say("page.brief.argument_escape_sequence"),
    },
    noCommandRegisteredForInput: ({ input, corrections }) =>
      meant(
        input.startsWith("-") ? noOption(input) : say("wrong.no_command", { word: input }),
        corrections.map((each) => each.replaceAll("`", "")),
      ),
    exceptionWhileParsingArguments: (error) =>
      error instanceof ArgumentScannerError
        ? printable(
            formatMessageForArgumentScannerError(error, {
              FlagNotFoundError: ({ input, corrections }) =>
                meant(
                  noOption(`--${input}`),
                  corrections.map((each) => `--${each}`),
                ),
              AliasNotFoundError: ({ input }) => noOption(`-${input}`),
              ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, input }) => {
                // What stands without an option is called in capitals.
                if (name === name.toUpperCase())
                  return say("wrong.does_not_fit", { argument: name, value: input });
                return input === "" ? needsValue(`--${name}`) : takesNone(`--${name}`);
              },
              UnsatisfiedFlagError: ({ externalFlagName: name }) => needsValue(`--${name}`),
              InvalidNegatedFlagSyntaxError: ({ externalFlagName: name }) => takesNone(`--${name}`),
              UnexpectedFlagError: ({ externalFlagName: name }) =>
                say("wrong.twice", { option: `--${name}` }),
              EnumValidationError: ({ externalFlagName: name, input, values }) =>
                say("wrong.not_one_of", {
                  option: `--${name}`,
                  value: input,
                  allowed: values.join(", "),
                }),
              UnsatisfiedPositionalError: ({ placeholder }) =>
                say("wrong.is_missing", { argument: placeholder }),
              UnexpectedPositionalError: ({ input }) => say("wrong.too_much", { word: input }),
            }),
          )
        : text_en.exceptionWhileParsingArguments(error, false),
    exceptionWhileRunningCommand: (error) =>
      error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
