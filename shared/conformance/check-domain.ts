import { whyOf } from "../contracts/errors.ts";
import type { ExecuteRequest } from "../contracts/execute.ts";
import { type Json, ownValue } from "../contracts/json.ts";
import type { Capability } from "../contracts/manifest.ts";
import { isReason } from "../messages/messages.ts";
import { type Reason, reason } from "../messages/reason.ts";
import { answering, lookingAtParameters, questionsLeadOn } from "./checks-of-answers.ts";
import { actingOnce, leavings, notCounted } from "./checks-of-effects.ts";
import { demandingToken } from "./checks-of-tokens.ts";
import {
  type CheckResult,
  casesIn,
  type DomainCheck,
  resultOf,
  type Tried,
} from "./domain-check.ts";
import {
  type CheckOptions,
  isJson,
  makeProbe,
  outputOf,
  type Probe,
  refused,
  wrongType,
} from "./domain-probe.ts";
import { type RuleNumber, said } from "./said.ts";

/** A body that /execute must refuse, made from one that it would take. */
type BadBody = {
  what: Reason;
  rule: RuleNumber;
  status: 400 | 413 | 415;
  /** The field that the error must name. */
  param?: string;
  headers?: Record<string, string>;
  change(good: ExecuteRequest): string | Uint8Array<ArrayBuffer>;
};

/** One wrong value, of the request or of a part of it. */
const wrongField = (
  what: Reason,
  field: string,
  value: Json,
  part?: "intent" | "context",
): BadBody => ({
  what,
  rule: "2.4",
  status: 400,
  param: part === undefined ? field : `${part}.${field}`,
  change: (good) => {
    const changed = { ...(part === undefined ? good : good[part]), [field]: value };
    return JSON.stringify(part === undefined ? changed : { ...good, [part]: changed });
  },
});

const notJson = (what: Reason, type: string): BadBody => ({
  what,
  rule: "2.8",
  status: 415,
  headers: { "content-type": type },
  change: (good) => JSON.stringify(good),
});

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
/** JSON.stringify would drop or escape these, so they are put in as text. */
const withParameters = (parameters: string) => (good: ExecuteRequest) =>
  JSON.stringify(good).replace('"parameters":{}', `"parameters":${parameters}`);

const badBodies: readonly BadBody[] = [
  { what: said("name.empty_body"), rule: "2.3", status: 400, change: () => "" },
  {
    what: said("name.half_json_text"),
    rule: "2.3",
    status: 400,
    change: (good) => JSON.stringify(good).slice(0, -9),
  },
  {
    what: said("name.two_json_texts"),
    rule: "2.3",
    status: 400,
    change: (good) => `${JSON.stringify(good)}{}`,
  },
  { what: said("name.null_text"), rule: "2.4", status: 400, change: () => "null" },
  { what: said("name.array"), rule: "2.4", status: 400, change: (good) => JSON.stringify([good]) },
  {
    what: said("name.bytes_are_not_utf_8"),
    rule: "2.3",
    status: 400,
    change: (good) => new Uint8Array([...Buffer.from(JSON.stringify(good)), 0xff, 0xfe]),
  },
  wrongField(said("name.unknown_field"), "no_such_field", 1),
  wrongField(said("name.unknown_field_intent"), "no_such_field", 1, "intent"),
  {
    what: said("name.missing_intent"),
    rule: "2.4",
    status: 400,
    param: "intent",
    change: ({ context }) => JSON.stringify({ context }),
  },
  wrongField(said("name.language_not_supported"), "locale", "xx", "context"),
  wrongField(said("name.confidence_above_1"), "confidence", 7, "intent"),
  wrongField(said("name.deadline_in_words"), "deadline_at", "soon", "context"),
  {
    what: said("name.parameter_reaches_prototype"),
    rule: "2.6",
    status: 400,
    param: "intent.parameters.__proto__",
    change: withParameters('{"__proto__":{"polluted":true}}'),
  },
  {
    what: said("name.number_too_large"),
    rule: "2.3",
    status: 400,
    change: withParameters('{"n":1e999}'),
  },
  {
    what: said("name.hundred_thousand_nested_lists"),
    rule: "2.3",
    status: 400,
    change: withParameters(`{"deep":${deep(100_000)}}`),
  },
  {
    what: said("name.body_more_than_1_mib"),
    rule: "2.7",
    status: 413,
    change: withParameters(`{"long":"${"x".repeat(1024 * 1024)}"}`),
  },
  notJson(said("name.body_not_declared_as_json"), "text/plain"),
  notJson(said("name.form"), "application/x-www-form-urlencoded"),
];

