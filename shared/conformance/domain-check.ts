import type { Probe } from "./domain-probe.ts";

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

/** undefined: the promise is kept. A text: what is wrong. Else why nobody can tell. */
export type Verdict = undefined | string | { not_checked: string };

/** One promise of the wire. */
export type DomainCheck = { about: Topic; name: string; run(probe: Probe): Promise<Verdict> };

/** `detail` says what was seen instead, why nothing was looked at, or what is worth knowing of one that passed. */
export type CheckResult = {
  about: Topic;
  name: string;
  outcome: "passed" | "failed" | "not_checked";
  detail: string;
};

export function resultOf(
  { about, name }: Pick<DomainCheck, "about" | "name">,
  verdict: Verdict,
): CheckResult {
  if (verdict === undefined) return { about, name, outcome: "passed", detail: "" };
  if (typeof verdict === "string") return { about, name, outcome: "failed", detail: verdict };
  return { about, name, outcome: "not_checked", detail: verdict.not_checked };
}
