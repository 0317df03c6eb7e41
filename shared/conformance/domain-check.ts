import type { Probe } from "./domain-probe.ts";
import { type RuleNumber, rules } from "./rules.ts";

/** What a promise is about, in the order of a report. */
export const topics = [
  "manifest",
  "errors",
  "parameters",
  "answers",
  "questions",
  "deadlines",
  "effects",
  "tokens",
  "routing",
] as const;
export type Topic = (typeof topics)[number];

/** undefined: the promise is kept. A text: what is wrong. Else why no one can tell. */
export type Verdict = undefined | string | { not_checked: string };

/** One promise of the wire. */
export type DomainCheck = {
  about: Topic;
  /** What of the wire's specification it tries. */
  rule: RuleNumber;
  name: string;
  run(probe: Probe): Promise<Verdict>;
};

/** `detail` says what was seen instead, why nothing was looked at, or what is worth knowing of one that passed. */
export type CheckResult = {
  about: Topic;
  rule: RuleNumber;
  /** The rule in words, where it is broken. */
  sentence?: string;
  name: string;
  outcome: "passed" | "failed" | "not_checked";
  detail: string;
};

export function resultOf(
  { about, rule, name }: Pick<DomainCheck, "about" | "rule" | "name">,
  verdict: Verdict,
): CheckResult {
  const check = { about, rule, name };
  if (verdict === undefined) return { ...check, outcome: "passed", detail: "" };
  if (typeof verdict === "string")
    return { ...check, sentence: rules[rule], outcome: "failed", detail: verdict };
  return { ...check, outcome: "not_checked", detail: verdict.not_checked };
}
