// Written by `npm run generate` of the words: the names of the values in each message, by surface and code.
export type MessageValues = typeof import("./message-values.json");

/** What can be refused, by the codes of `language/en/messages/refusals.yaml`. */
export type ReasonCode = keyof MessageValues["refusals"];

/** A list is shown one thing after another; of `options`, one. */
export type ReasonValue = string | number | Reason | readonly (string | number | Reason)[];

/** Why something is refused, as a value that can be said in any language: a code, and what its message names. */
export type Reason = {
  readonly code: string;
  readonly values: Readonly<Record<string, ReasonValue>>;
};

type Surface = keyof MessageValues;
/** The values that the message of a code names; no second argument where it names none. */
type GivenIn<
  S extends Surface,
  Code extends keyof MessageValues[S],
> = keyof MessageValues[S][Code] extends never
  ? []
  : [values: Readonly<Record<keyof MessageValues[S][Code], ReasonValue>>];
export type Given<Code extends ReasonCode> = GivenIn<"refusals", Code>;

export const reason = <Code extends ReasonCode>(code: Code, ...[values]: Given<Code>): Reason => ({
  code,
  values: values ?? {},
});

/** The same of what is said elsewhere than in `refusals.yaml`. */
export const reasonsOf =
  <S extends Surface>(surface: S) =>
  <Code extends keyof MessageValues[S] & string>(
    code: Code,
    ...[values]: GivenIn<S, Code>
  ): Reason => ({ code: `${surface}.${code}`, values: values ?? {} });

/** For a pattern of zod, whose check keeps nothing but a text: `.regex(/\S/, unlike("must_say_something"))`. */
export const unlike = (code: ReasonCode) => ({ error: `refusals.${code}` });

/** For a schema of zod: `.refine(isSafeKey, because("reserved_name"))`. */
export const because = <Code extends ReasonCode>(code: Code, ...given: Given<Code>) => ({
  params: { reason: reason(code, ...given) },
});
