import { RegenteError } from "../contracts/errors.ts";
import { ownValue } from "../contracts/json.ts";
import type { Manifest } from "../contracts/manifest.ts";
import type { Locale } from "../contracts/names.ts";
import { isReason, whyIn } from "../messages/messages.ts";
import { type Reason, reason } from "../messages/reason.ts";
import { CHECK_USER, type DomainCase, outputOf, type Probe } from "./domain-probe.ts";
import { type RuleNumber, rulesIn, said } from "./said.ts";

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
type Topic = (typeof topics)[number];

/** undefined: the promise is kept. A reason, or a text of someone else: what is wrong. Else why no one can tell. */
export type Verdict = undefined | Reason | string | { not_checked: Reason | string };

/** One promise of the wire. */
export type DomainCheck = {
  about: Topic;
  /** What of the wire's specification it tries. */
  rule: RuleNumber;
  name: Reason | string;
  run(probe: Probe): Promise<Verdict>;
};

/** In one language. `detail` says what was seen instead, why nothing was looked at, or what is worth knowing of one that passed. */
export type CheckResult = {
  about: Topic;
  rule: RuleNumber;
  /** The rule in words, where it is broken. */
  sentence?: string;
  name: string;
  outcome: "passed" | "failed" | "not_checked";
  detail: string;
};

/** What was tried, and what came of it. */
export type Tried = { check: Omit<DomainCheck, "run">; verdict: Verdict };

export function resultOf(
  { check: { about, rule, name }, verdict }: Tried,
  locale: Locale,
): CheckResult {
  const check = { about, rule, name: whyIn(locale, name) };
  if (verdict === undefined) return { ...check, outcome: "passed", detail: "" };
  if (typeof verdict === "object" && "not_checked" in verdict)
    return { ...check, outcome: "not_checked", detail: whyIn(locale, verdict.not_checked) };
  const sentence = rulesIn(locale).get(rule) ?? "";
  return { ...check, sentence, outcome: "failed", detail: whyIn(locale, verdict) };
}

/** The calls that a domain's author marked in its manifest. */
export const casesIn = ({ capabilities }: Manifest): DomainCase[] =>
  capabilities.flatMap(({ capability, metadata: { check = [] } }) =>
    check.map((each) => ({ ...each, capability })),
  );

/** No one can say how often an effect has happened: the domain's own count is wrong. */
class NoCountError extends RegenteError {
  override readonly name = "NoCountError";
  readonly code = "NO_COUNT";
}

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
    const noCount = (why: Reason) =>
      new NoCountError(reason("at", { path: `counted_by ${capability}`, why }));
    if (isReason(output)) throw noCount(output);
    const counted = path.split(".").reduce<unknown>(ownValue, output);
    if (Array.isArray(counted)) return counted.length;
    if (typeof counted === "number") return counted;
    throw noCount(said("seen.no_count", { path }));
  };
}
