import { ownValue } from "../contracts/json.ts";
import type { Manifest } from "../contracts/manifest.ts";
import { CHECK_USER, type DomainCase, outputOf, type Probe } from "./domain-probe.ts";

/**
 * Every rule of the wire protocol by its number: docs/wire.md lists them and checks name the broken one.
 * A number is never reused for another rule.
 */
export const rules = {
  "1.1":
    '`GET /health` answers 200 and `{status: "ok", domain, version}`, with values from the manifest, while the service can work.',
  "1.2":
    "`GET /manifest` answers 200, `content-type: application/json`, and a manifest that is valid under manifest.schema.json and whose names are unique and known.",
  "1.3":
    "`GET /manifest` has a strong `ETag`; an `If-None-Match` with that tag gets 304, and any other gets 200.",
  "1.4":
    "Regente accepts the manifest: its schemas can be checked, its templates can be read, and everything it names exists.",
  "2.1":
    "A refused request gets its status code and `{error: {message, type, param, code}}`, without a stack trace. An unknown path gets 404.",
  "2.2":
    "A capability missing from the manifest gets 404 with the param `intent.capability`; a call for another domain gets 404 with `intent.domain`.",
  "2.3":
    "A body that is not a single JSON text in UTF-8 gets 400, as does a number outside the range of a double, or nesting that would exhaust the parser.",
  "2.4":
    "A body that violates execute_request gets 400. `param` is the path of the first wrong field: missing, of another type, out of bounds, or unknown (except in the context).",
  "2.5":
    "The receiver ignores a context field that it does not know, so that the protocol can grow.",
  "2.6":
    "A key named `__proto__`, `constructor` or `prototype` gets 400 wherever it occurs; `param` is its path.",
  "2.7": "A body larger than 1 MiB gets 413.",
  "2.8": "A body that is not declared as `application/json` gets 415.",
  "3.1":
    "Parameters that violate the params_schema (missing, wrong, or unknown while `properties` is set and `additionalProperties` is not) get 200 with status `failure`, metadata.code `INVALID_PARAMS` and an explanation. Nothing is done.",
  "4.1":
    "Every accepted call gets 200 with a domain_output: `success`, `failure` or `clarification`. Any other status code means that the service itself failed.",
  "4.2": "The explanation is never empty and is in the language of context.locale.",
  "4.3": "A success's result is valid under the capability's result_schema.",
  "4.4":
    "A clarification has `result.candidates`, each with a `label` and the parameters of that choice, or names the missing parameter in `metadata.missing_param`.",
  "4.5":
    "The same call, with a candidate's parameters merged in, is accepted and does not lead to the same question.",
  "5.1":
    "A call that arrives after its deadline_at (epoch milliseconds) gets a `failure` with an explanation, and nothing starts.",
  "6.1":
    "With context.dry_run true, an effect (anything but `read`) gets an answer but does not happen.",
  "6.2":
    "For at least 24 hours, the same Idempotency-Key gets the same answer with the header `idempotency-replayed: true`; the effect happens only once.",
  "6.3": "Concurrent calls with the same key cause the effect once, and all get its answer.",
  "6.4": "Another key causes the effect again.",
  "6.5":
    "A key already used for other parameters, another capability or another user gets 422, and nothing is done.",
  "6.6":
    "If a capability names an `undo`, calling it with the receipt's values reverses the effect.",
  "6.7":
    "Data that one user (context.user_id) created is neither shown to nor changed by another user, unless the domain shares it on purpose.",
  "7.1":
    "A service with a key answers 401 to a request to /execute that has no `Authorization: Bearer` with an HS256 JWT signed with the key's bytes; a service without a key listens only on loopback.",
  "7.2":
    "The token's `iss` is `regente` and its `aud` is the domain's name; `iat` is at most 60 s old and `exp` has not passed, with a clock tolerance of 60 s. Anything else gets 401.",
  "7.3":
    "The token's `run_id`, `step_id`, `capability`, `sub` (the user) and, if present, `idempotency_key` match the call; otherwise the answer is 401.",
  "7.4": "A token (`jti`) is accepted once; the second time it gets 401.",
  "8.1":
    "Every example in the manifest leads to its own goal, with all other running domains present.",
} as const;

export type RuleNumber = keyof typeof rules;

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
