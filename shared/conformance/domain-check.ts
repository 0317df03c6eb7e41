import { ownValue } from "../contracts/json.ts";
import type { Manifest } from "../contracts/manifest.ts";
import { CHECK_USER, type DomainCase, outputOf, type Probe } from "./domain-probe.ts";
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

/** The calls that a domain's author marked in its manifest. */
export const casesIn = ({ capabilities }: Manifest): DomainCase[] =>
  capabilities.flatMap(({ capability, metadata: { check = [] } }) =>
    check.map((each) => ({ ...each, capability })),
  );

/** Asks how often a case's effect has happened; undefined where no one counts it. */
export function counterOf(
  each: DomainCase,
): ((probe: Probe, user_id?: string) => Promise<number>) | undefined {
  const { happened, counted_by } = each;
  if (happened !== undefined) return async () => happened();
  if (counted_by === undefined) return undefined;
  const { capability, parameters, path } = counted_by;
  return async (probe, user_id = CHECK_USER) => {
    const { domain } = await probe.manifest();
    const asked = probe.request(domain, capability, parameters, { user_id });
    const output = outputOf(await probe.execute(asked));
    if (typeof output === "string") throw new Error(`counted_by ${capability}: ${output}`);
    const counted = path.split(".").reduce<unknown>(ownValue, output);
    if (Array.isArray(counted)) return counted.length;
    if (typeof counted === "number") return counted;
    throw new Error(`counted_by ${capability}: ${path} is neither a number nor a list`);
  };
}
