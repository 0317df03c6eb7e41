import { messageIn, messagesOf } from "./messages.ts";
import type { MessageValues } from "./reason.ts";

type Surface = keyof MessageValues;
export type CodeOf<S extends Surface> = Extract<keyof MessageValues[S], string>;
/** Of each code of several: one that is not known yet is given what any of them names. */
type NamesOf<S extends Surface, Code> =
  Code extends CodeOf<S> ? keyof MessageValues[S][Code] : never;
type ValuesOf<Names extends PropertyKey> = [Names] extends [never]
  ? []
  : [values: Readonly<Record<Names, string | number>>];

/** Says a message by its code, with the values that it names. */
export type Say<S extends Surface> = <Code extends CodeOf<S>>(
  code: Code,
  ...given: ValuesOf<NamesOf<S, Code>>
) => string;

/** What the messages of `language/{locale}/messages/{surface}.yaml` say. */
export const sayIn =
  <S extends Surface>(surface: S, locale: string): Say<S> =>
  (code, ...[values]) =>
    messageIn(locale, `${surface}.${code}`, values ?? {}) ?? code;

/** Whether there is such a message: of a code that comes from elsewhere. */
export const isCodeOf = <S extends Surface>(surface: S, code: string): code is CodeOf<S> =>
  messagesOf("en").has(`${surface}.${code}`);
