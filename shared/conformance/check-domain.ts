import type { ExecuteRequest } from "../contracts/execute.ts";
import { type Json, ownValue } from "../contracts/json.ts";
import type { Capability } from "../contracts/manifest.ts";
import { answering, lookingAtParameters, questionsLeadOn } from "./checks-of-answers.ts";
import { actingOnce, leavings, notCounted } from "./checks-of-effects.ts";
import { demandingToken } from "./checks-of-tokens.ts";
import {
  type CheckResult,
  casesIn,
  type DomainCheck,
  type RuleNumber,
  resultOf,
} from "./domain-check.ts";
import {
  type CheckOptions,
  isJson,
  makeProbe,
  outputOf,
  type Probe,
  refused,
} from "./domain-probe.ts";

/** A body that /execute must refuse, made from one that it would take. */
type BadBody = {
  what: string;
  rule: RuleNumber;
  status: 400 | 413 | 415;
  /** The field that the error must name. */
  param?: string;
  headers?: Record<string, string>;
  change(good: ExecuteRequest): string | Uint8Array<ArrayBuffer>;
};

/** One wrong value, of the request or of a part of it. */
const wrongField = (
  what: string,
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

const notJson = (what: string, type: string): BadBody => ({
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
  { what: "an empty body", rule: "2.3", status: 400, change: () => "" },
  {
    what: "half a JSON text",
    rule: "2.3",
    status: 400,
    change: (good) => JSON.stringify(good).slice(0, -9),
  },
  {
    what: "two JSON texts",
    rule: "2.3",
    status: 400,
    change: (good) => `${JSON.stringify(good)}{}`,
  },
  { what: "null", rule: "2.4", status: 400, change: () => "null" },
  { what: "an array", rule: "2.4", status: 400, change: (good) => JSON.stringify([good]) },
  {
    what: "bytes that are not UTF-8",
    rule: "2.3",
    status: 400,
    change: (good) => new Uint8Array([...Buffer.from(JSON.stringify(good)), 0xff, 0xfe]),
  },
  wrongField("an unknown field", "no_such_field", 1),
  wrongField("an unknown field of the intent", "no_such_field", 1, "intent"),
  {
    what: "a missing intent",
    rule: "2.4",
    status: 400,
    param: "intent",
    change: ({ context }) => JSON.stringify({ context }),
  },
  wrongField("a language that is not supported", "locale", "xx", "context"),
  wrongField("a confidence above 1", "confidence", 7, "intent"),
  wrongField("a deadline in words", "deadline_at", "soon", "context"),
  {
    what: "a parameter named `__proto__`",
    rule: "2.6",
    status: 400,
    param: "intent.parameters.__proto__",
    change: withParameters('{"__proto__":{"polluted":true}}'),
  },
  {
    what: "a number that is too large",
    rule: "2.3",
    status: 400,
    change: withParameters('{"n":1e999}'),
  },
  {
    what: "a hundred thousand nested lists",
    rule: "2.3",
    status: 400,
    change: withParameters(`{"deep":${deep(100_000)}}`),
  },
  {
    what: "a body of more than 1 MiB",
    rule: "2.7",
    status: 413,
    change: withParameters(`{"long":"${"x".repeat(1024 * 1024)}"}`),
  },
  notJson("a body that is not declared as JSON", "text/plain"),
  notJson("a form", "application/x-www-form-urlencoded"),
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
  const results: CheckResult[] = [];
  for (const check of domainChecks({ ...options, cases })) {
    const verdict = await check.run(probe).catch((error: unknown) => said(error));
    results.push(resultOf(check, verdict));
  }
  if (manifest === undefined) return results;
  return [...results, ...(await left().catch(() => [])), ...notCounted(manifest, cases)];
}

/** fetch hides why it failed one level down. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

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
    name: "GET /health reports ok, the domain and its version",
    async run(probe) {
      const { status, body } = await probe.get("/health");
      const manifest = await probe.manifest();
      const wanted = { status: "ok", domain: manifest.domain, version: manifest.version };
      const shown = Object.keys(wanted).every(
        (key) => ownValue(body, key) === ownValue(wanted, key),
      );
      if (status !== 200 || !shown)
        return `wanted 200 ${JSON.stringify(wanted)}, got ${status} ${JSON.stringify(body)}`;
      return undefined;
    },
  },
  {
    about: "manifest",
    rule: "1.2",
    name: "GET /manifest complies with the manifest contract",
    async run(probe) {
      const answer = await probe.get("/manifest");
      if (answer.status !== 200) return `wanted 200, got ${answer.status}`;
      if (!isJson(answer)) return `content-type is ${answer.headers.get("content-type")}`;
      const problem = await probe.manifest().catch((error: unknown) => String(error));
      return typeof problem === "string" ? problem : undefined;
    },
  },
  {
    about: "manifest",
    rule: "1.3",
    name: "GET /manifest has a strong ETag and answers 304 to a match",
    async run(probe) {
      const etag = (await probe.get("/manifest")).headers.get("etag");
      if (etag === null || !/^"[^"]+"$/.test(etag)) return `ETag is ${etag}`;
      const again = await probe.get("/manifest", { "if-none-match": etag });
      if (again.status !== 304) return `wanted 304 for the same tag, got ${again.status}`;
      const other = await probe.get("/manifest", { "if-none-match": '"other"' });
      if (other.status !== 200) return `wanted 200 for another tag, got ${other.status}`;
      return undefined;
    },
  },
];

const refusing: DomainCheck[] = [
  {
    about: "errors",
    rule: "2.1",
    name: "an unknown path gets 404 with an error body",
    async run(probe) {
      return refused(await probe.get("/no-such-path"), 404);
    },
  },
  {
    about: "errors",
    rule: "2.2",
    name: "an unknown capability gets 404",
    async run(probe) {
      const { domain } = await probe.manifest();
      const request = probe.request(domain, "no_such_capability", {});
      return refused(await probe.execute(request), 404, "intent.capability");
    },
  },
  {
    about: "errors",
    rule: "2.2",
    name: "a call for another domain gets 404",
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
    name: "an unknown field of the context is ignored",
    async run(probe) {
      const { domain } = await probe.manifest();
      // Too late to do anything: only whether it is read is of interest.
      const late = { deadline_at: Date.now() - 1000 };
      const request = probe.request(domain, await quietest(probe), {}, late);
      const grown = { ...request, context: { ...request.context, no_such_field: { new: true } } };
      const output = outputOf(await probe.post(request, JSON.stringify(grown)));
      return typeof output === "string" ? output : undefined;
    },
  },
  ...badBodies.map(
    ({ what, rule, status, param, change, headers }): DomainCheck => ({
      about: "errors",
      rule,
      name: `${what} is ${status}${param === undefined ? "" : `, naming ${param}`}`,
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
  name: "a read past its deadline gets a failure with an explanation",
  async run(probe) {
    const { domain, capabilities } = await probe.manifest();
    const reads = capabilities.filter(
      ({ effect, kind }) => effect === "read" && kind === "service",
    );
    if (reads.length === 0) return { not_checked: "the domain has no capability that only reads" };
    for (const { capability } of reads) {
      const late = { deadline_at: Date.now() - 1000 };
      const output = outputOf(await probe.execute(probe.request(domain, capability, {}, late)));
      if (typeof output === "string") return `${capability}: ${output}`;
      if (output.status !== "failure")
        return `${capability}: wanted a failure, got ${output.status}`;
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
