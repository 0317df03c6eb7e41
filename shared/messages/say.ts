import { messageIn, messagesOf } from "./messages.ts";
import type { MessageValues } from "./reason.ts";

/** The names of the values in each message, by code. */
export type ValueNames = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Values<Name extends PropertyKey> = Readonly<Record<Name, string | number>>;
/** Of each code of several: one that is not known yet is given what any of them names. */
type NamesOf<All extends ValueNames, Code> = Code extends keyof All ? keyof All[Code] : never;

/** Says a message by its code, with the values that it names; where no names are known, any code with any values. */
export type SayOf<All extends ValueNames> = <Code extends keyof All & string>(
  code: Code,
  ...given: string extends keyof All
    ? [values?: Values<string>]
    : [NamesOf<All, Code>] extends [never]
      ? []
      : [values: Values<NamesOf<All, Code>>]
) => string;

type Surface = keyof MessageValues;
export type CodeOf<S extends Surface> = Extract<keyof MessageValues[S], string>;
export type Say<S extends Surface> = SayOf<MessageValues[S]>;

/** What the messages of `language/{locale}/messages/{surface}.yaml` say. */
export const sayIn =
  <S extends Surface>(surface: S, locale: string): Say<S> =>
  (code, ...[values]) =>
    messageIn(locale, `${surface}.${code}`, values ?? {}) ?? code;

/** Whether there is such a message: of a code that comes from elsewhere. */
export const isCodeOf = <S extends Surface>(surface: S, code: string): code is CodeOf<S> =>
  messagesOf("en").has(`${surface}.${code}`);
