import {
  type ApplicationText,
  ArgumentScannerError,
  formatMessageForArgumentScannerError,
  text_en,
} from "@stricli/core";
import type { Locale } from "#shared/contracts/names.ts";
import { printable } from "./terminal.ts";

/** How commands are used, and what was wrong with how one was. */
export type UsageWords = Pick<ApplicationText, "headers" | "keywords" | "briefs"> & {
  examples: string;
  see: (command: string) => string;
  noCommand: (word: string) => string;
  noOption: (option: string) => string;
  didYouMean: (words: string) => string;
  needsValue: (option: string) => string;
  takesNone: (option: string) => string;
  twice: (option: string) => string;
  notOneOf: (option: string, value: string, allowed: string) => string;
  isMissing: (argument: string) => string;
  doesNotFit: (argument: string, value: string) => string;
  tooMuch: (word: string) => string;
};

export const usageWords: Readonly<Record<Locale, UsageWords>> = {
  "pt-BR": {
    headers: {
      usage: "USO",
      aliases: "OUTROS NOMES",
      commands: "COMANDOS",
      flags: "OPÇÕES",
      arguments: "ARGUMENTOS",
    },
    keywords: { default: "padrão:", separator: "separados por" },
    briefs: {
      help: "Mostra esta página",
      helpAll: "Mostra esta página com as opções ocultas",
      version: "Mostra a versão",
      argumentEscapeSequence: "Tudo depois disto é argumento",
    },
    examples: "EXEMPLOS",
    see: (command) => `Veja: ${command} --help`,
    noCommand: (word) => `O comando ${word} não existe.`,
    noOption: (option) => `A opção ${option} não existe.`,
    didYouMean: (words) => `Você quis dizer ${words}?`,
    needsValue: (option) => `A opção ${option} precisa de um valor.`,
    takesNone: (option) => `A opção ${option} não aceita esse valor.`,
    twice: (option) => `A opção ${option} apareceu duas vezes.`,
    notOneOf: (option, value, allowed) => `${option} não aceita "${value}", só ${allowed}.`,
    isMissing: (argument) => `Falta ${argument}.`,
    doesNotFit: (argument, value) => `${argument} não pode ser "${value}".`,
    tooMuch: (word) => `"${word}" está sobrando.`,
  },
  en: {
    headers: {
      usage: "USAGE",
      aliases: "OTHER NAMES",
      commands: "COMMANDS",
      flags: "OPTIONS",
      arguments: "ARGUMENTS",
    },
    keywords: { default: "default:", separator: "separated by" },
    briefs: {
      help: "Show this page",
      helpAll: "Show this page with hidden options",
      version: "Show the version",
      argumentEscapeSequence: "Everything after this is an argument",
    },
    examples: "EXAMPLES",
    see: (command) => `See: ${command} --help`,
    noCommand: (word) => `There is no command ${word}.`,
    noOption: (option) => `There is no option ${option}.`,
    didYouMean: (words) => `Did you mean ${words}?`,
    needsValue: (option) => `The option ${option} needs a value.`,
    takesNone: (option) => `The option ${option} does not accept that value.`,
    twice: (option) => `The option ${option} was given twice.`,
    notOneOf: (option, value, allowed) => `${option} does not accept "${value}", only ${allowed}.`,
    isMissing: (argument) => `${argument} is missing.`,
    doesNotFit: (argument, value) => `${argument} cannot be "${value}".`,
    tooMuch: (word) => `"${word}" is one word too many.`,
  },
};

/** Everything the library says, in one language. */
export function textIn(locale: Locale): ApplicationText {
  const words = usageWords[locale];
  const list = new Intl.ListFormat(locale, { type: "disjunction" });
  const meant = (why: string, near: readonly string[]) =>
    printable(near.length === 0 ? why : `${why} ${words.didYouMean(list.format(near))}`);
  return {
    ...text_en,
    headers: words.headers,
    keywords: words.keywords,
    briefs: words.briefs,
    noCommandRegisteredForInput: ({ input, corrections }) =>
      meant(
        input.startsWith("-") ? words.noOption(input) : words.noCommand(input),
        corrections.map((each) => each.replaceAll("`", "")),
      ),
    exceptionWhileParsingArguments: (error) =>
      error instanceof ArgumentScannerError
        ? printable(
            formatMessageForArgumentScannerError(error, {
              FlagNotFoundError: ({ input, corrections }) =>
                meant(
                  words.noOption(`--${input}`),
                  corrections.map((each) => `--${each}`),
                ),
              AliasNotFoundError: ({ input }) => words.noOption(`-${input}`),
              ArgumentParseError: ({ externalFlagNameOrPlaceholder: name, input }) => {
                // What stands without an option is called in capitals.
                if (name === name.toUpperCase()) return words.doesNotFit(name, input);
                return input === "" ? words.needsValue(`--${name}`) : words.takesNone(`--${name}`);
              },
              UnsatisfiedFlagError: ({ externalFlagName: name }) => words.needsValue(`--${name}`),
              InvalidNegatedFlagSyntaxError: ({ externalFlagName: name }) =>
                words.takesNone(`--${name}`),
              UnexpectedFlagError: ({ externalFlagName: name }) => words.twice(`--${name}`),
              EnumValidationError: ({ externalFlagName: name, input, values }) =>
                words.notOneOf(`--${name}`, input, values.join(", ")),
              UnsatisfiedPositionalError: ({ placeholder }) => words.isMissing(placeholder),
              UnexpectedPositionalError: ({ input }) => words.tooMuch(input),
            }),
          )
        : text_en.exceptionWhileParsingArguments(error, false),
    exceptionWhileRunningCommand: (error) =>
      error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}