/**
 * Whether the domain that listens at `url` keeps the wire's promises; written in any language. Its real
 * work is only reached by the cases, given here or marked in its manifest: without them it is described
 * and knocked on with bad requests.
 * Never rejects: a domain that is down fails every check.
 * Cost:   some 40 requests, and 15 for each case, one after the other; at most 10 s each
 */
export async function checkDomain(url: string, options: CheckOptions = {}): Promise<CheckResult[]> {
  const probe = makeProbe(url, options.secret);
  const manifest = await probe.manifest().catch(() => undefined);
  const marked = manifest === undefined ? [] : casesIn(manifest);
  const cases = [...marked, ...(options.cases ?? [])];
  const left = await leavings(probe, cases);
  const tried: Tried[] = [];
  for (const check of domainChecks({ ...options, cases }))
    tried.push({ check, verdict: await check.run(probe).catch(whyItFailed) });
  if (manifest !== undefined)
    tried.push(...(await left().catch(() => [])), ...notCounted(manifest, cases));
  return tried.map((each) => resultOf(each, options.locale ?? "en"));
}

/** fetch hides why it failed one level down. */
const whyItFailed = (error: unknown): Reason | string =>
  error instanceof TypeError && error.cause instanceof Error
    ? said("seen.fetch_failed", { why: error.cause.message })
    : whyOf(error);

/** Every check that the options make possible. Effects are only carried out where a case counts them. */
export function domainChecks({ cases = [], secret }: CheckOptions): DomainCheck[] {
  return [
    ...describing,
    ...refusing,
    ...lookingAtParameters(cases),
    ...cases.flatMap(answering),
    questionsLeadOn(cases),
    readsKeepTheDeadline,
    ...cases.flatMap(actingOnce),
    ...(secret === undefined ? [] : demandingToken(secret)),
  ];
}

const describing: DomainCheck[] = [
  {
    about: "manifest",
    rule: "1.1",
    name: said("name.get_health_reports_ok_domain_and"),
    async run(probe) {
      const { status, body } = await probe.get("/health");
      const manifest = await probe.manifest();
      const wanted = { status: "ok", domain: manifest.domain, version: manifest.version };
      const shown = Object.keys(wanted).every(
        (key) => ownValue(body, key) === ownValue(wanted, key),
      );
      return status === 200 && shown
        ? undefined
        : said("seen.wanted", {
            wanted: `200 ${JSON.stringify(wanted)}`,
            got: `${status} ${JSON.stringify(body)}`,
          });
    },
  },
  {
    about: "manifest",
    rule: "1.2",
    name: said("name.get_manifest_keeps_manifest_contract"),
    async run(probe) {
      const answer = await probe.get("/manifest");
      if (answer.status !== 200) return said("seen.wanted", { wanted: 200, got: answer.status });
      if (!isJson(answer)) return wrongType(answer);
      const problem = await probe.manifest().catch((error: unknown) => String(error));
      return typeof problem === "string" ? problem : undefined;
    },
  },
  {
    about: "manifest",
    rule: "1.3",
    name: said("name.get_manifest_has_strong_etag_and"),
    async run(probe) {
      const etag = (await probe.get("/manifest")).headers.get("etag");
      if (etag === null || !/^"[^"]+"$/.test(etag))
        return said("seen.etag", { etag: String(etag) });
      const again = await probe.get("/manifest", { "if-none-match": etag });
      if (again.status !== 304)
        return said("seen.wanted_for_same_tag", { status: 304, got: again.status });
      const other = await probe.get("/manifest", { "if-none-match": '"other"' });
      return other.status === 200
        ? undefined
        : said("seen.wanted_for_another_tag", { status: 200, got: other.status });
    },
  },
];

