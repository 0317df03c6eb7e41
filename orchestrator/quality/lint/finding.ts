import type { InBothLanguages, LintFinding, LintRule } from "#shared/contracts/lint.ts";
import { messageIn } from "#shared/messages/messages.ts";
import type { MessageValues, Reason, ReasonValue } from "#shared/messages/reason.ts";
import { ENGINE } from "../../understanding/classifier/training.ts";

/** To be raised with every change of a rule: what was found before is then looked for again. */
const RULES = 8;
/** What finds; also how sentences are understood decides over some findings. */
export const LINTER = `${RULES}.${ENGINE}`;

/** Rules whose findings are errors. Those that can be told from a manifest alone hold it back. */
const ERRORS: ReadonlySet<LintRule> = new Set([
  "bad_template",
  "dangling_reference",
  "unknown_capability",
  "wrong_mark",
  "denied_example",
  "weak_followup",
  "bad_default",
  "shared_followup",
  "dead_watchable",
]);

export type Place = { domain: string; goal?: string; path: string; sentence?: string };

type Key = keyof MessageValues["lint"];
/** What rules say, by the codes of `language/en/messages/lint.yaml`; most are the rules themselves. */
type Code = Key extends infer K ? (K extends `${infer C}.message` ? C : never) : never;
type Named<K extends Key> = keyof MessageValues["lint"][K];
type Values<C extends Code> = Readonly<
  Record<Named<`${C}.message`> | Named<`${C}.way_out`>, ReasonValue>
>;

/** What a rule says about one place, and what its author can do. */
export const finding = <C extends Code & LintRule>(rule: C, place: Place, values: Values<C>) =>
  findingAs(rule, place, rule, values);

/** The same in other words than the rule's own. */
export const findingAs = <C extends Code>(
  rule: LintRule,
  { domain, goal, path, sentence }: Place,
  code: C,
  values: Values<C>,
): LintFinding => ({
  level: ERRORS.has(rule) ? "error" : "warning",
  rule,
  domain,
  goal: goal ?? null,
  path,
  sentence: sentence ?? null,
  message: inBoth(`${code}.message`, values),
  way_out: inBoth(`${code}.way_out`, values),
});

const inBoth = (code: string, values: Readonly<Record<string, unknown>>): InBothLanguages => ({
  "pt-BR": messageIn("pt-BR", `lint.${code}`, values) ?? code,
  en: messageIn("en", `lint.${code}`, values) ?? code,
});

/** A part of what is said, for the values of a finding. */
export const said = <K extends Key>(
  code: K,
  values: Readonly<Record<Named<K>, ReasonValue>>,
): Reason => ({ code: `lint.${code}`, values });

export const isError = ({ level }: LintFinding): boolean => level === "error";
