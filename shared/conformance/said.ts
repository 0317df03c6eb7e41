import type { Locale } from "../contracts/names.ts";
import { messagesOf } from "../messages/messages.ts";
import { reasonsOf } from "../messages/reason.ts";
import type { CodeOf } from "../messages/say.ts";

/** What the checks say, by the codes of `language/en/messages/checks.yaml`. */
export const said = reasonsOf("checks");

type NumberIn<Code> = Code extends `rule.r${infer Section}_${infer Rule}`
  ? `${Section}.${Rule}`
  : never;
/** A rule of the wire protocol: docs/wire.md lists them and checks name the broken one. */
export type RuleNumber = NumberIn<CodeOf<"checks">>;

/** The rules by their numbers, in a language. */
export const rulesIn = (locale: Locale): ReadonlyMap<string, string> =>
  new Map(
    [...messagesOf(locale, "checks")].flatMap(([key, text]) => {
      const [, section, rule] = /^checks\.rule\.r(\d+)_(\d+)$/.exec(key) ?? [];
      return section === undefined || typeof text !== "string"
        ? []
        : [[`${section}.${rule}`, text] as const];
    }),
  );