const refusing: DomainCheck[] = [
  {
    about: "errors",
    rule: "2.1",
    name: said("name.unknown_path_404_error_body"),
    async run(probe) {
      return refused(await probe.get("/no-such-path"), 404);
    },
  },
  {
    about: "errors",
    rule: "2.2",
    name: said("name.unknown_capability_404"),
    async run(probe) {
      const { domain } = await probe.manifest();
      const request = probe.request(domain, "no_such_capability", {});
      return refused(await probe.execute(request), 404, "intent.capability");
    },
  },
  {
    about: "errors",
    rule: "2.2",
    name: said("name.call_another_domain_404"),
    async run(probe) {
      const { domain } = await probe.manifest();
      const good = probe.request(domain, await quietest(probe), {});
      const other = { ...good, intent: { ...good.intent, domain: "no_such_domain" } };
      // With the token of the good one: a wrong token would be another fault.
      return refused(await probe.post(good, JSON.stringify(other)), 404, "intent.domain");
    },
  },
  {
    about: "errors",
    rule: "2.5",
    name: said("name.unknown_field_context_ignored"),
    async run(probe) {
      const { domain } = await probe.manifest();
      // Too late to do anything: only whether it is read is of interest.
      const late = { deadline_at: Date.now() - 1000 };
      const request = probe.request(domain, await quietest(probe), {}, late);
      const grown = { ...request, context: { ...request.context, no_such_field: { new: true } } };
      const output = outputOf(await probe.post(request, JSON.stringify(grown)));
      return isReason(output) ? output : undefined;
    },
  },
  ...badBodies.map(
    ({ what, rule, status, param, change, headers }): DomainCheck => ({
      about: "errors",
      rule,
      name:
        param === undefined
          ? said("name.refused", { text: what, status })
          : said("name.refused_naming", { text: what, status, param }),
      async run(probe) {
        const { domain } = await probe.manifest();
        const request = probe.request(domain, await quietest(probe), {});
        return refused(await probe.post(request, change(request), headers), status, param);
      },
    }),
  ),
];

/** Without parameters: a read that looks at neither does no harm. */
const readsKeepTheDeadline: DomainCheck = {
  about: "deadlines",
  rule: "5.1",
  name: said("name.read_past_deadline_gets_failure_explanation"),
  async run(probe) {
    const { domain, capabilities } = await probe.manifest();
    const reads = capabilities.filter(
      ({ effect, kind }) => effect === "read" && kind === "service",
    );
    if (reads.length === 0) return { not_checked: said("seen.nothing_only_reads") };
    for (const { capability } of reads) {
      const late = { deadline_at: Date.now() - 1000 };
      const output = outputOf(await probe.execute(probe.request(domain, capability, {}, late)));
      const why = isReason(output)
        ? output
        : output.status === "failure"
          ? undefined
          : said("seen.wanted_failure", { got: output.status });
      if (why !== undefined) return reason("at", { path: capability, why });
    }
    return undefined;
  },
};

/** A domain that lets a bad request pass does less harm with a read. */
const readsFirst = (one: Capability, other: Capability) =>
  Number(other.effect === "read") - Number(one.effect === "read");

async function quietest(probe: Probe): Promise<string> {
  const { capabilities } = await probe.manifest();
  const served = capabilities.filter(({ kind }) => kind === "service");
  return served.toSorted(readsFirst)[0]?.capability ?? "none";
}
